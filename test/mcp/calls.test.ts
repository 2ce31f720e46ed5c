import { afterAll, describe, expect, test } from "vitest";
import { startGatewayWith, startSampleGateway } from "../support/gateway.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { createMcpCaller, startMcp } from "../support/mcp.ts";
import { createProject, item, named } from "../support/project.ts";
import { type ScriptedCall, startScriptedRegistry } from "../support/scripted-registry.ts";

const byCondition = { identifier: "condition", value: "missing" };

/** Starts a registry that lets calls wait until they are released, and a gateway on a clock that stands still. */
async function startWaiting(settings: Readonly<Record<string, string>> = {}) {
  const registry = await startScriptedRegistry(createProject(20));
  const serve = registry.behaviour;
  registry.behaviour = () => {};
  const clock = new ManualClock();
  const patient = { REQUEST_DEADLINE_MS: "30000", REGISTRY_TIMEOUT_MS: "60000" };
  const gateway = await startGatewayWith(registry, {
    clock,
    settings: { MCP: "true", ...patient, ...settings },
  });
  const release = (call: ScriptedCall) => serve(call, 0);
  // Its UTF-8 bytes as Latin-1, as a header must have them.
  const key = Buffer.from(registry.key).toString("latin1");
  return { ...gateway, clock, release, key, caller: createMcpCaller(gateway.url, key) };
}

