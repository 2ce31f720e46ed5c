import type { MetricValues, Scrape } from "../../gateway/observation/metrics.ts";
import type { RegistryAddress } from "../gateway/registry-address.ts";
import type { Place } from "./share.ts";

/** What the first process tells a worker. */
export type ToWorker =
  | { readonly kind: "begin"; readonly place: Place; readonly registry: RegistryAddress }
  /** Asks for its own figures. */
  | { readonly kind: "count" }
  /** The figures of all workers, as `/metrics` has them. */
  | { readonly kind: "scraped"; readonly scrape: Scrape };

/** What a worker tells the first process. */
export type FromWorker =
  | { readonly kind: "listening"; readonly url: string }
  /** It ends, for a reason that it can tell in a line. */
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "counted"; readonly values: MetricValues }
  /** Asks for the figures of all workers. */
  | { readonly kind: "scrape" };
