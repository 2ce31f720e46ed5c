import { describe, expect, test } from "vitest";
import { startGatewayWith } from "../../support/gateway.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { createMcpCaller } from "../../support/mcp.ts";
import { createProject, item, named } from "../../support/project.ts";
import { startListRegistry } from "../../support/real-registry.ts";
import { type ScriptedCall, startScriptedRegistry } from "../../support/scripted-registry.ts";

const byCondition = { identifier: "condition", value: "missing" };

/** Starts a registry that lets calls wait until they are released, and a gateway on a clock that stands still. */
async function startWaiting(settings: Readonly<Record<string, string>> = {}) {
  const registry = await startScriptedRegistry(createProject(20));
  const serve = registry.behaviour;
  registry.behaviour = () => {};
  const clock = new ManualClock();
  const gateway = await startGatewayWith(registry, {
    clock,
    settings: {
      MCP: "true",
      REQUEST_DEADLINE_MS: "30000",
      REGISTRY_TIMEOUT_MS: "60000",
      ...settings,
    },
  });
  const release = (call: ScriptedCall) => serve(call, 0);
  // Its UTF-8 bytes as Latin-1, as a header must have them.
  const key = Buffer.from(registry.key).toString("latin1");
  return { ...gateway, clock, release, key, caller: createMcpCaller(gateway.url, key) };
}

describe("a call that needs the structure first", () => {
  test("has one deadline for both questions (rules 1 and 10)", async () => {
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

  test("asks nothing more once its caller has left (rule 10)", async () => {
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
  const structures = {
    tag: [
      item("textbox", "state_now", { name: "State" }),
      item("number", "state_then", { name: "State" }),
      item("textbox", "Own", { name: "Other" }),
      item("textbox", "other", { name: "Own" }),
      item("textbox", "third", { name: "Own" }),
    ],
  };
  const data = { state_now: "good", state_then: 4, Own: "x" };
  const tags = [named("04AA", "One", { additional_data: data })];

  test.each([
    ["find_tags", { identifier: "State", value: "good" }],
    ["count_by", { kind: "tag", field: "State" }],
    ["count_by", { kind: "tag", field: "type", identifier: "State" }],
  ])("is refused by %s with %j, naming their identifiers (rules 2 and 8)", async (name, given) => {
    await using gateway = await startGatewayWith(await startListRegistry({ tags, structures }), {
      settings: { MCP: "true" },
    });
    const caller = createMcpCaller(gateway.url, gateway.registry.key);
    expect(await caller.call(name, given)).toMatchObject({
      isError: true,
      text: "BAD_USER_INPUT: several fields have the name State; expected one of their identifiers: state_now, state_then",
    });
    const own = await caller.call("find_tags", { identifier: "Own", value: "x" });
    expect(own.json.total).toBe(1);
  });
});
