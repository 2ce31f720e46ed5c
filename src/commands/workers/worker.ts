import cluster from "node:cluster";
import { once } from "node:events";
import type { Metrics, Scrapable, Scrape } from "../../gateway/observation/metrics.ts";
import type { Logger } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";
import { setHeapFlags, startGateway } from "../gateway/gateway.ts";
import { untilStopped } from "../service.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { takeShare } from "./share.ts";

/** `tapgraph gateway` as one of several processes: serves until it is told to stop. */
export async function runWorker(settings: Settings, mainLog: Logger): Promise<void> {
  setHeapFlags();
  const { place, registry } = await untilBegin();
  const log = Object.assign(mainLog.child({ worker: place.number }), { keys: mainLog.keys });
  try {
    await using gateway = await startGateway(takeShare(settings, place), log, registry, {
      scrapable: (own) => new MetricsOfAll(own),
    });
    tell({ kind: "listening", url: gateway.url });
    await untilStopped(log);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    tell({ kind: "failed", message: error.message });
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

/** The figures of all workers. Only the first process has them; it asks each worker for its own. */
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
  process.send?.(message);
}
