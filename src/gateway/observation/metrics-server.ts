import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { toOriginForm } from "../http/request.ts";
import { GatewayResponse } from "../http/response.ts";
import { send, sendError } from "../http/send.ts";
import type { Scrapable } from "./metrics.ts";

/** `GET /metrics`. */
export async function answerMetrics(metrics: Scrapable, response: GatewayResponse): Promise<void> {
  const { contentType, text } = await metrics.scrape();
  const headers = { "content-type": contentType, "cache-control": "no-store" };
  send(response, { status: 200, headers, body: text });
}

/**
 * A server with `/metrics` and nothing else, for whoever keeps it from callers (`METRICS_PORT`).
 * @throws the server's error where it cannot listen: `EADDRINUSE`, `EACCES`, …
 */
export async function startMetricsServer(
  metrics: Scrapable,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AsyncDisposable> {
  const server = createServer({ ServerResponse: GatewayResponse }, (request, response) => {
    if (isScrape(request)) void answerMetrics(metrics, response);
    else sendError(response, 404, "NOT_FOUND", "There is nothing here but /metrics.");
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

function isScrape({ method, url }: IncomingMessage): boolean {
  return (
    (method === "GET" || method === "HEAD") && toOriginForm(url).split("?", 1)[0] === "/metrics"
  );
}
