import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { readGuide } from "./support/guide.ts";
import { createMcpCaller } from "./support/mcp.ts";
import { blocksOf, readPage, rowsOf } from "./support/pages.ts";
import { startSampleRegistry } from "./support/real-registry.ts";

const registry = await startSampleRegistry();

/** Starts a gateway over the sample that has read nothing yet, and counts the calls from 0. */
function startAnew(): Promise<TestGateway> {
  registry.resetCalls();
  const { url: registryUrl, key, links, ownFields } = registry;
  const settings = { MCP: "true" };
  return startGateway({ registryUrl, key, links, ownFields, settings });
}

const gateway = await startAnew();
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

describe("the README", () => {
  const readme = readPage("README.md");

  it("has a first query with its response, which costs a few small calls", async () => {
    const [query = ""] = blocksOf(readme, "graphql");
    const [response = ""] = blocksOf(readme, "json");
    await using fresh = await startAnew();
    const { data, errors } = await fresh.query(query);
    expect(errors).toBeUndefined();
    expect({ data }).toEqual(JSON.parse(response));
    expect([...registry.calls].sort()).toEqual([
      "GET /api/v1/tags?limit=1&page=1",
      "GET /api/v1/terminals/1039/",
      "GET /api/v1/terminals?limit=2&page=1",
      // The list's end proves, once for each key, that the envelope's `count` counts terminals.
      "GET /api/v1/terminals?limit=8&page=8",
    ]);
  });

  it("begins with the commands that start the gateway and run the tests", () => {
    const { scripts } = JSON.parse(
      readFileSync(join(import.meta.dirname, "../package.json"), "utf8"),
    );
    const [first] = blocksOf(readme, "sh");
    expect(first).toBe("npm ci && npm start\nnpm ci && npm test\n");
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["start", "test"]));
  });

  it("has at most 120 lines", () => {
    expect(readme.text.split("\n").length - 1).toBeLessThanOrEqual(120);
  });
});

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
      await using fresh = await startAnew();
      const count = async () => {
        registry.resetCalls();
        await fresh.query(queryOf(title));
        return registry.calls.length;
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

const page = readPage("docs/mcp.md");

/** The tools of the page, each with a call and its result. */
const tools = page.text
  .split(/^### /m)
  .slice(1)
  .map((text) => {
    const [call = "", result = ""] = blocksOf({ ...page, text }, "json");
    return {
      tool: text.slice(0, text.indexOf("\n")),
      call: JSON.parse(call),
      result: JSON.parse(result),
    };
  });

/** A result with the times and cursors that change from run to run replaced by their kinds. */
function withoutTimes(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result), (name, value: unknown) =>
    ["snapshot_at", "age_seconds", "next"].includes(name) ? typeof value : value,
  );
}

describe("the page on tools", () => {
  const mcp = createMcpCaller(gateway.url, registry.key);

  it("shows every built-in tool", async () => {
    const { json } = await mcp.send("tools/list");
    const names = json.result.tools.map(({ name }: { readonly name: string }) => name);
    const shown = tools.flatMap(({ tool }) => tool.split(", "));
    expect(shown.toSorted()).toEqual(names.toSorted());
  });

  it.each(tools)(
    "has a call and its result over the sample: $tool",
    async ({ tool, call, result }) => {
      expect(tool.split(", ")).toContain(call.name);
      const { json, isError } = await mcp.call(call.name, call.arguments);
      expect(isError).toBe(false);
      // The page shows the first rows of a long result.
      const shown = { ...json, rows: json.rows.slice(0, result.rows.length) };
      expect(withoutTimes(shown)).toEqual(withoutTimes(result));
    },
  );

  it("has lines to paste for three clients, and a query that runs", async () => {
    const setup = page.text.slice(0, page.text.indexOf("## The tools"));
    for (const client of ["Claude Code", "VS Code", "Cursor"]) expect(setup).toContain(`${client}`);
    for (const block of blocksOf({ ...page, text: setup }, "json")) JSON.parse(block);
    const [query = ""] = blocksOf(page, "graphql");
    const { errors, data } = await gateway.query(query, { variables: { floor: 1 } });
    expect([errors, data.tags.totalCount > 0]).toEqual([undefined, true]);
  });

  it("names every setting of the tools", () => {
    const named = rowsOf(page).map(([name]) => name);
    for (const name of ["MCP_TOOLS", "MCP_QUERY", "MCP_MAX_RESULT_BYTES"])
      expect(named).toContain(`\`${name}\``);
  });
});
