import { afterAll, describe, expect, it } from "vitest";
import { startSampleGateway } from "./support/gateway.ts";
import { createMcpCaller } from "./support/mcp.ts";
import { blocksOf, readPage, rowsOf } from "./support/pages.ts";

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

describe("the page on tools", async () => {
  const gateway = await startSampleGateway({ MCP: "true" });
  afterAll(() => gateway[Symbol.asyncDispose]());
  const mcp = createMcpCaller(gateway.url, gateway.registry.key);

  it("shows every built-in tool", async () => {
    const { json } = await mcp.send("tools/list");
    const names = json.result.tools.map(({ name }: { readonly name: string }) => name);
    expect(tools.map(({ tool }) => tool).toSorted()).toEqual(names.toSorted());
  });

  it.each(tools)(
    "has a call and its result over the sample: $tool",
    async ({ tool, call, result }) => {
      expect(call.name).toBe(tool);
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
