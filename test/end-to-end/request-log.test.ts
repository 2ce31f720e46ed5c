import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { post, startGateway } from "../support/gateway.ts";
import { type SampleRegistry, startSampleRegistry } from "../support/real-registry.ts";
import { stall, startScriptedRegistry } from "../support/scripted-registry.ts";
import { type GatewayRun, type LogLine, runGateway } from "../support/tapgraph.ts";
import { until } from "../support/upstream.ts";

const list = "query TagList { tags(first: 2) { nodes { id } } }";

let registry: SampleRegistry;
let run: GatewayRun;

beforeAll(async () => {
  registry = await startSampleRegistry();
  run = await runGateway({ REGISTRY_URL: registry.url });
});

afterAll(async () => {
  await run[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

test("a gateway with REGISTRY_URL starts no sample, and prints no key", async () => {
  await post(`${run.url}/graphql`, { query: list }, { "x-api-key": registry.key });
  expect(run.output).not.toMatch(/sample/i);
  expect(run.output).not.toContain(registry.key);
});

let requests = 0;

async function logged(
  body: object,
  headers: Readonly<Record<string, string>> = { "x-api-key": registry.key },
): Promise<LogLine | undefined> {
  requests += 1;
  const requestId = `request-${requests}`;
  const response = await post(`${run.url}/graphql`, body, {
    ...headers,
    "x-request-id": requestId,
  });
  expect(response.headers.get("x-request-id")).toBe(requestId);
  return lineOf(requestId);
}

async function lineOf(requestId: string): Promise<LogLine | undefined> {
  await run.waitFor(new RegExp(`"requestId":"${requestId}".*"msg":"request"`));
  return run.log.find((line) => line["requestId"] === requestId);
}

// The second time, the gateway knows the documents, and skips parsing and validation. The log must be the same.
describe.each(["a new query", "a query that came before"])("%s", () => {
  test("is logged in one line with its name, cost and outcome", async () => {
    const line = await logged({ query: list });
    expect(line).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      requestId: `request-${requests}`,
      operation: "TagList",
      client: "undici",
      outcome: "ok",
      status: 200,
      durationMs: expect.any(Number),
      restCalls: 1,
      msg: "request",
    });
  });

  test("is logged with the codes of its errors", async () => {
    const query = "{ a: tags(first: -1) { totalCount } b: tags(first: -1) { totalCount } }";
    expect(await logged({ query })).toMatchObject({
      outcome: "errors",
      codes: "BAD_USER_INPUT",
      restCalls: 0,
    });
  });

  test("is logged without a name if it has none", async () => {
    expect(await logged({ query: "{ terminals { totalCount } }" })).not.toHaveProperty("operation");
  });
});

test.each([
  ["one that is not in the document", { query: list, operationName: "Chosen" }],
  ["the key", { query: list.replace("TagList", "s3cretKey0123") }],
  ["too long", { query: list.replace("TagList", "L".repeat(65)) }],
])("an operation's name is not logged if it is %s", async (_, body) => {
  const line = await logged(body, { "x-api-key": "s3cretKey0123" });
  expect(line).toBeDefined();
  expect(line).not.toHaveProperty("operation");
});

test.each([
  [
    "by Apollo's headers",
    { "apollographql-client-name": "web", "apollographql-client-version": "1.2" },
    { client: "web", clientVersion: "1.2" },
  ],
  [
    "by the headers without a vendor",
    { "graphql-client-name": "web", "graphql-client-version": "1.2" },
    { client: "web", clientVersion: "1.2" },
  ],
  ["by the program alone", { "user-agent": "curl/8.5" }, { client: "curl/8.5" }],
  ["not by the key", { "user-agent": "shop s3cretKey0123" }, {}],
  [
    "in 64 characters",
    { "user-agent": `A\u00e9 ${"x".repeat(100)}` },
    { client: `A? ${"x".repeat(61)}` },
  ],
  [
    "with the caller's trace",
    { "user-agent": "x", traceparent: `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01` },
    { client: "x", trace_id: "ab".repeat(16) },
  ],
  ["without a trace that is none", { "user-agent": "x", traceparent: "00-1" }, { client: "x" }],
])("a client is logged %s", async (_, headers, expected) => {
  const line = await logged({ query: list }, { "x-api-key": "s3cretKey0123", ...headers });
  const seen = ["client", "clientVersion", "trace_id"].map((name) => [name, line?.[name]]);
  const told = seen.filter(([, value]) => value !== undefined);
  expect(Object.fromEntries(told)).toEqual(expected);
});

test("a malformed request is logged as refused", async () => {
  expect(await logged({ query: 5 })).toMatchObject({
    outcome: "refused",
    status: 400,
    codes: "BAD_REQUEST",
  });
});

/** Starts a gateway in this process, and collects the lines of its log by the id of their request. */
async function startHere(registryUrl: string, settings: Readonly<Record<string, string>> = {}) {
  const lines: Record<string, unknown>[] = [];
  const keep = (fields: object, msg: string) => void lines.push({ ...fields, msg });
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const gateway = await startGateway({ registryUrl, key: registry.key, settings, log });
  return {
    ...gateway,
    lines,
    async lineOf(requestId: string) {
      await until(() => lines.some((line) => line["requestId"] === requestId));
      return lines.find((line) => line["requestId"] === requestId);
    },
  };
}

test("a response from the cache is logged with no REST call", async () => {
  await using cached = await startHere(registry.url, { CACHE_TTL_SECONDS: "60" });
  const costs: unknown[] = [];
  for (const requestId of ["cache-1", "cache-2", "cache-3"]) {
    await cached.query(list, { headers: { "x-request-id": requestId } });
    costs.push((await cached.lineOf(requestId))?.["restCalls"]);
  }
  expect(costs).toEqual([1, 0, 0]);
});

test("a request whose caller leaves is logged as aborted", async () => {
  await using stalled = await startScriptedRegistry(stall);
  await using waiting = await startHere(stalled.url);
  const leaving = new AbortController();
  const response = fetch(`${waiting.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "k", "x-request-id": "left-1" },
    body: JSON.stringify({ query: list }),
    signal: leaving.signal,
  });
  await stalled.call(0);
  leaving.abort();
  await expect(response).rejects.toThrow();
  const line = await waiting.lineOf("left-1");
  expect(line).toMatchObject({ outcome: "aborted", restCalls: 1 });
  expect(line).not.toHaveProperty("status");
});

test("a request whose caller leaves while sending it is logged as aborted, without an error", async () => {
  const headers = {
    "content-type": "application/json",
    "x-request-id": "left-2",
    expect: "100-continue",
  };
  const leaving = request(`${run.url}/graphql`, { method: "POST", headers });
  leaving.on("error", () => {});
  leaving.flushHeaders();
  // The gateway has received the headers, and waits for the body.
  await once(leaving, "continue");
  leaving.write('{"query":', () => leaving.destroy());
  expect(await lineOf("left-2")).toMatchObject({ outcome: "aborted", restCalls: 0 });
  await logged({ query: list });
  expect(run.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test("health requests are logged only at level debug", async () => {
  await using talkative = await startHere(registry.url);
  for (const { url } of [talkative, run]) await fetch(`${url}/health/live`);
  await until(() => talkative.lines.some(({ msg }) => msg === "other request"));
  await logged({ query: list });
  expect(run.log.some(({ msg }) => msg === "other request")).toBe(false);
});
