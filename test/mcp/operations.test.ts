import { writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createGateway } from "../../src/create-gateway.ts";
import { readSettings } from "../../src/settings.ts";
import { startCollector } from "../support/collector.ts";
import { createFolder } from "../support/folder.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { createKeysFile, createToken } from "../support/keys-file.ts";
import { createMcpCaller } from "../support/mcp.ts";
import { startSampleRegistry } from "../support/real-registry.ts";
import { startScriptedRegistry, status } from "../support/scripted-registry.ts";

const doors = `"""
Fire doors in bad condition, by floor.
"""
query bad_doors("At least this floor" $floor: Float, $ids: [String!], $of: AdditionalDataSubject = TAG, $first: Int!) {
  tags(first: $first, search: "fire door", filter: { tagId: { in: $ids } additionalData: [{ identifier: "floor", number: { gte: $floor } }] }) {
    totalCount
    nodes { name description }
  }
  additionalDataStructure(of: $of) { of }
}`;

const plain = "query plain { project { projectId } }";
const nameless = '"Described" query { project { projectId } }';
const structured =
  '"Described" query structured($filter: TagFilter) { tags(filter: $filter) { totalCount } }';
const many = `"Described" query many(${"abcdefghi".replaceAll(/./g, "$$$& : ID! ")}) { ${"abcdefghi".replaceAll(/./g, "$& : tag(id: $$$&) { name } ")} }`;

const registry = await startSampleRegistry();
afterAll(() => registry[Symbol.asyncDispose]());

/** Starts a gateway over the sample. */
function startGatewayOver(settings: Readonly<Record<string, string>>): Promise<TestGateway> {
  const { url: registryUrl, key, links, ownFields } = registry;
  return startGateway({
    ...{ registryUrl, key, links, ownFields },
    settings: { MCP: "true", ...settings },
  });
}

