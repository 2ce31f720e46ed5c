import { SharedCache, type SharedCacheOptions } from "../../src/shared-cache/shared-cache.ts";
import { fleetSecret } from "./fleet.ts";

/** A gateway's side of a shared cache, without the gateway. By default it logs and counts nothing. */
export function createSharedCache(
  options: Pick<SharedCacheOptions, "url"> & Partial<SharedCacheOptions>,
): SharedCache {
  return new SharedCache({
    secret: fleetSecret,
    registry: "http://registry.example",
    log: { info() {}, warn() {} },
    observer: { countLookUp() {}, countWait() {}, countFailure() {} },
    ...options,
  });
}
