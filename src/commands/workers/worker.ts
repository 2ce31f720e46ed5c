import cluster from "node:cluster";
import { on, once } from "node:events";
import type { Metrics, Scrapable } from "../../gateway/http/observation/metrics.ts";
import type { Logger } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";
import { startGateway } from "../gateway/gateway.ts";
import { setHeapFlags, untilStopped } from "../service.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { takeShare } from "./share.ts";

export async function runWorker(settings: Settings, mainLog: Logger): Promise<void> {
  setHeapFlags();
  const [begin] = (await once(process, "message")) as [ToWorker];
  if (begin.kind !== "begin") throw new TypeError("the first message to a worker begins its work");
  const { place, registry } = begin;
  const close = receive("close");
  const stop = receive("stop").then(() => "the first process");
  const log = Object.assign(mainLog.child({ worker: place.number }), { keys: mainLog.keys });
  try {
    const share = takeShare(settings, place);
    await using gateway = await startGateway(share, log, registry, { scrapable: toMetricsOfAll });
    send({ kind: "ready", url: gateway.url });
    void close.then(() => {
      gateway.stopListening();
      send({ kind: "closed" });
    });
    await untilStopped(log, stop);
  } catch (error) {
    log.debug({ err: error }, "worker ends with an error");
    const reason = error instanceof Error ? error.message : error;
    const message = `WORKERS: worker ${place.number} ended with an error: ${reason}`;
    send({ kind: "failed", message: error instanceof CommandError ? error.message : message });
    process.exitCode = 1;
  } finally {
    cluster.worker?.disconnect();
  }
}

function toMetricsOfAll(own: Metrics): Scrapable {
  process.on("message", async ({ kind }: ToWorker) => {
    if (kind === "measure") send({ kind: "measured", values: await own.readValues() });
  });
  return {
    async scrape() {
      const scraped = receive("scraped");
      send({ kind: "scrape" });
      return (await scraped).scrape;
    },
  };
}

type Message<Kind> = Extract<ToWorker, { readonly kind: Kind }>;

async function receive<Kind extends ToWorker["kind"]>(kind: Kind): Promise<Message<Kind>> {
  for await (const [message] of on(process, "message") as AsyncIterable<[ToWorker]>) {
    if (message.kind === kind) return message as Message<Kind>;
  }
  throw new Error("The first process is gone");
}

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}
