import { readFileSync } from "node:fs";
import type { GraphQLSchema } from "graphql";
import type { SharedCache } from "../../fleet/shared-cache.ts";
import type { PersistedOperationsOptions } from "../../gateway/answer/persisted-operations.ts";
import { ManifestError, parseManifest } from "../../gateway/answer/persisted-operations.ts";
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
import { createTools } from "../../mcp/tools.ts";
import type { LinkSetting } from "../../setting-parsers.ts";
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
 * Creates the tools that the settings ask for, and the documents that count as registered for them.
 * @throws CommandError if two have the same name, or if the package that it needs is not installed.
 */
export async function createMcp(
  { settings, log, clock }: PartSources,
  registered: {
    readonly schema: GraphQLSchema;
    readonly links: readonly LinkSetting[];
    readonly manifest: ReadonlyMap<string, string>;
  },
  keyHint: string | undefined,
): Promise<
  { readonly endpoint: McpEndpoint; readonly documents: ReadonlyMap<string, string> } | undefined
> {
  if (!settings.MCP) return undefined;
  const { createEndpoint } = await installed(
    import("../../mcp/endpoint.ts"),
    "MCP: it needs the package @modelcontextprotocol/server (npm install it next to tapgraph)",
  );
  const { tools, documents } = createTools({
    ...{ settings, schema: registered.schema, links: registered.links },
    registered: registered.manifest.values(),
    refuse: (reason) => log.warn(`PERSISTED_OPERATIONS: ${reason}`),
  });
  checkNames(tools);
  const maxBytes = settings.MCP_MAX_RESULT_BYTES;
  const now = () => clock.now();
  return { endpoint: createEndpoint(tools, { maxBytes, keyHint, now }), documents };
}

function checkNames(tools: readonly Tool[]): void {
  for (const [name, [one, other]] of Map.groupBy(tools, (tool) => tool.name)) {
    if (other === undefined) continue;
    const both = [one, other].map((tool) => JSON.stringify(tool?.description)).join(" and ");
    throw new CommandError(`MCP: two tools have the name ${name}: ${both}`);
  }
}

/**
 * Reads the manifest of persisted operations, and validates it against the schema.
 * @throws CommandError with a line for each mistake.
 */
export function readPersistedOperations(
  { PERSISTED_OPERATIONS: file, PERSISTED_ONLY: only }: Settings,
  schema: GraphQLSchema,
): PersistedOperationsOptions {
  if (file === undefined) {
    if (only) throw new CommandError("PERSISTED_ONLY: it needs a manifest in PERSISTED_OPERATIONS");
    return { manifest: new Map(), allowsOnlyRegistered: only };
  }
  try {
    return { manifest: parseManifest(readManifest(file), schema), allowsOnlyRegistered: only };
  } catch (error) {
    throw error instanceof ManifestError ? toCommandError("PERSISTED_OPERATIONS", error) : error;
  }
}

function readManifest(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`PERSISTED_OPERATIONS: ${file} cannot be read`);
  }
}

async function installed<T>(importing: Promise<T>, refusal: string): Promise<T> {
  try {
    return await importing;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw code === "ERR_MODULE_NOT_FOUND" ? new CommandError(refusal) : error;
  }
}
