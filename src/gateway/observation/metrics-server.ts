import { once } from "node:events";
import { createServer } from "node:http";
import { NodeExchange } from "../http/node-exchange.ts";
import { GatewayRequest } from "../http/request.ts";
import { send } from "../http/send.ts";
import { refuse } from "../road/dress/dress.ts";
import type { WholeAnswer } from "../road/message.ts";
import type { Scrapable } from "./metrics.ts";

/** `GET /metrics`. */
export async function answerMetrics(metrics: Scrapable): Promise<WholeAnswer> {
  const { contentType, text } = await metrics.scrape();
  const headers = { "content-type": contentType, "cache-control": "no-store" };
  return { status: 200, headers, body: text };
}

/**
 * Starts a server for `/metrics` alone, on a port that can be kept from callers (`METRICS_PORT`).
 * @throws the server's error if it cannot listen: `EADDRINUSE`, `EACCES`, …
 */
export async function startMetricsServer(
  metrics: Scrapable,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AsyncDisposable> {
  const server = createServer({ IncomingMessage: GatewayRequest }, (request, response) => {
    const exchange = new NodeExchange(request, response);
    void answerScrape(metrics, exchange).then((answer) => send(exchange, answer));
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answerScrape(metrics: Scrapable, exchange: NodeExchange): Promise<WholeAnswer> {
  const { method, path } = exchange;
  const isScrape = (method === "GET" || method === "HEAD") && path.split("?", 1)[0] === "/metrics";
  if (isScrape) return answerMetrics(metrics);
  const message = "There is nothing here but /metrics.";
  return refuse(exchange, 404, [{ message, extensions: { code: "NOT_FOUND" } }]);
}
