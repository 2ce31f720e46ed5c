import { expect, test } from "vitest";
import { type GatewayResponse, startGatewayWith } from "../../support/gateway.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { startScriptedRegistry } from "../../support/scripted-registry.ts";
import { hold, tags } from "../list/whole/setup.ts";

const explained = { headers: { "x-tapgraph-explain": "1" } };
const both = "{ tags(filter: {}) { totalCount } terminals(filter: {}) { totalCount } }";

async function start(settings: Readonly<Record<string, string>> = {}) {
  const clock = new ManualClock();
  const registry = await startScriptedRegistry({ tags: tags(2_500), terminals: [{ id: 1 }] });
  const gateway = await startGatewayWith(registry, { settings, clock });
  return {
    ...gateway,
    clock,
    /** For how long a response to GET may be kept, as its header says. */
    async cacheControlOf(query: string): Promise<string | null> {
      const response = await fetch(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`, {
        headers: { "x-api-key": registry.key },
      });
      return response.headers.get("cache-control");
    },
  };
}

const costOf = ({ extensions }: GatewayResponse) =>
  extensions?.["tapgraph"] as { readonly snapshot: Readonly<Record<string, number>> };

test("the cost of a response's snapshots is reported to callers that ask for it", async () => {
  await using gateway = await start();
  await gateway.query(both);
  gateway.clock.advance(4_000);
  const cost = costOf(await gateway.query(both, explained));
  expect(cost).toMatchObject({
    calls: 2,
    snapshot: { age: 4, rows: 2_501, calls: 6, milliseconds: 0 },
  });
  expect(cost.snapshot["bytes"]).toBeGreaterThan(2_500 * 200);
  expect(costOf(await gateway.query("{ __typename }", explained))).not.toHaveProperty("snapshot");
});

test("a response is as old as its snapshot for HTTP caches, and kept no longer than that may be used", async () => {
  await using gateway = await start({ CACHE_TTL_SECONDS: "20", SNAPSHOT_TTL_SECONDS: "30" });
  await gateway.query(both);
  gateway.clock.advance(12_000);
  const query = "{ tags(filter: {}, first: 1) { nodes { tagId } } }";
  expect(await gateway.cacheControlOf(query)).toBe("private, max-age=8");
  await using brief = await start({ CACHE_TTL_SECONDS: "60", SNAPSHOT_TTL_SECONDS: "10" });
  expect(await brief.cacheControlOf(query)).toBe("private, max-age=10");
  brief.clock.advance(10_000);
  const before = brief.registry.calls.length;
  await brief.query(query);
  expect(brief.registry.calls.length).toBeGreaterThan(before);
});

test("the error of a request past its deadline says how many of how many records were read", async () => {
  await using gateway = await start({ REGISTRY_TIMEOUT_MS: "60000" });
  const held = hold(gateway.registry, /page=3/);
  const asked = gateway.query("{ tags(filter: {}) { totalCount } }");
  await held.until(1);
  gateway.clock.advance(15_000);
  const { errors } = await asked;
  expect(errors).toMatchObject([
    { path: ["tags"], extensions: { code: "REQUEST_DEADLINE", total: 2_500 } },
  ]);
  expect(errors?.[0]?.extensions["records"]).toBeLessThan(2_500);
});

test("metrics show snapshots, their memory, uses and readings", async () => {
  await using gateway = await start();
  await gateway.query("{ tags(filter: {}) { totalCount } }");
  await gateway.query("{ tags(filter: {}, first: 1) { totalCount } }");
  gateway.registry.rules.keys.set(gateway.registry.key, 500);
  await gateway.query("{ terminals(filter: {}) { totalCount } }");
  const { 'tapgraph_memory_bytes{kind="snapshots"}': bytes, ...others } = await gateway.metrics(
    /^tapgraph_(snapshots|snapshot_(readings|uses).*|snapshot_reading_duration_seconds_count|memory_bytes.kind="snapshots".) /,
  );
  expect(bytes).toBeGreaterThan(2_500 * 200);
  expect(others).toMatchObject({
    tapgraph_snapshots: 1,
    'tapgraph_snapshot_readings_under_way{state="reading"}': 0,
    'tapgraph_snapshot_readings_under_way{state="waiting"}': 0,
    'tapgraph_snapshot_readings_total{outcome="ok"}': 1,
    tapgraph_snapshot_reading_duration_seconds_count: 1,
    'tapgraph_snapshot_uses_total{from="read"}': 1,
    'tapgraph_snapshot_uses_total{from="kept"}': 1,
  });
});
