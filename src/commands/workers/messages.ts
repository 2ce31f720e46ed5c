import type { MetricValues, Scrape } from "../../gateway/http/observation/metrics.ts";
import type { RegistryAddress } from "../router/start-router.ts";
import type { WorkerPlace } from "./share.ts";

export type ToWorker =
  | { readonly kind: "begin"; readonly place: WorkerPlace; readonly registry: RegistryAddress }
  /** Comes with a connection to serve. Without one, it asks how far the worker has read. */
  | { readonly kind: "connection"; readonly number: number }
  /** No more connections follow. The worker answers its last requests and stops. */
  | { readonly kind: "stop" }
  | { readonly kind: "measure" }
  | { readonly kind: "scraped"; readonly scrape: Scrape };

export type FromWorker =
  | { readonly kind: "ready" }
  /** The worker has read all messages up to this number, and has the connection that came with it, if any. */
  | { readonly kind: "taken"; readonly number: number }
  /** The worker must stop, and wants no more connections. */
  | { readonly kind: "stopping" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "measured"; readonly values: MetricValues }
  | { readonly kind: "scrape" };
