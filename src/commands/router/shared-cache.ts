import type { Metrics } from "../../gateway/http/observation/metrics.ts";
import type { SharedCache } from "../../gateway/once/shared-cache.ts";
import type { Logger } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { toInstallError } from "./optional-package.ts";

interface SharedCacheParts {
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly registryUrl: string;
  /** Maximum wait for a reply, in milliseconds. @default 100 */
  readonly waitMs: number | undefined;
}

/**
 * Starts the client of the cache server that the settings name, without waiting for the server. Returns undefined if they name none.
 * @throws CommandError if the package that it needs is not installed.
 */
export async function startSharedCache(
  { settings, log, metrics, registryUrl, waitMs }: SharedCacheParts,
  stack: AsyncDisposableStack,
): Promise<SharedCache | undefined> {
  const { CACHE_URL: url, CACHE_SECRET: secret } = settings;
  if (url === undefined || secret === undefined) return undefined;
  const { SealedCache } = await import("../../gateway/once/fleet/sealed-cache.ts").catch(
    (error: unknown) => {
      throw toInstallError(
        error,
        "CACHE_URL: it needs the package @redis/client (npm install it next to tapgraph)",
      );
    },
  );
  const observer = metrics.sharedCache;
  const parts = { url, secret, registry: registryUrl, log, observer, waitMs };
  const cache = stack.use(new SealedCache(parts));
  metrics.watchSharedCache(() => cache.state);
  return cache;
}
