import { once } from "node:events";
import { createServer } from "node:http";
import { refusal } from "../answer/refusals.ts";
import { handleMetrics, type Scrapable } from "./observation/metrics.ts";
import { GatewayMessage, NodeRequest } from "./request/node-request.ts";
import { formatRefusal } from "./response/format-response.ts";
import type { WholeHttpResponse } from "./response/http-response.ts";
import { send } from "./response/send.ts";
import type { ServerAddress } from "./server.ts";

/**
 * Starts a server for `/metrics` alone, on a port that can be closed to callers (`METRICS_PORT`).
 * @throws the server's error if it cannot listen: `EADDRINUSE`, `EACCES`, …
 */
export async function startMetricsServer(
  metrics: Scrapable,
  { host, port }: ServerAddress,
): Promise<AsyncDisposable> {
  const server = createServer({ IncomingMessage: GatewayMessage }, (message, response) => {
    const request = new NodeRequest(message, response);
    void handleScrape(metrics, request).then((scraped) => send(request, scraped));
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

async function handleScrape(metrics: Scrapable, request: NodeRequest): Promise<WholeHttpResponse> {
  const { method, path } = request;
  const isScrape = (method === "GET" || method === "HEAD") && path.split("?", 1)[0] === "/metrics";
  if (isScrape) return handleMetrics(metrics, request);
  const notFound = refusal(404, "NOT_FOUND", "There is nothing here except /metrics.");
  return formatRefusal(notFound, request);
}
