import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { GatewayServer, type ServerAddress } from "../../gateway/server.ts";
import type { Logger } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { toListenError, untilStopped } from "../service.ts";
import { checkShares } from "../workers/share.ts";
import { SharedPort } from "../workers/shared-port.ts";
import { Workers, type WorkersOptions } from "../workers/workers.ts";
import { WorkersMetrics } from "../workers/workers-metrics.ts";
import { startOwnMetricsServer } from "./observation.ts";
import type { RegistryAddress } from "./registry-address.ts";
import { type StartOptions, startSite } from "./site.ts";

/**
 * `tapgraph gateway`: serves until it is told to stop. Without `REGISTRY_URL` it starts the embedded registry first.
 * @throws CommandError where it cannot start as it is set.
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

/** Several processes that serve one port, and one `/metrics` for all of them. */
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

/** Where V8 guesses wrong for a server that answers in bursts, with short-lived objects. */
export function setHeapFlags(): void {
  // V8 would allocate what often outlives a scavenge in the old generation at once. Garbage there keeps what it points to: in
  // half of all runs of S4 whole requests were kept until a full collection, for a fifth of the throughput.
  setFlagsFromString("--no-allocation-site-pretenuring");
  // When nothing has come for some ten seconds, V8 collects the heap to give memory back, and throws away code and the hidden
  // classes that code was compiled for: the first seconds after a pause had half the throughput. Now it only collects.
  setFlagsFromString("--no-memory-reducer-favors-memory");
  // After that V8 lets the heap grow by little before it collects all of it, and it counts the bodies' buffers in: up to five
  // full collections a second, which halved S3 and S5 and took the p99 of S5 from 5 to 33 ms. Now it may grow to three times.
  setFlagsFromString("--heap-growing-percent=200");
}

/**
 * A gateway in front of a registry, listening; whoever started it disposes of it.
 * @throws CommandError where it cannot listen.
 */
export async function startGateway(
  settings: Settings,
  log: Logger,
  registry: RegistryAddress,
  options: StartOptions = {},
): Promise<AsyncDisposable & { readonly url: string }> {
  await using stack = new AsyncDisposableStack();
  const site = await startSite({ settings, log, registry, ...options }, stack);
  const start = (address: ServerAddress) => GatewayServer.start(site, address);
  const { url } = stack.use(await listen(settings, start));
  const owned = stack.move();
  return { url, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/**
 * Starts what listens where the settings say.
 * @throws CommandError where it cannot.
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

/** The registry that the settings name; without one, the embedded registry is loaded and started. */
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
    log.info("ADDITIONAL_DATA_LINKS is not set: no additional data are known to name records");
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
      Set REGISTRY_URL to stand in front of your own registry.

  Explorer    ${url}/graphql
  Sample key  ${key}

  curl ${url}/graphql -H 'content-type: application/json' -H 'x-api-key: ${key}' -d '${query}'

`;
}
