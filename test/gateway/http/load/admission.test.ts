import { expect, test } from "vitest";
import { ActiveKeys } from "../../../../src/gateway/base/active-keys.ts";
import { toKeyDigest } from "../../../../src/gateway/base/key-digest.ts";
import { KeyMemory } from "../../../../src/gateway/base/key-memory.ts";
import { Admission } from "../../../../src/gateway/http/load/admission.ts";
import { FetchRequest } from "../../../../src/gateway/http/request/fetch-request.ts";
import { startGateway } from "../../../support/gateway.ts";
import { createMcpCaller } from "../../../support/mcp.ts";
import { json, stall, startScriptedRegistry } from "../../../support/scripted-registry.ts";

test("of the requests under way one key has at most half, and strangers together a quarter", () => {
  using world = setUp();
  const { enter } = world;
  expect(enter(3, null, "made up", "another")).toBe(3);
  expect(enter(3, "made up", null)).toBe(2);
  expect(enter(15, "known")).toBe(10);
  expect(enter(9, "other")).toBe(5);
  expect(world.admission.size).toBe(20);
  world.admission.leave(null);
  expect([enter(1, "known"), enter(1, "other")]).toEqual([0, 1]);
});

test("a key is known once the registry has answered it, and at once if it comes with a token", () => {
  using world = setUp();
  const { keyMemory, admission, request } = world;
  expect(admission.identify(request("new"))).toBeNull();
  keyMemory.noteAnswer(toKeyDigest("new"));
  expect(admission.identify(request("new"))).toBe(toKeyDigest("new"));
  const withToken = request("of a token");
  withToken.bearer = { token: "a", onlyRegistered: false, standing: () => "holds" };
  expect(admission.identify(withToken)).toBe(toKeyDigest("of a token"));
});

test("while the event loop is late, only some requests are under way", () => {
  using world = setUp();
  world.admission.noteDelay(251);
  expect(world.enter(10, "known")).toBe(10);
  expect(world.enter(1, "other")).toBe(0);
  world.admission.noteDelay(250);
  expect(world.enter(1, "other")).toBe(1);
});

test("a key that holds its half is turned away, others and health are not, until its requests have ended", async () => {
  await using registry = await startScriptedRegistry(stall);
  const settings = { MAX_REQUESTS_UNDER_WAY: "8", MCP: "true" };
  await using gateway = await startGateway({ registryUrl: registry.url, key: "k", settings });
  const query = (size: number, key = "k") =>
    gateway.query(`{ tags(first: ${size}) { nodes { name } } }`, { key });
  // The registry has answered neither of these keys.
  const underWay = [query(1), query(2, "other")];
  await registry.call(1);
  const { status, headers, errors } = await query(3);
  expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["OVERLOADED"]);
  const mcp = createMcpCaller(gateway.url, "k");
  expect((await mcp.send("tools/list")).status).toBe(503);
  expect(registry.calls).toHaveLength(2);
  for (const health of ["live", "ready"]) {
    expect((await fetch(`${gateway.url}/health/${health}`)).status).toBe(200);
  }
  registry.behaviour = json(tagPage);
  registry.calls.forEach((call, position) => {
    registry.behaviour(call, position);
  });
  for (const result of await Promise.all(underWay)) expect(result.status).toBe(200);
  expect((await query(1)).data).toEqual({ tags: { nodes: [{ name: "A" }] } });
  // Now the key is known.
  for (let call = 0; call < 5; call += 1) {
    expect((await mcp.call("find_tags")).text).not.toMatch(/^OVERLOADED/);
  }
  const { length } = registry.calls;
  registry.behaviour = stall;
  const half = [4, 5, 6, 7].map((size) => query(size));
  await registry.call(length + 3);
  expect((await mcp.call("find_tags")).text).toMatch(/^OVERLOADED: /);
  for (const call of registry.calls.slice(length)) json(tagPage)(call, 0);
  for (const result of await Promise.all(half)) expect(result.status).toBe(200);
});

const tagPage = { tags: [{ id: "a", name: "A" }], limit: 1, page: 1, count: 1, page_count: 1 };

function setUp() {
  const keyMemory = new KeyMemory();
  for (const key of ["known", "other"]) keyMemory.noteAnswer(toKeyDigest(key));
  const settings = { MAX_REQUESTS_UNDER_WAY: 20 };
  const admission = new Admission({ settings, keys: new ActiveKeys(), keyMemory });
  const request = (key: string | null) =>
    new FetchRequest(
      new Request("http://a/graphql", { headers: key === null ? {} : { "x-api-key": key } }),
    );
  return {
    ...{ keyMemory, admission, request },
    /** Requests with these keys in turn. Returns how many may begin. */
    enter(count: number, ...keys: readonly (string | null)[]): number {
      const asked = Array.from({ length: count }, (_, at) => keys[at % keys.length] ?? null);
      return asked.filter((key) => admission.enter(admission.identify(request(key)))).length;
    },
    [Symbol.dispose]: () => admission[Symbol.dispose](),
  };
}
