import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SampleRegistry, startSampleRegistry } from "../../test/support/real-registry.ts";
import { json, stall, startScriptedRegistry } from "../../test/support/scripted-registry.ts";
import { createServer } from "./server.ts";

let registry: SampleRegistry;
beforeAll(async () => {
  registry = await startSampleRegistry();
});
afterAll(() => registry[Symbol.asyncDispose]());

const query = "{ tags(first: 2) { nodes { name } } }";
const user = new URLSearchParams({ name: "ada", password: "right" });

/** Starts the application on a free port, and collects the lines of its log. */
async function start(registryUrl = registry.url) {
  const lines: string[] = [];
  const write = (fields: object, message: string) =>
    void lines.push(JSON.stringify({ ...fields, message }));
  const app = createServer({
    registryUrl,
    log: { debug: write, info: write, warn: write, error: write },
    checkPassword: async (name, password) =>
      name === "ada" && password === "right" ? registry.key : null,
  });
  app.server.listen(0, "127.0.0.1");
  await once(app.server, "listening");
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return { url, lines, close: app.close, [Symbol.asyncDispose]: app.close };
}

/** Logs in and returns the cookie as a browser sends it back. */
async function logIn(url: string): Promise<string> {
  const { status, headers } = await fetch(`${url}/login`, { method: "POST", body: user });
  expect(status).toBe(204);
  return headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

function ask(url: string, cookie: string, signal: AbortSignal | null = null): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close", cookie },
    body: JSON.stringify({ query }),
    signal,
  });
}

async function codeOf(response: Response): Promise<string | undefined> {
  const { errors } = (await response.json()) as {
    readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
  };
  return errors?.[0]?.extensions.code;
}

test("a session reads tags without the key, until it ends", async () => {
  await using app = await start();
  const cookie = await logIn(app.url);
  expect(cookie).not.toContain(registry.key);
  const response = await ask(app.url, cookie);
  const name = expect.any(String);
  expect(await response.json()).toEqual({ data: { tags: { nodes: [{ name }, { name }] } } });
  await fetch(`${app.url}/logout`, { method: "POST", headers: { cookie } });
  expect(await codeOf(await ask(app.url, cookie))).toBe("UNAUTHENTICATED");
});

test("without a session no one reads tags, not even with a key in a header", async () => {
  await using app = await start();
  const wrong = new URLSearchParams({ name: "ada", password: "wrong" });
  const refused = await fetch(`${app.url}/login`, { method: "POST", body: wrong });
  expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []]);
  const response = await fetch(`${app.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": registry.key },
    body: JSON.stringify({ query }),
  });
  expect(await codeOf(response)).toBe("UNAUTHENTICATED");
});

test("the application's log has a line for each request, and no key", async () => {
  await using app = await start();
  await ask(app.url, await logIn(app.url));
  expect(app.lines.filter((line) => line.includes('"message":"request"'))).toHaveLength(1);
  expect(app.lines.join("\n")).not.toContain(registry.key);
});

test("the application's /metrics shows its own metrics and the gateway's", async () => {
  await using app = await start();
  await ask(app.url, await logIn(app.url));
  const text = await (await fetch(`${app.url}/metrics`)).text();
  expect(text).toMatch(/^app_logins_total 1$/m);
  expect(text).toMatch(/^tapgraph_requests_total\{outcome="ok"\} 1$/m);
});

test("a browser gets the explorer and its script", async () => {
  await using app = await start();
  const page = await fetch(`${app.url}/graphql`, { headers: { accept: "text/html" } });
  const [, script = ""] = /src="\.(\/explorer\/[^"]+)"/.exec(await page.text()) ?? [];
  const { status, headers } = await fetch(`${app.url}${script}`);
  expect([status, headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
});

test("changes arrive as server-sent events", async () => {
  await using app = await start();
  const leaving = new AbortController();
  const response = await fetch(`${app.url}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream",
      cookie: await logIn(app.url),
    },
    body: JSON.stringify({ query: "subscription { changes { kind } }" }),
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("RESET")) text += (await reader?.read())?.value ?? "";
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  leaving.abort();
});

test("a client that disconnects cancels its calls to the registry", async () => {
  await using stalling = await startScriptedRegistry(stall);
  await using app = await start(stalling.url);
  const leaving = new AbortController();
  const asked = ask(app.url, await logIn(app.url), leaving.signal);
  const { response } = await stalling.call(0);
  const cancelled = once(response, "close");
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await cancelled;
});

test("closing the application answers the requests under way", async () => {
  await using slow = await startScriptedRegistry(stall);
  await using app = await start(slow.url);
  const asked = ask(app.url, await logIn(app.url));
  const call = await slow.call(0);
  const closed = app.close();
  json({ tags: [{ id: "a", name: "A" }], limit: 2, page: 1, count: 1, page_count: 1 })(call, 0);
  expect(await (await asked).json()).toEqual({ data: { tags: { nodes: [{ name: "A" }] } } });
  await closed;
});
