import { SealedCache, type SealedCacheOptions } from "../../src/gateway/once/fleet/sealed-cache.ts";
import { fleetSecret } from "./fleet.ts";

/** A gateway's side of a shared cache, without the gateway. By default it logs and counts nothing. */
export function createSharedCache(
  options: Pick<SealedCacheOptions, "url"> & Partial<SealedCacheOptions>,
): SealedCache {
  return new SealedCache({
    secret: fleetSecret,
    registry: "http://registry.example",
    log: { info() {}, warn() {} },
    observer: { countLookUp() {}, countWait() {}, countFailure() {} },
    ...options,
  });
}
