import { availableParallelism } from "node:os";
import { GatewayServer } from "../../gateway/http/server.ts";
import type { Logger } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { startOwnMetricsServer } from "../router/optional-parts.ts";
import { type RegistryAddress, type StartOptions, startRouter } from "../router/start-router.ts";
import { setHeapFlags, toListenError, untilStopped, warnOfStrayNames } from "../service.ts";
import { Workers } from "../workers/workers.ts";
import { WorkersMetrics } from "../workers/workers-metrics.ts";

/**
 * `tapgraph gateway`: serves until it must stop. Without `REGISTRY_URL`, it first starts the
 * embedded registry.
 * @throws CommandError if it cannot start with these settings.
 */
export async function runGateway(settings: Settings, log: Logger): Promise<void> {
  setHeapFlags();
  warnOfStrayNames(log);
  await using stack = new AsyncDisposableStack();
  const workers = settings.WORKERS === "auto" ? availableParallelism() : settings.WORKERS;
  const registry = await reachRegistry(settings, log, stack);
  let url: string;
  if (workers === 1) ({ url } = stack.use(await startGateway(settings, log, registry)));
  else {
    const metrics = new WorkersMetrics();
    await startOwnMetricsServer(settings, metrics, stack);
    ({ url } = stack.use(await Workers.start({ count: workers, registry, log, metrics })));
  }
  if (registry.sampleKey !== null)
    process.stdout.write(formatWelcome(settings, url, registry.sampleKey));
  log.info({ url, registry: registry.name }, "gateway is listening");
  await untilStopped(log);
}

/**
 * Starts a gateway in front of a registry. The caller must dispose of it.
 * @throws CommandError if it cannot listen.
 */
export async function startGateway(
  settings: Settings,
  log: Logger,
  registry: RegistryAddress,
  options: StartOptions = {},
): Promise<AsyncDisposable & Pick<GatewayServer, "url" | "stopListening">> {
  await using stack = new AsyncDisposableStack();
  const router = await startRouter({ settings, log, registry, ...options }, stack);
  registry.driftWhile?.(() => router.streams.size > 0);
  const { HOST: host, PORT: port } = settings;
  try {
    const server = stack.use(await GatewayServer.start(router, { host, port }));
    const owned = stack.move();
    return {
      url: server.url,
      stopListening: () => server.stopListening(),
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  } catch (error) {
    throw toListenError(error, settings);
  }
}

/**
 * The registry that the settings name. If they name none, starts the embedded registry.
 * @param options.hasPort whether the embedded registry may listen on a port. @default true
 */
export async function reachRegistry(
  settings: Settings,
  log: Logger,
  stack: AsyncDisposableStack,
  { hasPort = true }: { readonly hasPort?: boolean } = {},
): Promise<RegistryAddress> {
  const { REGISTRY_URL: url, ADDITIONAL_DATA_LINKS: links } = settings;
  if (url === undefined) {
    const { startEmbeddedRegistry } = await import("./embedded-registry.ts");
    return stack.use(await startEmbeddedRegistry(settings, log, { hasPort }));
  }
  if (links.length === 0 && settings.OWN_FIELDS === undefined) {
    log.info("ADDITIONAL_DATA_LINKS is not set: additional data is not linked to records");
  }
  return { url, name: new URL(url).host, links, ownFields: null, sampleKey: null };
}

function formatWelcome(
  { KEYS_FILE: keysFile, KEYS_FILE_ALSO_KEYS: takesKeys }: Settings,
  url: string,
  key: string,
): string {
  const query = JSON.stringify({
    query: "{ tags(first: 2) { nodes { name data { terminal { name } } } } }",
  });
  const example =
    keysFile === undefined || takesKeys
      ? `curl ${url}/graphql -H 'content-type: application/json' -H 'x-api-key: ${key}' -d '${query}'`
      : `Callers send tokens: put the sample key into ${keysFile}, under any name.`;
  return `
  *** This is the embedded sample: made-up tags and terminals, to try tapgraph with. ***
      Set REGISTRY_URL to use your own registry.
      While somebody listens to changes, some of its records change.

  Explorer    ${url}/graphql
  Sample key  ${key}

  ${example}

`;
}
