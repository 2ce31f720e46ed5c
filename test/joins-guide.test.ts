import { afterAll, describe, expect, it } from "vitest";
import { startSampleGateway } from "./support/gateway.ts";
import { readGuide } from "./support/guide.ts";

const { sections, costs, queryOf } = readGuide("docs/joins.md");

describe("the guide to joins", async () => {
  const gateway = await startSampleGateway();
  afterAll(() => gateway[Symbol.asyncDispose]());

  it("answers what hangs on a terminal, which terminals have no tags, and which tags have an inactive terminal", () => {
    expect(sections.map(({ title }) => title)).toEqual([
      "What hangs on a terminal",
      "One terminal's tags",
      "Terminals without tags",
      "Tags whose terminal is inactive",
    ]);
  });

  it.each(sections)("has a query that runs on the sample: $title", async ({ query, response }) => {
    const { data, errors, extensions } = await gateway.query(query);
    expect([errors, extensions]).toEqual([undefined, undefined]);
    expect({ data }).toEqual(JSON.parse(response ?? ""));
  });

  it.each(costs)(
    "states how many REST calls each query costs: $title",
    async ({ title, reading, each }) => {
      await using fresh = await startSampleGateway();
      const count = async () => {
        fresh.registry.resetCalls();
        await fresh.query(queryOf(title));
        return fresh.registry.calls.length;
      };
      expect([await count(), await count()]).toEqual([reading + each, each]);
    },
  );

  it("states the cost of every query", () => {
    expect(costs.map(({ title }) => title)).toEqual(sections.map(({ title }) => title));
  });
});
