import type { MetricValues, Scrape } from "../../gateway/observation/metrics.ts";
import type { RegistryAddress } from "../gateway/registry-address.ts";
import type { Place } from "./share.ts";

/** What the first process tells a worker. Messages arrive in order, those with a connection too. */
export type ToWorker =
  | { readonly kind: "begin"; readonly place: Place; readonly registry: RegistryAddress }
  /** Comes with a connection, which it is to serve, or with none, to learn how far it has got. */
  | { readonly kind: "connection"; readonly number: number }
  /** It has had its last connection, and is to finish. */
  | { readonly kind: "end" }
  /** Asks for its own figures. */
  | { readonly kind: "count" }
  /** The figures of all workers, as `/metrics` has them. */
  | { readonly kind: "scraped"; readonly scrape: Scrape };

/** What a worker tells the first process. */
export type FromWorker =
  /** It can take connections. */
  | { readonly kind: "ready" }
  /** It has got as far as this number. If a connection came with it, it has that, and has read nothing of it so far. */
  | { readonly kind: "taken"; readonly number: number }
  /** It wants no more connections. */
  | { readonly kind: "stopping" }
  /** It ends, for a reason that it can tell in a line. */
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "counted"; readonly values: MetricValues }
  /** Asks for the figures of all workers. */
  | { readonly kind: "scrape" };
