import { makeExecutableSchema } from "@graphql-tools/schema";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Answerer } from "../../../src/gateway/answer/answer.ts";
import { toKeyDigest } from "../../../src/gateway/base/key-digest.ts";
import { Ledger } from "../../../src/gateway/base/ledger.ts";
import { Metrics } from "../../../src/gateway/http/observation/metrics.ts";
import { FetchRequest } from "../../../src/gateway/http/request/fetch-request.ts";
import { formatResponse } from "../../../src/gateway/http/response/format-response.ts";
import type { HttpResponse } from "../../../src/gateway/http/response/http-response.ts";
import { Snapshots } from "../../../src/gateway/list/whole/snapshots.ts";
import type { GatewayContext } from "../../../src/gateway/resolvers/request/context.ts";
import { createLogger } from "../../../src/log.ts";
import type { Subject } from "../../../src/registry-client/records.ts";
import { parseSettings } from "../../../src/settings.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { parseMetrics } from "../../support/metrics.ts";
import { type ScriptedRegistry, startScriptedRegistry } from "../../support/scripted-registry.ts";
import { createCalls, createClient, SECRET_KEY } from "../../support/upstream.ts";
import { hold, tags } from "../list/whole/setup.ts";

const schema = makeExecutableSchema({
  typeDefs: "type Query { tags: Int terminals: Int first: String }",
  resolvers: {
    Query: {
      tags: (_: unknown, __: unknown, context: GatewayContext) => count(context, "tag"),
      terminals: (_: unknown, __: unknown, context: GatewayContext) => count(context, "terminal"),
      first: async (_: unknown, __: unknown, { snapshots }: GatewayContext) =>
        (await snapshots.use("tag")).records[0]?.id,
    },
  },
});

async function count({ snapshots }: GatewayContext, subject: Subject): Promise<number> {
  return (await snapshots.use(subject)).records.length;
}

/** The answerer of a gateway whose fields use snapshots. */
interface PipelineUnderTest extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly metrics: Metrics;
  readonly snapshots: Snapshots;
  ask(query: string, method?: "GET" | "POST", explain?: "explained"): Promise<HttpResponse>;
}

