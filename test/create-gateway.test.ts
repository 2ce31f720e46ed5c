import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import * as current from "@prometheus-io/client";
import * as earlier from "prom-client";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createGateway, type Gateway, type GatewayOptions } from "../src/create-gateway.ts";
import type { PrometheusRegistry } from "../src/gateway/http/observation/prometheus-registry.ts";
import { maxBodyBytes } from "../src/gateway/http/request/http-request.ts";
import { readResponse } from "./support/gateway.ts";
import { startTcpServer } from "./support/listen.ts";
import { startSampleRegistry } from "./support/real-registry.ts";
import { freeAddress, stall, startScriptedRegistry } from "./support/scripted-registry.ts";
import { runProgram } from "./support/tapgraph.ts";

const registry = await startSampleRegistry();
afterAll(() => registry[Symbol.asyncDispose]());

const query = "{ tags(first: 2) { nodes { name } } }";

function create(options: Partial<GatewayOptions> = {}): Gateway {
  return createGateway({ REGISTRY_URL: registry.url, LOG_LEVEL: "silent", ...options });
}

function ask(headers: Record<string, string> = {}, body: object = { query }): Request {
  return new Request("http://app.example/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

const codesOf = async (response: Response) => (await readResponse(response)).codes;

/** A program's logger that gives each line to a function. */
const logTo = (write: (fields: object, message: string) => unknown) => ({
  ...{ debug: write, info: write, warn: write, error: write },
});

async function namesOf(response: Response): Promise<readonly string[]> {
  const { data } = (await response.json()) as { data: { tags: { nodes: { name: string }[] } } };
  return data.tags.nodes.map(({ name }) => name);
}

describe("own fields", () => {
  test("are SDL, and belong to one gateway", async () => {
    const asked = { query: "{ tags(first: 1) { nodes { data { site } } } }" };
    const askFrom = async (gateway: Gateway) =>
      readResponse(await gateway.fetch(ask({ "x-api-key": registry.key }, asked)));
    await using first = create({ ownFields: "type TagData { site: String }" });
    await using second = create({
      ownFields: 'type TagData { site: String @item(identifier: "site_kind") }',
    });
    await using third = create();
    const nodesOf = async (gateway: Gateway) => (await askFrom(gateway)).data.tags.nodes;
    expect(await nodesOf(first)).toEqual([{ data: { site: "Northgate Hospital" } }]);
    expect(await nodesOf(second)).toEqual([{ data: { site: "Hospital" } }]);
    expect((await askFrom(third)).codes).toEqual(["GRAPHQL_VALIDATION_FAILED"]);
  });

  test.each([
    [{ ownFields: "" }, "ownFields: it is empty."],
    [{ ownFields: "type Tag { a: Int }" }, "ownFields:1:6: Tag is not allowed here."],
    [{ ownFields: 5 as never }, "ownFields: expected SDL"],
    [
      { ownFields: "type TagData { a: Tag }", OWN_FIELDS: "a" },
      "cannot be combined with OWN_FIELDS",
    ],
  ])("are refused at once: %j", (options, expected) => {
    expect(() => create(options)).toThrow(expected);
  });
});

describe("fetch", () => {
  test("returns the same response as the gateway's own server, to the byte", async () => {
    await using gateway = create({ PORT: 0 });
    const { url } = await gateway.listen();
    const headers = { "x-api-key": registry.key };
    const own = await fetch(`${url}/graphql`, ask(headers));
    const fetched = await gateway.fetch(ask(headers));
    expect(await fetched.text()).toBe(await own.text());
    expect([fetched.status, fetched.headers.get("content-type")]).toEqual([
      own.status,
      own.headers.get("content-type"),
    ]);
  });

  test("also serves the explorer, health and metrics, and answers 404 elsewhere", async () => {
    await using gateway = create();
    const get = (path: string, accept = "*/*") =>
      gateway.fetch(new Request(`http://app.example${path}`, { headers: { accept } }));
    expect(await (await get("/graphql", "text/html")).text()).toContain("<!doctype html>");
    expect(await (await get("/health/ready")).json()).toMatchObject({ status: "ok" });
    expect(await (await get("/metrics")).text()).toContain("tapgraph_requests_total");
    expect((await get("/")).headers.get("location")).toBe("graphql");
    expect((await get("/nowhere")).status).toBe(404);
  });

  test("refuses a body that is too large", async () => {
    await using gateway = create();
    const large = await gateway.fetch(ask({}, { query: " ".repeat(maxBodyBytes) }));
    expect(large.status).toBe(413);
  });

  test("answers 400 to a body that fails before its end", async () => {
    await using gateway = create();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"query": "{')),
      pull: (controller) => controller.error(new Error("no gzip after all")),
    });
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half" } as const;
    const response = await gateway.fetch(new Request("http://app.example/graphql", init));
    expect(response.status).toBe(400);
    expect(await codesOf(response)).toEqual(["BAD_REQUEST"]);
  });

  test("answers 500 and logs why if the program has already read the body", async () => {
    const lines: string[] = [];
    const log = logTo((fields) => void lines.push(JSON.stringify(fields)));
    await using gateway = create({ log, LOG_LEVEL: "error" });
    const request = ask();
    await request.text();
    expect((await gateway.fetch(request)).status).toBe(500);
    expect(lines.join("\n")).toContain("the request's body was read before");
  });

  test.each([
    ["x-api-key", "a-key-of-a-project"],
    ["authorization", "Bearer a-key-of-a-project"],
  ])("refuses a repeated header %s just as the gateway's own server does", async (name, value) => {
    await using gateway = create({ PORT: 0 });
    const { url } = await gateway.listen();
    const sent = request(`${url}/graphql`, {
      method: "POST",
      headers: ["host", "a", "content-type", "application/json", name, value, name, value],
    });
    sent.end(JSON.stringify({ query }));
    const [response] = await once(sent, "response");
    const own = await text(response);
    const twice = ask();
    twice.headers.append(name, value);
    twice.headers.append(name, value);
    expect(own).toContain("BAD_USER_INPUT");
    expect(await (await gateway.fetch(twice)).text()).toBe(own);
  });

  test("returns a stream of changes, and ends it when its reader leaves", async () => {
    await using gateway = create();
    const headers = { accept: "text/event-stream", "x-api-key": registry.key };
    const response = await gateway.fetch(
      ask(headers, { query: "subscription { changes { kind } }" }),
    );
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("RESET")) text += (await reader?.read())?.value ?? "";
    await reader?.cancel();
    const metrics = await gateway.fetch(new Request("http://app.example/metrics"));
    expect(await metrics.text()).toMatch(/^tapgraph_subscriptions 0$/m);
  });

  test("ends a request whose caller leaves before its body has ended", async () => {
    await using gateway = create();
    const leaving = new AbortController();
    const body = new ReadableStream({ pull: () => new Promise<void>(() => {}) });
    const init = { method: "POST", body, signal: leaving.signal, duplex: "half" } as const;
    const headers = { "content-type": "application/json" };
    const response = gateway.fetch(new Request("http://app.example/graphql", { ...init, headers }));
    leaving.abort();
    expect((await response).type).toBe("error");
  });

  test("cancels a request's calls to the registry when its caller leaves", async () => {
    await using stalling = await startScriptedRegistry(stall);
    await using gateway = create({ REGISTRY_URL: stalling.url });
    const leaving = new AbortController();
    const result = gateway.fetch(
      new Request(ask({ "x-api-key": "k" }), { signal: leaving.signal }),
    );
    const call = await stalling.call(0);
    const closed = Promise.withResolvers<void>();
    call.response.once("close", closed.resolve);
    leaving.abort();
    await closed.promise;
    await result;
  });
});

