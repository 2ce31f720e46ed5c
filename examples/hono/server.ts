import { once } from "node:events";
import * as http from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type AppOptions, createApp } from "./app.ts";

/** How long `close` waits for responses to be sent. After that it closes all connections, including unused ones. */
const closeTimeoutMs = 5_000;

/** Serves the application on Node.js. */
export function createServer(options: AppOptions) {
  const app = createApp(options);
  const server = http.createServer(getRequestListener(app.fetch));
  return {
    server,
    /** Accepts no more requests and answers those under way. */
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
