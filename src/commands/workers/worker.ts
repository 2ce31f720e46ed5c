import cluster from "node:cluster";
import { once } from "node:events";
import type { Socket } from "node:net";
import type { Metrics, Scrapable, Scrape } from "../../gateway/http/observation/metrics.ts";
import { GatewayServer } from "../../gateway/http/server.ts";
import type { Logger } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";
import { startRouter } from "../router/start-router.ts";
import { setHeapFlags, untilStopped } from "../service.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { takeShare, type WorkerPlace } from "./share.ts";

/** `tapgraph gateway` as one of several processes. It serves the connections that the first process sends, until it must stop. */
export async function runWorker(settings: Settings, mainLog: Logger): Promise<void> {
  setHeapFlags();
  const { place, registry } = await receiveBegin();
  const log = Object.assign(mainLog.child({ worker: place.number }), { keys: mainLog.keys });
  try {
    await using stack = new AsyncDisposableStack();
    const scrapable = (own: Metrics) => new MetricsOfAll(own);
    const parts = { settings: takeShare(settings, place), log, registry, scrapable };
    const server = stack.use(GatewayServer.withoutPort(await startRouter(parts, stack)));
    const end = serveConnections(server);
    // Connections may still be on their way, so this waits for the last one.
    stack.defer(async () => {
      send({ kind: "stopping" });
      await end;
    });
    send({ kind: "ready" });
    await untilStopped(log, end);
  } catch (error) {
    log.debug({ err: error }, "worker ends with an error");
    send({ kind: "failed", message: toLine(error, place) });
    process.exitCode = 1;
  } finally {
    cluster.worker?.disconnect();
  }
}

async function receiveBegin(): Promise<Extract<ToWorker, { readonly kind: "begin" }>> {
  const [message] = (await once(process, "message")) as [ToWorker];
  if (message.kind !== "begin")
    throw new TypeError("the first message to a worker begins its work");
  return message;
}

/**
 * Serves the connections that the first process sends.
 * @returns a promise of the reason to stop, which resolves when the last connection has arrived.
 */
function serveConnections(server: GatewayServer): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  process.on("message", (message: ToWorker, socket: Socket | undefined) => {
    if (message.kind === "stop") resolve("the first process");
    if (message.kind !== "connection") return;
    send({ kind: "taken", number: message.number });
    if (socket !== undefined) server.serve(socket);
  });
  return promise;
}

function toLine(error: unknown, { number }: WorkerPlace): string {
  if (error instanceof CommandError) return error.message;
  return `WORKERS: worker ${number} ended with an error: ${error instanceof Error ? error.message : error}`;
}

/** The metrics of all workers. The first process asks each worker for its own, and adds them up. */
class MetricsOfAll implements Scrapable {
  #asked: PromiseWithResolvers<Scrape> | undefined;

  constructor(own: Metrics) {
    process.on("message", (message: ToWorker) => {
      if (message.kind === "measure") void sendMetrics(own);
      if (message.kind === "scraped") this.#settle(message.scrape);
    });
  }

  scrape(): Promise<Scrape> {
    if (this.#asked === undefined) {
      this.#asked = Promise.withResolvers();
      send({ kind: "scrape" });
    }
    return this.#asked.promise;
  }

  #settle(scrape: Scrape): void {
    this.#asked?.resolve(scrape);
    this.#asked = undefined;
  }
}

async function sendMetrics(own: Metrics): Promise<void> {
  send({ kind: "measured", values: await own.readValues() });
}

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}