test("with findKey the key comes from there alone, such as from a session", async () => {
  const sessions = new Map([["a session", registry.key]]);
  await using gateway = create({
    findKey: async ({ headers }) => sessions.get(String(headers["cookie"])) ?? null,
  });
  expect(await namesOf(await gateway.fetch(ask({ cookie: "a session" })))).toHaveLength(2);
  const other = await gateway.fetch(ask({ cookie: "none", "x-api-key": registry.key }));
  expect(await codesOf(other)).toEqual(["UNAUTHENTICATED"]);
});

test("a gateway that closes answers a request whose key is still being found", async () => {
  const key = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  await using gateway = create({
    findKey: () => {
      asked.resolve();
      return key.promise;
    },
  });
  const response = gateway.fetch(ask());
  await asked.promise;
  let isClosed = false;
  const closing = gateway.close().then(() => {
    isClosed = true;
  });
  // Enough for a gateway that has nothing to wait for.
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  expect(isClosed).toBe(false);
  key.resolve(registry.key);
  expect(await namesOf(await response)).toHaveLength(2);
  await closing;
});

test("the program's own logger gets the log lines, and never the key", async () => {
  const lines: unknown[] = [];
  const log = logTo((fields, message) => void lines.push({ ...fields, message }));
  await using gateway = createGateway({
    REGISTRY_URL: registry.url,
    log,
    findKey: () => {
      throw new Error(`no session for ${registry.key}`);
    },
  });
  const response = await gateway.fetch(ask({ "x-api-key": registry.key }));
  expect(response.status).toBe(500);
  expect(lines).toMatchObject([
    { message: "unexpected error" },
    { message: "request", status: 500 },
  ]);
  expect(JSON.stringify(lines)).not.toContain(registry.key);
});

