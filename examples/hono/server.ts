import { once } from "node:events";
import * as http from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type AppOptions, createApp } from "./app.ts";

/** How long answers may take to be sent once it is to close. A connection opened ahead, without a request, is closed then too. */
const patienceMs = 5_000;

/** The application on Node.js. */
export function createServer(options: AppOptions) {
  const app = createApp(options);
  const server = http.createServer(getRequestListener(app.fetch));
  return {
    server,
    /** Takes no more requests, and answers those under way. */
    async close(): Promise<void> {
      const closed = once(server, "close");
      server.close();
      await app.close();
      const patience = setTimeout(() => server.closeAllConnections(), patienceMs);
      await closed;
      clearTimeout(patience);
    },
  };
}
