import type { MetricValues, Scrape } from "../../gateway/http/observation/metrics.ts";
import type { RegistryAddress } from "../router/start-router.ts";
import type { WorkerPlace } from "./share.ts";

export type ToWorker =
  | { readonly kind: "begin"; readonly place: WorkerPlace; readonly registry: RegistryAddress }
  /** Take no more connections. */
  | { readonly kind: "close" }
  | { readonly kind: "stop" }
  | { readonly kind: "measure" }
  | { readonly kind: "scraped"; readonly scrape: Scrape };

export type FromWorker =
  | { readonly kind: "ready"; readonly url: string }
  | { readonly kind: "closed" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "measured"; readonly values: MetricValues }
  | { readonly kind: "scrape" };
