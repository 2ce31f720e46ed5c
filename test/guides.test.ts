import { afterAll, describe, expect, it } from "vitest";
import { startSampleGateway } from "./support/gateway.ts";
import { readGuide } from "./support/guide.ts";

const gateway = await startSampleGateway();
afterAll(() => gateway[Symbol.asyncDispose]());

describe.each([
  [
    "docs/joins.md",
    [
      "What hangs on a terminal",
      "One terminal's tags",
      "Terminals without tags",
      "Tags whose terminal is inactive",
    ],
  ],
  [
    "docs/search.md",
    ["Search", "Filter and order", "Facets", "Time and numbers", "Lookup", "Data quality", "Forms"],
  ],
])("the guide %s", (path, titles) => {
  const { sections, costs, queryOf } = readGuide(path);

  it("has a query for each step, and states its cost", () => {
    expect(sections.map(({ title }) => title)).toEqual(titles);
    expect(costs.map(({ title }) => title)).toEqual(titles);
  });

  it.each(sections)("has a query that runs on the sample: $title", async ({ query, response }) => {
    const { data, errors, extensions } = await gateway.query(query);
    expect([errors, extensions]).toEqual([undefined, undefined]);
    if (response === undefined) expect(Object.values(data)).not.toContain(null);
    else expect({ data }).toEqual(JSON.parse(response));
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
});

it("the guide to search pages by cursor to the end of the filtered list", async () => {
  const { queryOf } = readGuide("docs/search.md");
  const floors: number[] = [];
  let after: string | null = null;
  do {
    const { data } = await gateway.query(queryOf("Filter and order"), { variables: { after } });
    const { nodes, pageInfo, totalCount } = data.tags;
    for (const node of nodes) floors.push(node.data.floor);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    if (after === null) expect(floors).toHaveLength(totalCount);
  } while (after !== null);
  expect(floors.length).toBeGreaterThan(3);
  expect(floors).toEqual(floors.toSorted((one, other) => other - one));
});
