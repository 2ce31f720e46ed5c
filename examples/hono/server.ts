import { once } from "node:events";
import * as http from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type AppOptions, createApp } from "./app.ts";

/** How long closing waits for answers to be sent. Connections without a request, which browsers open ahead, close then too. */
const closeTimeoutMs = 5_000;

/** Serves the application on Node.js. */
export function createServer(options: AppOptions) {
  const app = createApp(options);
  const server = http.createServer(getRequestListener(app.fetch));
  return {
    server,
    /** Accepts no more requests and answers those in flight. */
    async close(): Promise<void> {
      const closed = once(server, "close");
      server.close();
      await app.close();
      const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
