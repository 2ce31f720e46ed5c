import { totalmem } from "node:os";
import { afterAll, expect, test } from "vitest";
import {
  startGateway,
  startSampleGateway,
  startScriptedGateway,
} from "../../../support/gateway.ts";
import { parseMetrics } from "../../../support/metrics.ts";
import { freeAddress, status, unusedAddress } from "../../../support/scripted-registry.ts";

const gateway = await startSampleGateway({ CACHE_TTL_SECONDS: "60" });
afterAll(() => gateway[Symbol.asyncDispose]());

/** Reads the metrics as Prometheus does. */
async function scrape(url: string): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/metrics`);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return parseMetrics(await response.text());
}

test("requests, errors and REST calls are counted", async () => {
  await using gateway = await startSampleGateway();
  await gateway.query("{ tags(first: 2) { nodes { id } } }");
  await gateway.query("{ tags(first: 2) { nodes { id } } }");
  await gateway.query("{ terminal(id: 1) { id } }", { key: null });
  await gateway.query("{ tagz }", { headers: { accept: "application/graphql-response+json" } });
  await gateway.query('{ tag(id: "nowhere") { id } }');
  const figures = await scrape(gateway.url);
  expect(figures.get('tapgraph_requests_total{outcome="ok"}')).toBe(3);
  expect(figures.get('tapgraph_requests_total{outcome="errors"}')).toBe(1);
  expect(figures.get('tapgraph_requests_total{outcome="refused"}')).toBe(1);
  expect(figures.get("tapgraph_request_duration_seconds_count")).toBe(5);
  expect(figures.get('tapgraph_errors_total{code="UNAUTHENTICATED"}')).toBe(1);
  expect(figures.get('tapgraph_errors_total{code="GRAPHQL_VALIDATION_FAILED"}')).toBe(1);
  expect(figures.get('tapgraph_rest_calls_total{endpoint="/api/v1/tags",outcome="ok"}')).toBe(2);
  const absent = 'tapgraph_rest_calls_total{endpoint="/api/v1/tags/{id}/",outcome="absent"}';
  expect(figures.get(absent)).toBe(1);
  const calls = 'tapgraph_rest_call_duration_seconds_count{endpoint="/api/v1/tags"}';
  expect(figures.get(calls)).toBe(2);
});

test("the circuit, the pool, the cache and the event loop are shown", async () => {
  await gateway.query("{ tags(first: 2) { nodes { id } } }");
  await gateway.query("{ tags(first: 2) { nodes { name } } }");
  const figures = await scrape(gateway.url);
  expect(figures.get('tapgraph_circuit_state{state="closed"}')).toBe(1);
  expect(figures.get('tapgraph_circuit_state{state="open"}')).toBe(0);
  expect(figures.get("tapgraph_registry_connections")).toBe(1);
  expect(figures.get('tapgraph_rest_calls_in_flight{state="response"}')).toBe(0);
  expect(figures.get("tapgraph_cache_entries")).toBe(1);
  expect(figures.get("tapgraph_cache_bytes")).toBeGreaterThan(0);
  expect(figures.get("tapgraph_cache_hits_total")).toBe(1);
  expect(figures.get("tapgraph_requests_under_way")).toBe(0);
  expect(figures.has("nodejs_eventloop_lag_p99_seconds")).toBe(true);
});

test("a caller cannot choose the value of a label", async () => {
  await using failing = await startScriptedGateway(status(503));
  await failing.query('query Chosen { tag(id: "chosen") { chosen: id } }', {
    headers: { "x-request-id": "chosen" },
  });
  await fetch(`${failing.url}/chosen?chosen=1`, { headers: { chosen: "1" } });
  const text = await (await fetch(`${failing.url}/metrics`)).text();
  expect(text).toContain('outcome="REGISTRY_UNAVAILABLE"');
  expect(text).not.toMatch(/chosen/i);
});

test("the memory in use is shown, and its limit", async () => {
  const figures = await scrape(gateway.url);
  const limit = figures.get("tapgraph_memory_limit_bytes");
  expect(figures.get("process_resident_memory_bytes")).toBeLessThan(Number(limit));
  expect(limit).toBeLessThanOrEqual(totalmem());
  const heapLimit = Number(figures.get("tapgraph_heap_limit_bytes"));
  expect(figures.get("nodejs_heap_size_used_bytes")).toBeLessThan(heapLimit);
});

test("with METRICS_PORT the metrics are on that port only", async () => {
  const own = await freeAddress();
  await using gateway = await startSampleGateway({ METRICS_PORT: new URL(own).port });
  expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404);
  expect((await scrape(own)).has("tapgraph_request_duration_seconds_count")).toBe(true);
  expect((await fetch(`${own}/graphql`)).status).toBe(404);
});

test("live and ready are answered with 200, without a call to the registry", async () => {
  gateway.registry.resetCalls();
  const live = await fetch(`${gateway.url}/health/live`);
  expect([live.status, await live.json()]).toEqual([200, { status: "ok" }]);
  const ready = await fetch(`${gateway.url}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: "ok", registry: { circuit: "closed" } },
  ]);
  expect(ready.headers.get("cache-control")).toBe("no-store");
  expect(gateway.registry.calls).toEqual([]);
});

test("the gateway starts and is ready even if its registry is down", async () => {
  await using lonely = await startGateway({ registryUrl: unusedAddress, key: "k" });
  const ready = await fetch(`${lonely.url}/health/ready`);
  expect(ready.status).toBe(200);
});

test("ready reports that the circuit is open", async () => {
  await using failing = await startScriptedGateway(status(500));
  for (let i = 0; i < 20; i += 1) await failing.query(`{ tag(id: "t${i}") { id } }`);
  const ready = await fetch(`${failing.url}/health/ready`);
  const { registry: state } = (await ready.json()) as { registry: { circuit: string } };
  expect(ready.status).toBe(200);
  expect(["open", "half-open"]).toContain(state.circuit);
});
