import type { MetricValues, Scrape } from "../../gateway/http/observation/metrics.ts";
import type { RegistryAddress } from "../router/registry-address.ts";
import type { WorkerPlace } from "./share.ts";

/** What the first process sends to a worker. Messages arrive in order, including those with a connection. */
export type ToWorker =
  | { readonly kind: "begin"; readonly place: WorkerPlace; readonly registry: RegistryAddress }
  /** Comes with a connection to serve. Without one, it asks how far the worker has read. */
  | { readonly kind: "connection"; readonly number: number }
  /** No more connections follow. The worker answers its last requests and ends. */
  | { readonly kind: "end" }
  /** Asks for the worker's own metrics. */
  | { readonly kind: "measure" }
  /** The metrics of all workers, for `/metrics`. */
  | { readonly kind: "scraped"; readonly scrape: Scrape };

/** What a worker sends to the first process. */
export type FromWorker =
  /** The worker can take connections. */
  | { readonly kind: "ready" }
  /** The worker has read all messages up to this number, and has the connection that came with it, if any. */
  | { readonly kind: "taken"; readonly number: number }
  /** The worker must stop, and wants no more connections. */
  | { readonly kind: "stopping" }
  /** The worker ends because of an error. */
  | { readonly kind: "failed"; readonly message: string }
  /** The worker's own metrics. */
  | { readonly kind: "measured"; readonly values: MetricValues }
  /** Asks for the metrics of all workers. */
  | { readonly kind: "scrape" };