const appMetric = { name: "app_total", help: "Of the program" };

test.each([
  [
    "@prometheus-io/client",
    new current.Counter({ ...appMetric, registers: [] }),
    new current.Registry(),
  ],
  ["prom-client", new earlier.Counter({ ...appMetric, registers: [] }), new earlier.Registry()],
])(
  "a Registry of %s shows the metrics until the gateway is closed",
  async (_, metric, prometheus: PrometheusRegistry & { metrics(): Promise<string> }) => {
    prometheus.registerMetric(metric);
    const gateway = create({ prometheus });
    await gateway.fetch(ask({ "x-api-key": registry.key }));
    const shown = await prometheus.metrics();
    expect(shown).toContain("app_total 0");
    expect(shown).toContain('tapgraph_requests_total{outcome="ok"} 1');
    expect(shown).toContain("tapgraph_request_duration_seconds_count 1");
    await gateway.close();
    expect(await prometheus.metrics()).not.toContain("tapgraph");
  },
);

test("close cuts off a stream that is not read, and later what is still under way", async () => {
  const never = new Promise<never>(() => {});
  const gateway = create({
    findKey: ({ headers }) => (headers["cookie"] ? never : registry.key),
  });
  const query = "subscription { changes { kind } }";
  const response = await gateway.fetch(ask({ accept: "text/event-stream" }, { query }));
  void gateway.fetch(ask({ cookie: "a" }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const closed = gateway.close();
    await vi.waitUntil(() => vi.getTimerCount() === 2);
    await vi.advanceTimersToNextTimerAsync();
    expect(await response.text()).not.toContain("complete");
    await vi.advanceTimersToNextTimerAsync();
    await closed;
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("two gateways in one process share nothing, and set neither signal handlers nor environment", async () => {
  const before = [process.listenerCount("SIGTERM"), JSON.stringify(process.env)];
  await using one = create();
  await using other = create({ REGISTRY_URL: await freeAddress() });
  expect(await namesOf(await one.fetch(ask({ "x-api-key": registry.key })))).toHaveLength(2);
  const down = await other.fetch(ask({ "x-api-key": registry.key }));
  expect(await codesOf(down)).toEqual(["REGISTRY_UNAVAILABLE"]);
  expect([process.listenerCount("SIGTERM"), JSON.stringify(process.env)]).toEqual(before);
});

test.each([
  [{ MAX_PAGE_SIZE: "many" }, 'MAX_PAGE_SIZE: "many" is not a whole number from 1 to 100000'],
  [{ REGISTRY_URL: "nowhere" }, "REGISTRY_URL: expected an address"],
  [{ MAX_PAGES: 5 }, "createGateway has no option MAX_PAGES"],
  [{ toString: 5 }, "createGateway has no option toString"],
  [{ WORKERS: 2 }, "createGateway has no option WORKERS"],
  [{ REGISTRY_DB: "tapgraph.db" }, "createGateway has no option REGISTRY_DB"],
  [
    { log: { info() {} } },
    "log: expected an object with the functions debug, info, warn and error",
  ],
  [{ log: 5 }, "log: expected"],
  [{ prometheus: {} }, "prometheus: expected a Registry of @prometheus-io/client or prom-client"],
  [{ findKey: "x" }, "findKey: expected a function"],
  [{ findKey() {}, KEYS_FILE: "a" }, "findKey: it cannot be combined with KEYS_FILE"],
])("the options %j are refused immediately", (options, message) => {
  expect(() => create(options as object)).toThrow(message);
});

test.each([undefined, null])(
  "options that are %s are refused for the missing address",
  (options) => {
    const createWith: (options: unknown) => Gateway = createGateway as never;
    expect(() => createWith(options)).toThrow("REGISTRY_URL: expected the registry's address");
  },
);

describe("a logger of the program that fails", () => {
  const fail = () => {
    throw new Error("the disk is full");
  };
  test.each([
    ["immediately", fail],
    ["later", async () => fail()],
  ])("%s costs neither the response nor the process", async (_, write) => {
    const written = Promise.withResolvers<void>();
    const info = () => {
      written.resolve();
      return write();
    };
    const log = { ...logTo(write), info };
    await using gateway = createGateway({ REGISTRY_URL: registry.url, log });
    const uncaught: unknown[] = [];
    const keep = (error: unknown) => void uncaught.push(error);
    process.prependListener("uncaughtException", keep);
    process.prependListener("unhandledRejection", keep);
    expect(await namesOf(await gateway.fetch(ask({ "x-api-key": registry.key })))).toHaveLength(2);
    await written.promise;
    await setImmediate();
    process.off("uncaughtException", keep);
    process.off("unhandledRejection", keep);
    expect(uncaught).toEqual([]);
  });
});

test("a program that only waits for its response gets one, even if the registry is down", async () => {
  const program = `
    import { createGateway } from ${JSON.stringify(join(import.meta.dirname, "../src/create-gateway.ts"))};
    const gateway = createGateway({ REGISTRY_URL: "${await freeAddress()}", LOG_LEVEL: "silent" });
    const headers = { "content-type": "application/json", "x-api-key": "any" };
    const body = ${JSON.stringify(JSON.stringify({ query }))};
    const request = new Request("http://app.example/graphql", { method: "POST", headers, body });
    console.log(await (await gateway.fetch(request)).text());
    await gateway.close();
  `;
  await using run = await runProgram(
    [process.execPath, "--input-type=module", "--eval", program],
    {},
  );
  expect(await run.exit()).toBe(0);
  expect(run.stdout).toContain('"code":"REGISTRY_UNAVAILABLE"');
});

describe("findKey", () => {
  test.each(["is slow", "fails"])(
    "that %s holds up neither preflight requests nor the explorer, and a browser may read the error",
    async (how) => {
      const origin = "https://app.example";
      const found = Promise.withResolvers<null>();
      await using gateway = create({
        MAX_REQUESTS_UNDER_WAY: 2,
        CORS_ORIGINS: [origin],
        findKey: () => (how === "fails" ? Promise.reject(new Error("no")) : found.promise),
      });
      const asked = [1, 2, 3].map(() => gateway.fetch(ask({ origin })));
      const { status, headers } = (await (how === "fails" ? asked[0] : asked[2])) as Response;
      expect(status).toBe(how === "fails" ? 500 : 503);
      expect(headers.get("access-control-allow-origin")).toBe(origin);
      const url = "http://app.example/graphql";
      const preflight = { origin, "access-control-request-method": "POST" };
      for (const [method, sent, expected] of [
        ["OPTIONS", preflight, 204],
        ["GET", { accept: "text/html" }, 200],
      ] as const) {
        const response = await gateway.fetch(new Request(url, { method, headers: sent }));
        expect(response.status).toBe(expected);
      }
      found.resolve(null);
    },
  );

  test("holds up nobody else with a request whose caller has left, which ends as one", async () => {
    const late = Promise.withResolvers<string>();
    await using gateway = create({
      MAX_REQUESTS_UNDER_WAY: 1,
      findKey: async ({ headers }) => (headers["cookie"] ? late.promise : registry.key),
    });
    const leaving = new AbortController();
    const left = gateway.fetch(new Request(ask({ cookie: "a" }), { signal: leaving.signal }));
    leaving.abort();
    expect(await namesOf(await gateway.fetch(ask()))).toHaveLength(2);
    late.resolve(registry.key);
    expect((await left).type).toBe("error");
    const metrics = await gateway.fetch(new Request("http://app.example/metrics"));
    expect(await metrics.text()).toContain('tapgraph_requests_total{outcome="aborted"} 1');
  });

  test("can return undefined if there is no key", async () => {
    await using gateway = create({ findKey: (() => undefined) as never });
    expect(await codesOf(await gateway.fetch(ask()))).toEqual(["UNAUTHENTICATED"]);
  });

  test.each([[5], [{}], [["a", "list"]]])(
    "is reported in the log if it returns %j",
    async (found) => {
      const causes: unknown[] = [];
      const error = (fields: object) => void causes.push(fields);
      await using gateway = createGateway({
        REGISTRY_URL: registry.url,
        findKey: (() => found) as never,
        log: { ...logTo(() => {}), error },
      });
      expect((await gateway.fetch(ask())).status).toBe(500);
      const message = expect.stringMatching(
        /^findKey: expected a string, or null for no key, not: /,
      );
      expect(causes).toMatchObject([{ err: { message } }]);
    },
  );
});

test("a Prometheus registry can show only one gateway", async () => {
  const prometheus = new current.Registry();
  await using one = create({ prometheus });
  await one.fetch(ask());
  await using other = create({ prometheus });
  await expect(other.fetch(ask())).rejects.toThrow(
    /^prometheus: tapgraph_\w+ is already registered/,
  );
});

test("a closed gateway no longer listens", async () => {
  const { port, origin } = new URL(await freeAddress());
  const gateway = create({ PORT: port });
  const [listening] = await Promise.allSettled([gateway.listen(), gateway.close()]);
  expect(listening).toMatchObject({ reason: { message: "The gateway is closed." } });
  await expect(gateway.listen()).rejects.toThrow("The gateway is closed.");
  await expect(fetch(origin)).rejects.toThrow("fetch failed");
});

test("a gateway that cannot start says why, and can still be closed", async () => {
  const gateway = create({ PERSISTED_ONLY: true });
  await expect(gateway.listen()).rejects.toThrow("PERSISTED_ONLY: it needs a manifest");
  await expect(gateway.close()).resolves.toBeUndefined();
});

test("a port in use is reported with its setting", async () => {
  await using server = await startTcpServer(() => {});
  const { port } = server;
  await using gateway = create({ PORT: port });
  await expect(gateway.listen()).rejects.toThrow(`PORT: 127.0.0.1:${port} is in use`);
});