async function startAnswerer(
  registryUrl: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<PipelineUnderTest> {
  const clock = new ManualClock();
  const settings = parseSettings({
    REGISTRY_TIMEOUT_MS: "60000",
    MAX_REGISTRY_CALLS: "2",
    CACHE_TTL_SECONDS: "0",
    ...environment,
  });
  const calls = createCalls(registryUrl, { clock, settings });
  const client = createClient(calls, clock);
  const metrics = new Metrics();
  const ledger = new Ledger({ maxBytes: 2 ** 30, isKnown: () => true });
  const snapshots = new Snapshots({
    ...{ settings, client, clock, ledger },
    onRead: (report) => metrics.countSnapshotRead(report),
    onUse: (from) => metrics.countSnapshotUse(from),
  });
  metrics.watch({
    calls: () => calls.statistics(),
    snapshots: () => snapshots.statistics,
    ledger,
    underWay: () => 0,
    streams: () => 0,
    followedLists: () => 0,
  });
  const log = createLogger("silent");
  const answerer = await Answerer.start({
    settings,
    schema,
    context: {
      ...{ settings, client, snapshots, clock },
      links: { tag: new Map(), terminal: new Map() },
      ledger,
    },
    persisted: { manifest: new Map(), allowsOnlyRegistered: false },
    isKnownKey: () => true,
    log,
  });
  return {
    clock,
    metrics,
    snapshots,
    async ask(query, method = "POST", explain) {
      const request = toRequest(query, method, explain);
      const ttlSeconds = settings.CACHE_TTL_SECONDS;
      const answer = await answerer.handle(request);
      return formatResponse(answer, request, { ttlSeconds, now: clock.now() });
    },
    [Symbol.asyncDispose]: async () => {
      await answerer[Symbol.asyncDispose]();
      snapshots[Symbol.dispose]();
      await calls[Symbol.asyncDispose]();
    },
  };
}

function toRequest(query: string, method: "GET" | "POST", explain?: string): FetchRequest {
  const isGet = method === "GET";
  const url = `http://a/graphql${isGet ? `?query=${encodeURIComponent(query)}` : ""}`;
  const headers = {
    "x-api-key": SECRET_KEY,
    "content-type": "application/json",
    ...(explain && { "x-tapgraph-explain": "1" }),
  };
  const request = new FetchRequest(new Request(url, { method, headers }));
  if (!isGet) request.body = JSON.stringify({ query });
  request.identity = { key: SECRET_KEY, keyDigest: toKeyDigest(SECRET_KEY) };
  return request;
}

// biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it expects.
function read(response: HttpResponse): any {
  return JSON.parse("body" in response ? response.body.toString() : "");
}

let list: ScriptedRegistry;

beforeEach(async () => {
  list = await startScriptedRegistry({ tags: tags(2_500), terminals: [{ id: 1 }] });
});

afterEach(() => list[Symbol.asyncDispose]());

test("a snapshot's pages are charged to no request", async () => {
  list.rules.clamp = 20;
  await using answerer = await startAnswerer(list.url);
  expect(read(await answerer.ask("{ tags }"))).toEqual({ data: { tags: 2_500 } });
  expect(list.calls.length).toBeGreaterThan(125);
});

test("the cost of a response's snapshots is reported to callers that ask for it", async () => {
  await using answerer = await startAnswerer(list.url);
  await answerer.ask("{ tags terminals }");
  answerer.clock.advance(4_000);
  const { data, extensions } = read(await answerer.ask("{ tags terminals }", "POST", "explained"));
  expect(data).toEqual({ tags: 2_500, terminals: 1 });
  expect(extensions.tapgraph).toMatchObject({
    calls: 2,
    snapshot: { age: 4, rows: 2_501, calls: 6, milliseconds: 0 },
  });
  expect(extensions.tapgraph.snapshot.bytes).toBeGreaterThan(2_500 * 200);
  expect(Object.keys(extensions.tapgraph.snapshot)).toEqual([
    "age",
    "rows",
    "calls",
    "bytes",
    "milliseconds",
  ]);
});

test("a response without snapshots reports none", async () => {
  await using answerer = await startAnswerer(list.url);
  const { extensions } = read(await answerer.ask("{ __typename }", "POST", "explained"));
  expect(extensions.tapgraph).not.toHaveProperty("snapshot");
});

test("a response is as old as its snapshot for HTTP caches", async () => {
  await using answerer = await startAnswerer(list.url, { CACHE_TTL_SECONDS: "20" });
  await answerer.ask("{ tags }");
  answerer.clock.advance(12_000);
  const { headers } = await answerer.ask("{ tags first }", "GET");
  expect(headers["cache-control"]).toBe("private, max-age=8");
});

test("a response is kept no longer than its snapshot may be used", async () => {
  await using answerer = await startAnswerer(list.url, {
    CACHE_TTL_SECONDS: "60",
    SNAPSHOT_TTL_SECONDS: "10",
  });
  const { headers } = await answerer.ask("{ first }", "GET");
  expect(headers["cache-control"]).toBe("private, max-age=10");
  answerer.clock.advance(10_000);
  const before = list.calls.length;
  await answerer.ask("{ first }");
  expect(list.calls.length).toBeGreaterThan(before);
});

test("the error of a list with too many records says how many, and does not contain the key", async () => {
  await using answerer = await startAnswerer(list.url, { MAX_SCAN_RECORDS: "1000" });
  const response = await answerer.ask("{ tags terminals }");
  const { data, errors } = read(response);
  expect(data).toEqual({ tags: null, terminals: 1 });
  expect(errors).toMatchObject([
    { path: ["tags"], extensions: { code: "SCAN_TOO_LARGE", records: 2_500 } },
  ]);
  expect("body" in response && response.body.toString()).not.toContain(SECRET_KEY);
});

test("the error of a request past its deadline says how many of how many records were read", async () => {
  await using answerer = await startAnswerer(list.url);
  const held = hold(list, /page=3/);
  const asked = answerer.ask("{ tags }");
  await held.until(1);
  answerer.clock.advance(15_000);
  const { errors } = read(await asked);
  expect(errors).toMatchObject([
    { path: ["tags"], extensions: { code: "REQUEST_DEADLINE", total: 2_500 } },
  ]);
  expect(errors[0].extensions.records).toBeLessThan(2_500);
});

test("metrics show snapshots, their memory, uses and builds", async () => {
  await using answerer = await startAnswerer(list.url);
  await answerer.ask("{ tags }");
  await answerer.ask("{ tags first }");
  list.rules.keys.set(SECRET_KEY, 500);
  await answerer.ask("{ terminals }");
  const metrics = parseMetrics((await answerer.metrics.scrape()).text);
  const figure = (name: string) => metrics.get(`tapgraph_${name}`);
  expect(figure("snapshots")).toBe(1);
  expect(figure('memory_bytes{kind="snapshots"}')).toBeGreaterThan(2_500 * 200);
  expect(figure('snapshot_readings_under_way{state="reading"}')).toBe(0);
  expect(figure('snapshot_readings_under_way{state="waiting"}')).toBe(0);
  expect(figure('snapshot_readings_total{outcome="ok"}')).toBe(1);
  expect(figure("snapshot_reading_duration_seconds_count")).toBe(1);
  expect(figure('snapshot_uses_total{from="read"}')).toBe(1);
  expect(figure('snapshot_uses_total{from="kept"}')).toBe(1);
});
