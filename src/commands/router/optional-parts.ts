import type { SharedCache } from "../../fleet/shared-cache.ts";
import type { Clock } from "../../gateway/base/time/clock.ts";
import { FileError } from "../../gateway/base/watched-file.ts";
import type { McpEndpoint } from "../../gateway/http/mcp-endpoint.ts";
import { startMetricsServer } from "../../gateway/http/metrics-server.ts";
import type { Metrics, Scrapable } from "../../gateway/http/observation/metrics.ts";
import { Tracing } from "../../gateway/http/observation/tracing.ts";
import { startIssuerKeys } from "../../gateway/keys/issuer-keys.ts";
import { createJwtFinder } from "../../gateway/keys/jwt.ts";
import { createKeyFinder } from "../../gateway/keys/key-finder.ts";
import type { KeyFinder } from "../../gateway/keys/token.ts";
import { watchKeys } from "../../gateway/keys/watched-keys.ts";
import type { Logger } from "../../log.ts";
import type { Tool } from "../../mcp/tool.ts";
import { readTracingVariables, type Settings } from "../../settings.ts";
import { CommandError, toCommandError } from "../command-error.ts";
import { proxyTo } from "../proxy.ts";
import { toListenError } from "../service.ts";

/**
 * Starts sending spans to the collector that the settings name. Returns null if they name none.
 * @throws CommandError if the packages that it needs are not installed.
 */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Settings,
  log: Logger,
  stack: AsyncDisposableStack,
): Promise<Tracing | null> {
  const variables = readTracingVariables();
  if (endpoint === undefined || variables === null) return null;
  const { startExport } = await installed(
    import("../../gateway/http/observation/tracing-export.ts"),
    "OTEL_EXPORTER_OTLP_ENDPOINT: it needs the packages @opentelemetry/sdk-trace, @opentelemetry/resources and @opentelemetry/exporter-trace-otlp-http (npm install them next to tapgraph)",
  );
  return new Tracing(stack.use(startExport({ endpoint, ...variables, log })).tracer);
}

/**
 * Serves `/metrics` on a separate port, if the settings name one.
 * @throws CommandError if it cannot listen.
 */
export async function startOwnMetricsServer(
  { HOST: host, METRICS_PORT: port }: Settings,
  metrics: Scrapable,
  stack: AsyncDisposableStack,
): Promise<void> {
  if (port === undefined) return;
  try {
    stack.use(await startMetricsServer(metrics, { host, port }));
  } catch (error) {
    throw toListenError(error, { HOST: host, PORT: port }, "METRICS_");
  }
}

export interface PartSources {
  readonly settings: Settings;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/**
 * Starts finding keys by the tokens of the keys file, and by JWTs; undefined if the settings name
 * none. Returns also the keys whose lists are to be read at once.
 * @throws CommandError with a line for each mistake in the file.
 */
export function startKeyFinder(
  { settings, log, metrics, clock }: PartSources,
  stack: AsyncDisposableStack,
): { readonly findKey: KeyFinder | undefined; readonly warm: readonly string[] } {
  const { KEYS_FILE: path, KEYS_FILE_ALSO_KEYS: takesKeys } = settings;
  if (path === undefined) return { findKey: undefined, warm: [] };
  const watched = stack.use(orRefuse("KEYS_FILE", () => watchKeys({ path, clock, log })));
  metrics.watchFile("KEYS_FILE", () => watched.isOk);
  const needsManifest = watched.current.tokens.values().some((token) => token.onlyRegistered);
  if (needsManifest && settings.PERSISTED_OPERATIONS === undefined) {
    log.warn("KEYS_FILE has tokens for registered operations, but PERSISTED_OPERATIONS names none");
  }
  const { JWT_ISSUER, JWT_AUDIENCE, JWT_JWKS_URL: url, JWT_KEY_CLAIM } = settings;
  const timeOfDay = () => clock.timeOfDay();
  const byKeysFile = { watched, takesKeys, timeOfDay };
  const { warm } = watched.current;
  if (!JWT_ISSUER || !JWT_AUDIENCE || !url) return { findKey: createKeyFinder(byKeysFile), warm };
  const issuerKeys = stack.use(startIssuerKeys({ url, proxy: proxyTo(url, settings), clock, log }));
  const rules = { JWT_ISSUER, JWT_AUDIENCE, JWT_KEY_CLAIM };
  const findByJwt = createJwtFinder({ settings: rules, issuerKeys, watched, timeOfDay });
  return { findKey: createKeyFinder({ ...byKeysFile, findByJwt }), warm };
}

/** @throws CommandError with a line for each mistake in the setting's file. */
function orRefuse<T>(setting: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof FileError ? toCommandError(setting, error) : error;
  }
}

/**
 * Starts the client of the cache server, without waiting for it; undefined if the settings name
 * none.
 * @param waitMs the maximum wait for a reply, in milliseconds. @default 100
 * @throws CommandError if the package that it needs is not installed.
 */
export async function startSharedCache(
  { settings, log, metrics }: PartSources,
  registryUrl: string,
  waitMs: number | undefined,
  stack: AsyncDisposableStack,
): Promise<SharedCache | undefined> {
  const { CACHE_URL: url, CACHE_SECRET: secret } = settings;
  if (url === undefined || secret === undefined) return undefined;
  const { SealedCache } = await installed(
    import("../../fleet/sealed-cache.ts"),
    "CACHE_URL: it needs the package @redis/client (npm install it next to tapgraph)",
  );
  const observer = metrics.sharedCache;
  const options = { url, secret, registry: registryUrl, log, observer, waitMs };
  const cache = stack.use(new SealedCache(options));
  metrics.watchSharedCache(() => cache.isUsed);
  return cache;
}

/**
 * Creates the endpoint of tools; undefined if the settings want none.
 * @throws CommandError if the package that it needs is not installed.
 */
export async function createMcp(
  { settings, clock }: PartSources,
  registered: { readonly current: { readonly tools: readonly Tool[] } },
  keyHint: string | undefined,
): Promise<McpEndpoint | undefined> {
  if (!settings.MCP) return undefined;
  const { createEndpoint } = await installed(
    import("../../mcp/endpoint.ts"),
    "MCP: it needs the package @modelcontextprotocol/server (npm install it next to tapgraph)",
  );
  const maxBytes = settings.MCP_MAX_RESULT_BYTES;
  const now = () => clock.now();
  return createEndpoint(() => registered.current.tools, { maxBytes, keyHint, now });
}

async function installed<T>(importing: Promise<T>, refusal: string): Promise<T> {
  try {
    return await importing;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw code === "ERR_MODULE_NOT_FOUND" ? new CommandError(refusal) : error;
  }
}