describe("a call that needs the structure first", () => {
  test("has one deadline for both questions", async () => {
    await using gateway = await startWaiting();
    const { registry, clock, release, caller } = gateway;
    const called = caller.call("find_tags", byCondition);
    const structure = await registry.call(0);
    expect(structure.name).toMatch(/^additional_data/);
    clock.advance(20_000);
    release(structure);
    await registry.call(1);
    clock.advance(11_000);
    const { isError, text } = await called;
    expect([isError, text]).toEqual([true, expect.stringMatching(/^REQUEST_DEADLINE: /)]);
  });

  test("shares its second question with none that began much later, which would end with it", async () => {
    await using gateway = await startWaiting();
    const { registry, clock, release, caller } = gateway;
    const called = caller.call("find_tags", byCondition);
    const structure = await registry.call(0);
    clock.advance(20_000);
    release(structure);
    const list = await registry.call(1);
    const other = caller.call("find_tags", byCondition);
    release(await registry.call(2));
    await gateway.untilUnderWay(1);
    clock.advance(11_000);
    expect((await called).text).toMatch(/^REQUEST_DEADLINE: /);
    registry.behaviour = release;
    release(list);
    expect((await other).isError).toBe(false);
  });

  test("asks nothing more once its caller has left", async () => {
    await using gateway = await startWaiting();
    const { registry, release, url, key } = gateway;
    const leaving = new AbortController();
    const params = { name: "find_tags", arguments: byCondition };
    const left = fetch(`${url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      signal: leaving.signal,
    }).catch(() => "left");
    const structure = await registry.call(0);
    leaving.abort();
    expect(await left).toBe("left");
    await gateway.untilFigure('tapgraph_requests_total{outcome="aborted"}', (all) => all === 1);
    release(structure);
    await gateway.untilUnderWay(0);
    expect(registry.calls.length).toBe(1);
  });
});

describe("a name that several items share", () => {
  const names = {
    state_now: "State",
    state_then: "State",
    Own: "Other",
    other: "Own",
    third: "Own",
  };
  const tag = Object.entries(names).map(([identifier, name]) =>
    item("textbox", identifier, { name }),
  );
  const data = { state_now: "good", state_then: 4, Own: "x" };
  const tags = [named("04AA", "One", { additional_data: data })];

  test("is refused by every tool, naming their identifiers", async () => {
    await using gateway = await startMcp({ tags, structures: { tag } });
    for (const [name, given] of [
      ["find_tags", { identifier: "State", value: "good" }],
      ["count_by", { kind: "tag", field: "State" }],
      ["count_by", { kind: "tag", field: "type", identifier: "State" }],
    ] as const) {
      expect(await gateway.mcp.call(name, given)).toMatchObject({
        isError: true,
        text: "BAD_USER_INPUT: several fields have the name State; expected one of their identifiers: state_now, state_then",
      });
    }
    const own = await gateway.mcp.call("find_tags", { identifier: "Own", value: "x" });
    expect(own.json.total).toBe(1);
  });
});

test("a name whose item has no identifier is that of a key", async () => {
  const { identifier: _, ...nameless } = item("number", "", { name: "Weight" });
  const structures = { tag: { items: [nameless, item("number", "w")], last_update: 1 } };
  const tags = [named("04AA", "One", { additional_data: { Weight: "heavy" } })];
  await using gateway = await startGatewayWith(await startScriptedRegistry({ tags, structures }), {
    settings: { MCP: "true" },
  });
  const caller = createMcpCaller(gateway.url, gateway.registry.key);
  const given = { identifier: "Weight", value: "heavy" };
  expect((await caller.call("find_tags", given)).json).toMatchObject({
    total: 1,
    rows: [{ id: "04AA", value: "heavy" }],
  });
  const counted = await caller.call("count_by", { kind: "tag", field: "Weight" });
  expect(counted.json.rows).toEqual([{ value: "heavy", count: 1 }]);
});

test("a record that cannot be read is no row", async () => {
  const tags = [named("a", "One"), { ...named("b", "Two"), id: null as never }];
  await using gateway = await startGatewayWith(await startScriptedRegistry({ tags }), {
    settings: { MCP: "true" },
  });
  const caller = createMcpCaller(gateway.url, gateway.registry.key);
  expect((await caller.call("find_tags")).json.rows).toMatchObject([{ id: "a" }]);
});

describe("a result of at most 1,024 bytes, the least that can be set", async () => {
  const settings = { MCP: "true", MCP_QUERY: "true", MCP_MAX_RESULT_BYTES: "1024" };
  const gateway = await startSampleGateway(settings);
  afterAll(() => gateway[Symbol.asyncDispose]());
  const manyFields = Array.from({ length: 300 }, (_, place) => `field${place}`);

  test.each([
    ["rows", "find_tags", { first: 100 }],
    ["a structure", "describe_project", {}],
    ["issues", "data_quality", { kind: "tag" }],
    ["a part of the schema", "search_schema", { search: "tag" }],
    ["a long name of an argument", "find_tags", { ["x".repeat(5000)]: 1 }],
    ["one of long characters", "find_tags", { ["€".repeat(5000)]: 1 }],
    ["many arguments", "find_tags", Object.fromEntries(manyFields.map((name) => [name, 1]))],
    ["many mistakes", "graphql", { query: `{ ${manyFields.join(" ")} }` }],
  ])("is no larger: %s", async (_what, name, given) => {
    const { text } = await createMcpCaller(gateway.url, gateway.registry.key).call(name, given);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024);
    expect(text.length).toBeGreaterThan(300);
  });
});

describe("a list that moves while it is read", () => {
  async function startMoving() {
    const record = { added_when: 1, last_update: 1, is_active: true, type: "NFC" };
    const tags = Array.from({ length: 100 }, (_, place) => ({
      ...record,
      ...{ id: `04${1000 + place}`, name: "tag", project_id: 1, description: "x".repeat(200) },
    }));
    const registry = await startScriptedRegistry({ tags });
    const settings = { MCP: "true", REGISTRY_MAX_LIMIT: "10", MCP_MAX_RESULT_BYTES: "3000" };
    const gateway = await startGatewayWith(registry, { settings });
    return { ...gateway, tags, caller: createMcpCaller(gateway.url, registry.key) };
  }

  test("says PAGE_DRIFT beside its rows", async () => {
    await using gateway = await startMoving();
    const { tags, caller, registry } = gateway;
    registry.rules.pastEnd = 404;
    let next: string | undefined;
    for (let count = 0; count < 95; ) {
      const { json } = await caller.call("find_tags", { first: 9, after: next });
      next = json.next;
      count += json.rows.length;
    }
    tags.splice(20);
    const { json } = await caller.call("find_tags", { first: 2, after: next });
    expect(json).toMatchObject({ total: 20, warnings: [{ code: "PAGE_DRIFT" }] });
    expect(json.rows.length).toBeGreaterThan(0);
  });

  test("says LIST_INCOMPLETE beside its rows, also if they are cut, and has no total", async () => {
    await using gateway = await startMoving();
    const { tags, caller, registry } = gateway;
    const { behaviour } = registry;
    registry.behaviour = (call, position) => {
      if (call.name.startsWith("tags?") && call.limit !== 1) tags.push(...tags.splice(0, 37));
      behaviour(call, position);
    };
    const { json } = await caller.call("find_tags", { search: "tag", first: 50 });
    expect(json).toMatchObject({
      cut: true,
      warnings: [{ code: "LIST_INCOMPLETE", recordsStated: 100 }],
      errors: [{ code: "REGISTRY_BAD_RESPONSE" }],
    });
    expect([json.total, json.rows.length > 1]).toEqual([undefined, true]);
    const absent = await caller.call("get_record", { kind: "tag", uid: "04:99:99:99" });
    expect(absent).toMatchObject({
      isError: true,
      text: expect.stringMatching(/could not be read whole/),
    });
  });
});
