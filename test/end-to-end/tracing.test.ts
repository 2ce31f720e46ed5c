import { expect, onTestFinished, test, vi } from "vitest";
import { type Collector, startCollector } from "../support/collector.ts";
import { post, startGateway, type TestGateway } from "../support/gateway.ts";
import { startSampleRegistry } from "../support/real-registry.ts";
import { unusedAddress } from "../support/scripted-registry.ts";
import { runGateway } from "../support/tapgraph.ts";
import { until } from "../support/upstream.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

test("a request is a child span of its caller's, and each of its REST calls a child span of the request", async () => {
  await using collector = await startCollector();
  await using registry = await startSampleRegistry();
  const refused = "a: tags(first: -1) { totalCount } b: tags(first: -1) { totalCount }";
  await using run = await runGateway({
    REGISTRY_URL: registry.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
  });
  await post(
    `${run.url}/graphql`,
    { query: `query Both { tag(id: 5) { id } terminal(id: 999999) { id } ${refused} }` },
    { "x-api-key": registry.key, "x-request-id": "r1", traceparent: `00-${traceId}-${spanId}-01` },
  );
  await run.waitFor(new RegExp(`"requestId":"r1".*"trace_id":"${traceId}"`));
  // The log names the trace of a request whose caller has none, too.
  await post(`${run.url}/graphql`, { query: "{ __typename }" }, {});
  const [, ownTrace = ""] = await run.waitFor(new RegExp(`"trace_id":"(?!${traceId})(\\w{32})"`));
  run.process.kill("SIGTERM");
  expect(await run.exit()).toBe(0);
  const traces = new Set(collector.spans.map((span) => span.traceId));
  expect(traces).toEqual(new Set([traceId, ownTrace]));
  const parent = collector.spans.find(({ name }) => name === "GraphQL request");
  expect(parent?.parentSpanId).toBe(spanId);
  expect(attributesOf(parent)).toMatchObject({
    "http.request.method": "POST",
    "http.route": "/graphql",
    "http.response.status_code": 200,
    "graphql.operation.name": "Both",
    "tapgraph.request_id": "r1",
    "tapgraph.outcome": "errors",
    "tapgraph.error_codes": { values: [{ stringValue: "BAD_USER_INPUT" }] },
  });
  const calls = collector.spans.filter((span) => span.parentSpanId === parent?.spanId);
  const told = calls.map((call) => [call.name, attributesOf(call)]);
  const absent = { "http.request.method": "GET", "http.response.status_code": 404 };
  expect(Object.fromEntries(told)).toEqual({
    "GET /api/v1/tags/{id}/": { ...absent, "url.template": "/api/v1/tags/{id}/" },
    "GET /api/v1/terminals/{id}/": { ...absent, "url.template": "/api/v1/terminals/{id}/" },
  });
  for (const call of calls) {
    expect(BigInt(call.startTimeUnixNano)).toBeGreaterThanOrEqual(
      BigInt(parent?.startTimeUnixNano ?? 0),
    );
    expect(BigInt(call.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(parent?.endTimeUnixNano ?? 0));
  }
});

test("the histogram of durations names the last trace of a bucket, in OpenMetrics", async () => {
  await using collector = await startCollector();
  await using gateway = await startTraced(collector);
  const ask = (flags: string) => {
    const headers = { traceparent: `00-${traceId}-${spanId}-${flags}` };
    return gateway.query("{ __typename }", { headers });
  };
  const scrape = async (accept: string) => {
    const response = await fetch(`${gateway.url}/metrics`, { headers: { accept } });
    return { type: response.headers.get("content-type"), text: await response.text() };
  };
  const prometheus =
    "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.3";
  await ask("00");
  expect((await scrape(prometheus)).text).not.toContain("trace_id");
  await ask("01");
  const open = await scrape(prometheus);
  expect(open.type).toMatch(/^application\/openmetrics-text; version=1.0.0/);
  expect(open.text.match(new RegExp(traceId, "g"))).toHaveLength(1);
  expect(open.text).toMatch(/^tapgraph_requests_total\{outcome="ok"\} 2$/m);
  expect(open.text).toMatch(/# EOF\n$/);
  expect((await scrape("text/plain")).text).not.toContain("trace_id");
});

test.each([
  [{ OTEL_SDK_DISABLED: "true" }, "01", 0],
  [{ OTEL_TRACES_EXPORTER: "none" }, "01", 0],
  [{ OTEL_TRACES_SAMPLER: "always_off" }, "01", 0],
  [{ OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }, null, 0],
  [{ OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }, "01", 1],
  [{ OTEL_TRACES_SAMPLER: "always_on" }, "00", 1],
  [{}, "00", 0],
  [{}, null, 1],
] as const)(
  "with %j and the caller's flags %s there are %d spans",
  async (variables, flags, spans) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    await using collector = await startCollector();
    {
      await using gateway = await startTraced(collector);
      const headers = flags === null ? {} : { traceparent: `00-${traceId}-${spanId}-${flags}` };
      await gateway.query("{ __typename }", { headers });
    }
    expect(collector.spans).toHaveLength(spans);
  },
);

/** Starts a gateway that sends its spans to a collector, the last ones when it is disposed of. */
function startTraced(collector: Collector): Promise<TestGateway> {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  return startGateway({ registryUrl: unusedAddress, key: "key", settings });
}

test("if the collector is down, the log says so and callers get their responses", async () => {
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "10");
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const keep = (_: object, line: string) => void lines.push(line);
  await using gateway = await startGateway({
    ...{ registryUrl: unusedAddress, key: "key" },
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: unusedAddress },
    log: { debug: keep, info: keep, warn: keep, error: keep },
  });
  expect((await gateway.query("{ __typename }")).data).toEqual({ __typename: "Query" });
  await until(() => lines.includes("tracing failed"));
});

function attributesOf(
  span: { readonly attributes: readonly { key: string; value: object }[] } | undefined,
) {
  const entries = span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]] as const);
  return Object.fromEntries(entries ?? []) as Readonly<Record<string, unknown>>;
}
