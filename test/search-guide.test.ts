import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startSampleGateway } from "./support/gateway.ts";

const guide = readFileSync(join(import.meta.dirname, "../docs/search.md"), "utf8");

interface Section {
  readonly title: string;
  readonly query: string;
  /** The answer that is printed below it, if any. */
  readonly answer: string | undefined;
}

const sections = guide
  .split(/^## /m)
  .slice(1)
  .flatMap((text): Section[] => {
    const query = block(text, "graphql");
    if (query === undefined) return [];
    return [{ title: text.slice(0, text.indexOf("\n")), query, answer: block(text, "json") }];
  });

function block(text: string, language: string): string | undefined {
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(text)?.[1];
}

function queryOf(title: string): string {
  const section = sections.find((candidate) => candidate.title === title);
  if (section === undefined) throw new Error(`The guide has no query below "${title}"`);
  return section.query;
}

/** The table of costs: the section's title, the calls that read its lists once, and those of each request. */
const costs = [...guide.matchAll(/^\| \[(.*?)\]\(#.*?\) \| (\d+) \| (\d+) \|$/gm)].map(
  ([, title = "", reading, each]) => ({ title, reading: Number(reading), each: Number(each) }),
);

describe("the guide to searching", async () => {
  const gateway = await startSampleGateway();
  afterAll(() => gateway[Symbol.asyncDispose]());

  it("has a query for each step", () => {
    expect(sections.map(({ title }) => title)).toEqual([
      "Search",
      "Filter and order",
      "Facets",
      "Look-up",
      "Data quality",
      "Forms",
    ]);
  });

  it.each(sections)("has a query that runs on the sample: $title", async ({ query, answer }) => {
    const { data, errors, extensions } = await gateway.query(query);
    expect([errors, extensions]).toEqual([undefined, undefined]);
    if (answer === undefined) expect(Object.values(data)).not.toContain(null);
    else expect({ data }).toEqual(JSON.parse(answer));
  });

  it("pages by cursor to the end of what the filter leaves", async () => {
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
    "costs as many REST calls as it says: $title",
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

  it("says of each query what it costs", () => {
    expect(costs.map(({ title }) => title)).toEqual(sections.map(({ title }) => title));
  });
});
