import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { GatewayServer, type ServerAddress } from "../../gateway/http/server.ts";
import type { Logger } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { toListenError, untilStopped } from "../service.ts";
import { checkShares } from "../workers/share.ts";
import { SharedPort } from "../workers/shared-port.ts";
import { Workers, type WorkersOptions } from "../workers/workers.ts";
import { WorkersMetrics } from "../workers/workers-metrics.ts";
import { startOwnMetricsServer } from "./observation.ts";
import type { RegistryAddress } from "./registry-address.ts";
import { type StartOptions, startRouter } from "./start-router.ts";

/**
 * `tapgraph gateway`: serves until it must stop. Without `REGISTRY_URL`, it starts the embedded registry before.
 * @throws CommandError if it cannot start with these settings.
 */
export async function runGateway(settings: Settings, log: Logger): Promise<void> {
  setHeapFlags();
  await using stack = new AsyncDisposableStack();
  const workers = settings.WORKERS === "auto" ? availableParallelism() : settings.WORKERS;
  checkShares(settings, workers);
  const registry = await reachRegistry(settings, log, stack);
  const { url } =
    workers === 1
      ? stack.use(await startGateway(settings, log, registry))
      : await startWorkers(settings, stack, { count: workers, registry, log });
  if (registry.sampleKey !== null) process.stdout.write(formatWelcome(url, registry.sampleKey));
  log.info({ url, registry: registry.name }, "gateway is listening");
  await untilStopped(log);
}

/** Starts several processes that serve one port, and one `/metrics` for all of them. */
async function startWorkers(
  settings: Settings,
  stack: AsyncDisposableStack,
  options: Omit<WorkersOptions, "port" | "metrics">,
): Promise<{ readonly url: string }> {
  const metrics = new WorkersMetrics();
  await startOwnMetricsServer(settings, metrics, stack);
  const port = await listen(settings, (address) => SharedPort.open(address, options.log));
  stack.defer(() => port.close());
  stack.use(await Workers.start({ ...options, port, metrics }));
  return port;
}

/** Changes defaults of V8 that do not suit a server with bursts of load and short-lived objects (docs/performance.md). */
export function setHeapFlags(): void {
  // By default, V8 allocates objects in the old generation if others from the same place in the code have survived a scavenge. Such
  // an object keeps everything that it points to, often an entire request, until the next full collection.
  setFlagsFromString("--no-allocation-site-pretenuring");
  // After some seconds without requests, V8 collects garbage to give memory back. By default, it also drops compiled code, which
  // makes the first seconds after a pause slow.
  setFlagsFromString("--no-memory-reducer-favors-memory");
  // By default, the heap may grow only a little before the next full collection, and the buffers of bodies count. Lists would cause
  // several full collections a second. With this flag, the heap may grow to three times the size of the live objects.
  setFlagsFromString("--heap-growing-percent=200");
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
): Promise<AsyncDisposable & { readonly url: string }> {
  await using stack = new AsyncDisposableStack();
  const router = await startRouter({ settings, log, registry, ...options }, stack);
  const start = (address: ServerAddress) => GatewayServer.start(router, address);
  const { url } = stack.use(await listen(settings, start));
  const owned = stack.move();
  return { url, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/**
 * Starts something that listens on `HOST` and `PORT`.
 * @throws CommandError if it cannot.
 */
async function listen<T>(
  { HOST, PORT }: Settings,
  start: (address: ServerAddress) => Promise<T>,
): Promise<T> {
  try {
    return await start({ host: HOST, port: PORT });
  } catch (error) {
    throw toListenError(error, { HOST, PORT });
  }
}

/** The registry that the settings name. If they name none, starts the embedded registry. */
async function reachRegistry(
  settings: Settings,
  log: Logger,
  stack: AsyncDisposableStack,
): Promise<RegistryAddress> {
  const { REGISTRY_URL: url, ADDITIONAL_DATA_LINKS: links } = settings;
  if (url === undefined) {
    const { startEmbeddedRegistry } = await import("./embedded-registry.ts");
    return stack.use(await startEmbeddedRegistry(settings, log));
  }
  if (links.length === 0) {
    log.info("ADDITIONAL_DATA_LINKS is not set: additional data is not linked to records");
  }
  return { url, name: new URL(url).host, links, sampleKey: null };
}

function formatWelcome(url: string, key: string): string {
  const query = JSON.stringify({
    query:
      '{ tags(first: 2) { nodes { name additionalDataField(identifier: "terminal_id") { terminal { name } } } } }',
  });
  return `
  *** This is the embedded sample: made-up tags and terminals, to try tapgraph with. ***
      Set REGISTRY_URL to use your own registry.

  Explorer    ${url}/graphql
  Sample key  ${key}

  curl ${url}/graphql -H 'content-type: application/json' -H 'x-api-key: ${key}' -d '${query}'

`;
}
