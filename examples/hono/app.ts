import { Counter, Registry } from "@prometheus-io/client";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { createGateway, type LogTarget } from "tapgraph";

/** What the application needs. */
export interface AppOptions {
  readonly registryUrl: string;
  /** Returns the registry's key for a user with the right password, and null for anyone else. */
  readonly checkPassword: (name: string, password: string) => Promise<string | null>;
  readonly log: LogTarget;
}

/** No script can read the cookie, and no page of another site can make the browser send it. Add `secure: true` behind TLS. */
const cookie = { name: "session", options: { httpOnly: true, sameSite: "Strict" } } as const;

/** The application. It has its own routes and sessions. The gateway serves `/graphql` and the explorer. */
export function createApp({ registryUrl, checkPassword, log }: AppOptions) {
  const prometheus = new Registry();
  const logins = new Counter({
    name: "app_logins_total",
    help: "Users who logged in",
    registers: [prometheus],
  });
  // The registry's keys, by session id. They are in memory only, so users log in again after a restart.
  const sessions = new Map<string, string>();
  const gateway = createGateway({
    REGISTRY_URL: registryUrl,
    log,
    prometheus,
    findKey: ({ headers }) => {
      const cookies = parse(headers["cookie"]?.toString() ?? "", cookie.name);
      return sessions.get(cookies[cookie.name] ?? "") ?? null;
    },
  });

  const app = new Hono();
  app.use(compress());
  app.all("/graphql", (context) => gateway.fetch(context.req.raw));
  app.all("/explorer/*", (context) => gateway.fetch(context.req.raw));
  app.post("/login", async (context) => {
    const { name, password } = await context.req.parseBody();
    const registryKey = await checkPassword(String(name), String(password));
    if (registryKey === null) return context.text("Wrong name or password\n", 401);
    const id = crypto.randomUUID();
    sessions.set(id, registryKey);
    logins.inc();
    setCookie(context, cookie.name, id, cookie.options);
    return context.body(null, 204);
  });
  app.post("/logout", (context) => {
    sessions.delete(getCookie(context, cookie.name) ?? "");
    deleteCookie(context, cookie.name);
    return context.body(null, 204);
  });
  app.get("/metrics", async (context) => {
    context.header("content-type", prometheus.contentType);
    return context.body(await prometheus.metrics());
  });
  app.onError((error, context) => {
    log.error({ err: error }, "request failed");
    return context.body(null, 500);
  });

  return {
    fetch: app.fetch,
    /** Answers the gateway's requests under way and ends its streams. */
    close: () => gateway.close(),
  };
}
