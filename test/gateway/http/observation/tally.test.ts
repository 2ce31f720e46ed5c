import { Histogram, Registry } from "@prometheus-io/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DurationTally } from "../../../../src/gateway/http/observation/tally.ts";

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

const seconds = fc.oneof(
  fc.constantFrom(0, ...buckets),
  fc.double({ min: 0, max: 40, noNaN: true }),
  fc.double({ min: 0, max: 0.02, noNaN: true }),
);

test.each([["endpoint"], [undefined]])(
  "durations are shown as the library's histogram shows them, before there is one too, by %s",
  async (labelName) => {
    const endpoints = fc.constantFrom("/api/v1/tags", '/api/v1/tags/{id}/ "quoted"\\');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(endpoints, seconds)), async (observed) => {
        const own = show((registry) => {
          const tally = new DurationTally("t", "h", registry, labelName);
          for (const [endpoint, value] of observed) tally.observe(value, labelName && endpoint);
        });
        const library = show((registry) => {
          const labelNames = labelName === undefined ? [] : ["endpoint"];
          const histogram = new Histogram({
            ...{ name: "t", help: "h", labelNames, buckets, registers: [registry] },
          });
          for (const [endpoint, value] of observed)
            histogram.observe(labelName === undefined ? {} : { endpoint }, value);
        });
        expect(await own).toEqual(await library);
      }),
    );
  },
);

test("a program that resets its registry's metrics resets durations as the library's", async () => {
  const own = await show((registry) => {
    const all = new DurationTally("t", "h", registry);
    const byLabel = new DurationTally("u", "h", registry, "endpoint");
    all.observe(1);
    byLabel.observe(2, "/api/v1/tags");
    registry.resetMetrics();
    all.observe(3);
  });
  const library = await show((registry) => {
    const registers = [registry];
    const all = new Histogram({ name: "t", help: "h", buckets, registers });
    new Histogram({ name: "u", help: "h", labelNames: ["endpoint"], buckets, registers });
    registry.resetMetrics();
    all.observe(3);
  });
  expect(own).toEqual(library);
});

/** What a scrape shows, and what a worker reports. */
async function show(fill: (registry: Registry) => void) {
  const registry = new Registry();
  fill(registry);
  const reported = await registry.getMetricsAsJSON();
  // The library has exemplars, which are not used.
  const withoutExemplars = JSON.stringify(reported, (name, value) =>
    name === "exemplar" ? undefined : value,
  );
  return { text: await registry.metrics(), reported: JSON.parse(withoutExemplars) };
}
