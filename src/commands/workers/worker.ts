import cluster from "node:cluster";
import { once } from "node:events";
import type { Socket } from "node:net";
import { GatewayServer } from "../../gateway/http/server.ts";
import type { Metrics, Scrapable, Scrape } from "../../gateway/observation/metrics.ts";
import type { Logger } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";
import { setHeapFlags } from "../gateway/gateway.ts";
import { startSite } from "../gateway/site.ts";
import { untilStopped } from "../service.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { type Place, takeShare } from "./share.ts";

/** `tapgraph gateway` as one of several processes. It serves the connections that it is handed until it is told to stop. */
export async function runWorker(settings: Settings, mainLog: Logger): Promise<void> {
  setHeapFlags();
  const { place, registry } = await untilBegin();
  const log = Object.assign(mainLog.child({ worker: place.number }), { keys: mainLog.keys });
  try {
    await using stack = new AsyncDisposableStack();
    const scrapable = (own: Metrics) => new MetricsOfAll(own);
    const parts = { settings: takeShare(settings, place), log, registry, scrapable };
    const server = stack.use(GatewayServer.forHanded(await startSite(parts, stack)));
    const end = serveHanded(server);
    // Wait for the last connection: one may still be on its way.
    stack.defer(async () => {
      tell({ kind: "stopping" });
      await end;
    });
    tell({ kind: "ready" });
    await untilStopped(log, end);
  } catch (error) {
    log.debug({ err: error }, "worker ends by an error");
    tell({ kind: "failed", message: toLine(error, place) });
    process.exitCode = 1;
  } finally {
    cluster.worker?.disconnect();
  }
}

async function untilBegin(): Promise<Extract<ToWorker, { readonly kind: "begin" }>> {
  const [message] = (await once(process, "message")) as [ToWorker];
  if (message.kind !== "begin") throw new TypeError("a worker is told first what to do");
  return message;
}

/**
 * Serves the connections that the first process hands over.
 * @returns resolves with the reason to stop when the last connection has arrived.
 */
function serveHanded(server: GatewayServer): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  process.on("message", (message: ToWorker, socket: Socket | undefined) => {
    if (message.kind === "end") resolve("the first process");
    if (message.kind !== "connection") return;
    tell({ kind: "taken", number: message.number });
    if (socket !== undefined) server.serve(socket);
  });
  return promise;
}

function toLine(error: unknown, { number }: Place): string {
  if (error instanceof CommandError) return error.message;
  return `WORKERS: worker ${number} ended by an error: ${error instanceof Error ? error.message : error}`;
}

/** The metrics of all workers. The first process asks each worker for its own, and sums them. */
class MetricsOfAll implements Scrapable {
  #asked: PromiseWithResolvers<Scrape> | undefined;

  constructor(own: Metrics) {
    process.on("message", (message: ToWorker) => {
      if (message.kind === "count") void tellFigures(own);
      if (message.kind === "scraped") this.#settle(message.scrape);
    });
  }

  scrape(): Promise<Scrape> {
    if (this.#asked === undefined) {
      this.#asked = Promise.withResolvers();
      tell({ kind: "scrape" });
    }
    return this.#asked.promise;
  }

  #settle(scrape: Scrape): void {
    this.#asked?.resolve(scrape);
    this.#asked = undefined;
  }
}

async function tellFigures(own: Metrics): Promise<void> {
  tell({ kind: "counted", values: await own.readValues() });
}

function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}