/** Starts a gateway over the sample with these registered documents. */
async function startWith(
  documents: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) {
  const folder = await createFolder();
  const file = folder.file("manifest.json");
  writeFileSync(file, JSON.stringify({ ...documents }));
  const gateway = await startGatewayOver({ PERSISTED_OPERATIONS: file, ...settings });
  return {
    ...gateway,
    mcp: createMcpCaller(gateway.url, registry.key),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function namesOf(url: string): Promise<readonly string[]> {
  const { json } = await createMcpCaller(url, null).send("tools/list");
  return json.result.tools.map(({ name }: { readonly name: string }) => name);
}

describe("a registered query", () => {
  test("with a name and a description is a tool", async () => {
    await using gateway = await startWith([doors, plain, nameless, structured, many]);
    const { mcp } = gateway;
    expect((await namesOf(gateway.url)).slice(6)).toEqual(["bad_doors"]);
    const { tools } = (await mcp.send("tools/list")).json.result;
    expect(tools[6]).toMatchObject({
      name: "bad_doors",
      description: "Fire doors in bad condition, by floor.",
      inputSchema: {
        type: "object",
        properties: {
          floor: { type: "number", description: "At least this floor" },
          ids: {
            type: "array",
            items: { type: "string" },
            description: "Of the GraphQL type [String!]",
          },
          of: { type: "string", enum: ["TAG", "TERMINAL"], default: "TAG" },
          first: { type: "integer" },
        },
        required: ["first"],
        additionalProperties: false,
      },
    });
    const { json, isError } = await mcp.call("bad_doors", { floor: 5, first: 2 });
    expect(isError).toBe(false);
    expect(json).toEqual({
      tags: { totalCount: expect.any(Number), nodes: [expect.anything(), expect.anything()] },
      additionalDataStructure: { of: "TAG" },
    });
    for (const [given, problem] of [
      [{ first: "two" }, "first: expected an integer"],
      [{ first: 1, ids: [{}] }, "ids: expected a list, each a string"],
      [{ first: 1, ids: [null] }, "ids: expected a list, each a string"],
      [{ first: 1, floor: true }, "floor: expected a number"],
      [{ first: 1, of: "BOTH" }, "of: expected one of TAG, TERMINAL"],
      [{}, "first: it is required"],
    ] as const) {
      expect((await mcp.call("bad_doors", given)).text).toBe(problem);
    }
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const params = `{"name":"bad_doors","arguments":{"first":1,"ids":${deep}}}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
    const { json: refused } = await mcp.post(body);
    expect(refused.result.content[0].text).toBe("ids: expected a list, each a string");
  });

  test("refuses a number that JSON can write but not hold, and members that its lists cannot have", async () => {
    const all =
      '"Issues" query issues($floor: Float, $codes: [DataQualityCode!]) { tags(filter: { additionalData: [{ identifier: "floor", number: { gte: $floor } }] }) { totalCount } project { dataQuality(of: TAG, codes: $codes) { totalCount } } }';
    await using gateway = await startWith([all]);
    const { mcp } = gateway;
    const params = '{"name":"issues","arguments":{"floor":1e999}}';
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
    expect((await mcp.post(body)).json.result.content[0].text).toBe("floor: expected a number");
    expect((await mcp.call("issues", { codes: ["NONE"] })).text).toMatch(
      /^codes: expected a list, each one of MISSING_VALUE, /,
    );
  });

  test("names the members of its result, and nothing else gives them a meaning", async () => {
    const own =
      '"Own names" query own { _rows: project { _age: projectId _field: projectId __proto__: projectId } next: __typename total: __typename none: tag(id: "none") { name } }';
    await using gateway = await startWith([own]);
    const { text } = await gateway.mcp.call("own");
    expect(text).toBe(
      '{"_rows":{"_age":"1","_field":"1","__proto__":"1"},"next":"Query","total":"Query"}',
    );
  });

  test("that is none says why at the start, in one line", async () => {
    const lines: string[] = [];
    await using folder = await createFolder();
    writeFileSync(
      folder.file("m.json"),
      JSON.stringify({ one: structured, two: many, three: plain }),
    );
    const note = (_fields: object, message: string) => void lines.push(message);
    await using gateway = createGateway({
      REGISTRY_URL: "http://127.0.0.1:9",
      MCP: true,
      PERSISTED_OPERATIONS: folder.file("m.json"),
      log: { debug: note, info: note, warn: note, error: note },
    });
    await gateway.fetch(new Request("http://gateway/health/live"));
    expect(lines.filter((line) => line.includes("tool"))).toEqual([
      "PERSISTED_OPERATIONS: the registered query structured is no tool: its variable $filter is no scalar, enum or list of them",
      "PERSISTED_OPERATIONS: the registered query many is no tool: it has more than 8 variables",
    ]);
  });

  test("that does not fit is refused with both sizes", async () => {
    const all =
      '"All names" query all_names { tags(first: 1000) { nodes { name description additionalData } } }';
    await using gateway = await startWith([all]);
    const { isError, text } = await gateway.mcp.call("all_names");
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^RESULT_TOO_LARGE: the result would have \d{6} bytes, more than the 48000 /,
    );
  });

  test("with the name of another tool refuses the start, naming both", async () => {
    const taken = '"My own" query find_tags { project { projectId } }';
    await using folder = await createFolder();
    for (const [documents, both] of [
      [{ a: taken }, /find_tags: "Finds tags.*" and "My own"/],
      [{ a: doors, b: `${doors} ` }, /bad_doors: "Fire doors.*" and "Fire doors/],
    ] as const) {
      writeFileSync(folder.file("m.json"), JSON.stringify(documents));
      await using refused = createGateway({
        REGISTRY_URL: "http://127.0.0.1:9",
        LOG_LEVEL: "silent",
        MCP: true,
        PERSISTED_OPERATIONS: folder.file("m.json"),
      });
      await expect(refused.listen()).rejects.toThrow(both);
    }
    await using registered = await startWith([taken], { MCP_TOOLS: "registered" });
    expect(await namesOf(registered.url)).toEqual(["find_tags"]);
    await using builtin = await startWith([doors], { MCP_TOOLS: "builtin" });
    expect(await namesOf(builtin.url)).toHaveLength(6);
  });
});

describe("MCP_QUERY", () => {
  test("adds a tool for any query, and one that searches the schema", async () => {
    await using gateway = await startGatewayOver({ MCP_QUERY: "true" });
    const mcp = createMcpCaller(gateway.url, registry.key);
    expect((await namesOf(gateway.url)).slice(6)).toEqual(["graphql", "search_schema"]);
    const query =
      "query A($n: Int) { tags(first: $n) { nodes { name description } } } query B { project { projectId } }";
    const one = { query, variables: '{"n":1}', operation_name: "A" };
    expect((await mcp.call("graphql", one)).json.tags.nodes).toHaveLength(1);
    const numeric = "query ($n: Int) { tags(first: $n) { totalCount } }";
    const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    for (const [given, problem] of [
      [{ query: "{ nope }" }, /^GRAPHQL_VALIDATION_FAILED: /],
      [{ query: "subscription { changes { id } }" }, /./],
      [{ query, variables: "[]" }, /^variables: expected a JSON object, as text$/],
      [{ query, variables: deep }, /^variables: expected a JSON object, as text$/],
      // As null it would be another question.
      [{ query: numeric, variables: '{"n":1e999}' }, /^BAD_USER_INPUT: /],
    ] as const) {
      const { isError, text } = await mcp.call("graphql", given);
      expect([isError, text]).toEqual([true, expect.stringMatching(problem)]);
    }
    const { text } = await mcp.call("search_schema", { search: "tag order" });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
    expect(text).toContain("enum TagOrderField");
    expect((await mcp.call("search_schema", { search: "zzzz" })).isError).toBe(true);
  });

  test("without introspection has no search of the schema", async () => {
    await using gateway = await startGatewayOver({ MCP_QUERY: "true", INTROSPECTION: "false" });
    expect((await namesOf(gateway.url)).slice(6)).toEqual(["graphql"]);
  });

  test("cannot be combined with PERSISTED_ONLY", () => {
    const settings = { MCP: "true", MCP_QUERY: "true", PERSISTED_ONLY: "true" };
    expect(() => readSettings(settings)).toThrow(
      /^MCP_QUERY: it cannot be combined with PERSISTED_ONLY$/,
    );
  });
});

describe("with registered operations only", () => {
  test("built-in tools count as registered", async () => {
    await using gateway = await startWith([doors], { PERSISTED_ONLY: "true" });
    const { mcp } = gateway;
    expect((await mcp.call("find_tags", { identifier: "floor", value: "2" })).isError).toBe(false);
    expect((await mcp.call("bad_doors", { first: 1 })).isError).toBe(false);
    const { errors } = await gateway.query("{ project { projectId } }");
    expect(errors?.[0]?.extensions.code).toBe("QUERY_NOT_IN_SAFELIST");
  });

  test("a token bound to them runs tools, but no query of its own", async () => {
    const [bound, free] = [createToken(), createToken()];
    await using file = await createKeysFile(
      { main: registry.key },
      { [bound]: { key: "main", only: "registered" }, [free]: { key: "main" } },
    );
    await using gateway = await startGatewayOver({ MCP_QUERY: "true", KEYS_FILE: file.path });
    const query = { query: "{ project { projectId } }" };
    const mcp = createMcpCaller(gateway.url, bound);
    expect((await mcp.call("find_tags", { first: 1 })).isError).toBe(false);
    expect((await mcp.call("graphql", query)).text).toMatch(/^QUERY_NOT_IN_SAFELIST: /);
    expect((await createMcpCaller(gateway.url, free).call("graphql", query)).json).toEqual({
      project: { projectId: "1" },
    });
    const none = await createMcpCaller(gateway.url, null).call("find_tags");
    for (const wrong of [createToken(), registry.key]) {
      expect(await createMcpCaller(gateway.url, wrong).call("find_tags")).toEqual(none);
    }
  });
});

describe("a call", () => {
  const given = { identifier: "condition", value: "missing" };
  /** Starts a gateway whose lines of the log and spans are kept. */
  async function startObserved(REGISTRY_URL: string) {
    const lines: Record<string, unknown>[] = [];
    const note = (fields: object, message: string) => void lines.push({ ...fields, message });
    const collector = await startCollector();
    const gateway = createGateway({
      ...{ REGISTRY_URL, MCP: true, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      log: { debug: note, info: note, warn: note, error: note },
    });
    return {
      ...{ gateway, lines, collector },
      async [Symbol.asyncDispose]() {
        await gateway.close();
        await collector[Symbol.asyncDispose]();
      },
    };
  }

  test("is one line of the log and one span, with all its REST calls, and counts as one request", async () => {
    await using observed = await startObserved(registry.url);
    const { gateway, lines, collector } = observed;
    const caller = createMcpCaller("http://gateway", registry.key, gateway.fetch);
    const call = async () => {
      registry.resetCalls();
      expect((await caller.call("find_tags", given)).text).toContain("total");
    };
    // The first call has the snapshot read, for all who wait: that is no request's own.
    await call();
    await call();
    const metrics = await (await gateway.fetch(new Request("http://gateway/metrics"))).text();
    expect(metrics).toMatch(/^tapgraph_requests_total\{outcome="ok"\} 2$/m);
    await gateway.close();
    const requests = lines.filter(({ message }) => message === "request");
    const own = { operation: "find_tags", outcome: "ok", status: 200, restCalls: 2 };
    expect(requests).toMatchObject([own, own]);
    expect(registry.calls).toHaveLength(own.restCalls);
    const sent = collector.received.join();
    expect(sent).toContain('"/mcp"');
    expect(sent.match(/"GET \/api\/v1\/[^"]*"/g)).toHaveLength(2 * own.restCalls);
  });

  test("whose first question fails has the name of its tool in both, and no key", async () => {
    await using registry = await startScriptedRegistry(status(500));
    await using observed = await startObserved(registry.url);
    const { gateway, lines, collector } = observed;
    await createMcpCaller("http://gateway", "the-secret-key", gateway.fetch).call(
      "find_tags",
      given,
    );
    await gateway.close();
    const sent = collector.received.join();
    expect(lines).toContainEqual(expect.objectContaining({ operation: "find_tags" }));
    expect(sent).toContain('"graphql.operation.name","value":{"stringValue":"find_tags"}');
    expect(JSON.stringify(lines) + sent).not.toContain("the-secret-key");
  });
});

test("a program's findKey is asked for each call, and not for the list; if it fails, the call does", async () => {
  await using registry = await startSampleRegistry();
  let asked = 0;
  const findKey = () => {
    asked += 1;
    if (asked > 2) throw new Error("no session");
    return registry.key;
  };
  const settings = { REGISTRY_URL: registry.url, LOG_LEVEL: "silent", MCP: true } as const;
  await using gateway = createGateway({ ...settings, findKey });
  const mcp = createMcpCaller("http://gateway", null, gateway.fetch);
  await mcp.send("tools/list");
  await mcp.send("ping");
  expect(asked).toBe(0);
  for (const count of [1, 2]) {
    expect((await mcp.call("find_tags")).isError).toBe(false);
    expect(asked).toBe(count);
  }
  const call = { name: "find_tags", arguments: {} };
  expect((await mcp.send("tools/call", call)).status).toBe(500);
});
