import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Counter, Registry } from "@prometheus-io/client";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { createGateway, type LogTarget } from "tapgraph";
import { Sessions } from "./sessions.ts";

/** What the application needs. */
export interface AppOptions {
  readonly registryUrl: string;
  /** Returns the registry's key for a user with the right password, and null for anyone else. */
  readonly checkPassword: (name: string, password: string) => Promise<string | null>;
  readonly log: LogTarget;
}

/** How long `close` waits for responses to be sent. After that it closes all connections, including unused ones. */
const closeTimeoutMs = 5_000;

/** The application. It has its own routes and sessions. The gateway serves `/graphql` and the explorer. */
export function createApp({ registryUrl, checkPassword, log }: AppOptions) {
  const prometheus = new Registry();
  const logins = new Counter({
    name: "app_logins_total",
    help: "Users who logged in",
    registers: [prometheus],
  });
  const sessions = new Sessions();
  const gateway = createGateway({
    REGISTRY_URL: registryUrl,
    log,
    prometheus,
    findKey: ({ headers }) => sessions.findKey(headers["cookie"]?.toString()),
  });
  const answerByGateway = createRequestListener((request) => gateway.fetch(request));

  const logIn = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    const registryKey = await checkPassword(form.get("name") ?? "", form.get("password") ?? "");
    if (registryKey === null) return void response.writeHead(401).end("Wrong name or password\n");
    logins.inc();
    response.writeHead(204, { "set-cookie": sessions.begin(registryKey) }).end();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = "/"] = (request.url ?? "/").split("?");
    if (path === "/graphql" || path.startsWith("/explorer/")) {
      return answerByGateway(request, response);
    }
    switch (`${request.method} ${path}`) {
      case "POST /login":
        return logIn(request, response);
      case "POST /logout":
        response.writeHead(204, { "set-cookie": sessions.end(request.headers.cookie) }).end();
        return;
      case "GET /metrics":
        response.setHeader("content-type", prometheus.contentType);
        response.end(await prometheus.metrics());
        return;
      default:
        response.writeHead(404).end();
    }
  };

  const server = createServer(async (request, response) => {
    try {
      await answer(request, response);
    } catch (error) {
      log.error({ err: error }, "request failed");
      response.destroy();
    }
  });

  return {
    server,
    /** Accepts no more requests and answers those under way. */
    async close(): Promise<void> {
      const closed = once(server, "close");
      server.close();
      await gateway.close();
      const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
