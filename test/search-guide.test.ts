import { afterAll, describe, expect, it } from "vitest";
import { startSampleGateway } from "./support/gateway.ts";
import { blocksOf, readPage } from "./support/pages.ts";

const guide = readPage("docs/search.md");

interface Section {
  readonly title: string;
  readonly query: string;
  /** The response printed below the query, if any. */
  readonly response: string | undefined;
}

const sections = guide.text
  .split(/^## /m)
  .slice(1)
  .flatMap((text): Section[] => {
    const section = { ...guide, text };
    const [query] = blocksOf(section, "graphql");
    const [response] = blocksOf(section, "json");
    if (query === undefined) return [];
    return [{ title: text.slice(0, text.indexOf("\n")), query, response }];
  });

function queryOf(title: string): string {
  const section = sections.find((candidate) => candidate.title === title);
  if (section === undefined) throw new Error(`The guide has no query below "${title}"`);
  return section.query;
}

/** The table of costs: the section's title, the calls that read its lists once, and the calls of each request. */
const costs = [...guide.text.matchAll(/^\| \[(.*?)\]\(#.*?\) \| (\d+) \| (\d+) \|$/gm)].map(
  ([, title = "", reading, each]) => ({ title, reading: Number(reading), each: Number(each) }),
);

describe("the search guide", async () => {
  const gateway = await startSampleGateway();
  afterAll(() => gateway[Symbol.asyncDispose]());

  it("has a query for each step", () => {
    expect(sections.map(({ title }) => title)).toEqual([
      "Search",
      "Filter and order",
      "Facets",
      "Lookup",
      "Data quality",
      "Forms",
    ]);
  });

  it.each(sections)("has a query that runs on the sample: $title", async ({ query, response }) => {
    const { data, errors, extensions } = await gateway.query(query);
    expect([errors, extensions]).toEqual([undefined, undefined]);
    if (response === undefined) expect(Object.values(data)).not.toContain(null);
    else expect({ data }).toEqual(JSON.parse(response));
  });

  it("pages by cursor to the end of the filtered list", async () => {
    const floors: number[] = [];
    let after: string | null = null;
    do {
      const { data } = await gateway.query(queryOf("Filter and order"), { variables: { after } });
      const { nodes, pageInfo, totalCount } = data.tags;
      for (const node of nodes) floors.push(node.additionalDataField.value);
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      if (after === null) expect(floors).toHaveLength(totalCount);
    } while (after !== null);
    expect(floors.length).toBeGreaterThan(3);
    expect(floors).toEqual(floors.toSorted((one, other) => other - one));
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
