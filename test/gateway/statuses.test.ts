import { expect, test } from "vitest";
import { startGatewayWith } from "../support/gateway.ts";
import { createProject, refuse } from "../support/project.ts";
import { type Misbehaviour, startScriptedRegistry } from "../support/scripted-registry.ts";

const key = "project-key";
const bad = "REGISTRY_BAD_RESPONSE";
const [known] = createProject(3).tags;

/** Answers a missing record with one status, and a wrong key with another. */
function answering(absent: number, badKey = 401): Misbehaviour {
  return ({ path }, honest) => {
    const response = honest();
    if (response.status === 401) return refuse(badKey);
    return response.status === 404 && /^(tags|terminals)\//.test(path) ? refuse(absent) : response;
  };
}

async function start(misbehave: Misbehaviour, settings: Readonly<Record<string, string>>) {
  const registry = await startScriptedRegistry({ ...createProject(3), key }, { misbehave });
  return startGatewayWith(registry, { settings });
}

const callsOf = ({ registry }: Awaited<ReturnType<typeof start>>) =>
  registry.calls.map(({ path }) => path.replace(/key=[^&]*&?/, ""));

test("with 500 for absent records, unknown ids are null for one call each, and do not open the circuit", async () => {
  await using run = await start(answering(500), { REGISTRY_ABSENT_STATUS: "404,410,500" });
  for (let place = 0; place < 40; place += 1) {
    const { data, errors } = await run.query(`{ tag(id: "04FF${place}") { name } }`);
    expect({ tag: data.tag, errors }).toEqual({ tag: null, errors: undefined });
  }
  expect(callsOf(run)).toHaveLength(40);
  const { data } = await run.query(`{ tag(id: "${known?.id}") { name } }`);
  expect(data.tag).toEqual({ name: "Door 0" });
});

test("with 500 for absent records, a structure that gets 500 is still an error", async () => {
  const misbehave: Misbehaviour = ({ path }, honest) =>
    path.startsWith("additional_data") ? refuse(500) : honest();
  await using run = await start(misbehave, { REGISTRY_ABSENT_STATUS: "404,410,500" });
  const { data, codes } = await run.query("{ additionalDataStructure(of: TAG) { lastUpdate } }");
  expect([data.additionalDataStructure, codes]).toEqual([null, ["REGISTRY_UNAVAILABLE"]]);
});

test("if one status means a refused key and an unknown id, one call for a row of the list tells which", async () => {
  await using run = await start(answering(404, 404), { REGISTRY_BAD_KEY_STATUS: "401,403,404" });
  const query = '{ a: tag(id: "04FF") { name } b: tag(id: "04EE") { name } }';
  const { data, errors } = await run.query(query);
  expect({ data, errors }).toEqual({ data: { a: null, b: null }, errors: undefined });
  expect(callsOf(run).toSorted()).toEqual([
    "/api/v1/tags/04EE/?",
    "/api/v1/tags/04FF/?",
    "/api/v1/tags?limit=1&page=1",
  ]);
  const refused = await run.query(query, { key: "wrong-key" });
  expect(refused.codes).toEqual(["UNAUTHENTICATED", "UNAUTHENTICATED"]);
});

test("a refused limit is not mistaken for a refused key, even if both have the same status", async () => {
  const misbehave: Misbehaviour = (call, honest) => {
    const isLarge = call.path === "tags" && Number(call.query.get("limit")) > 2;
    return isLarge || honest().status === 401 ? refuse(400) : honest();
  };
  await using run = await start(misbehave, { REGISTRY_BAD_KEY_STATUS: "401,403,400" });
  const query = "{ tags(first: 3) { nodes { name } } }";
  const { data, errors } = await run.query(query);
  expect({ data, errors }).toEqual({
    data: { tags: { nodes: [{ name: "Door 0" }, { name: "Door 1" }, { name: "Door 2" }] } },
    errors: undefined,
  });
  const refused = await run.query(query, { key: "wrong-key" });
  expect(refused.codes).toEqual(["UNAUTHENTICATED"]);
});

test.each<[string, string, Readonly<Record<string, string>>, object, object]>([
  ["error", "nothing known", {}, { a: bad }, { a: bad, tags: bad }],
  ["message", "no record", { REGISTRY_ABSENT_STATUS: "404,200" }, {}, { tags: bad }],
  [
    "detail",
    "a refused key",
    { REGISTRY_BAD_KEY_STATUS: "401,200" },
    { a: bad },
    { a: "UNAUTHENTICATED", tags: "UNAUTHENTICATED", terminals: "UNAUTHENTICATED" },
  ],
])(
  '200 with the member "%s" means %s, if a setting says so',
  async (name, _, settings, ...codes) => {
    const misbehave: Misbehaviour = ({ path, query }, honest) => {
      if (path === "tags/04DD/") return { status: 200, body: {} };
      if (path === "tags/04EE/") return { status: 200, body: "not JSON" };
      if (path === "tags/04FF/") return { status: 200, body: { [name]: "no" } };
      const isBroken = path === "terminals" && query.get("limit") !== "1";
      return isBroken ? { status: 200, body: { errors: [] } } : { ...honest(), status: 200 };
    };
    const query = `{
    a: tag(id: "04FF") { name } b: tag(id: "04EE") { name } c: tag(id: "04DD") { name }
    tags(first: 2) { nodes { name } } terminals(first: 2) { nodes { name } }
  }`;
    await using run = await start(misbehave, settings);
    for (const [place, asked] of [key, "wrong-key"].entries()) {
      const { errors = [] } = await run.query(query, { key: asked });
      const seen = errors.map(({ path, extensions }) => [path?.[0], extensions.code]);
      expect(Object.fromEntries(seen)).toEqual({ b: bad, c: bad, terminals: bad, ...codes[place] });
    }
  },
);

test("a 403 that means an absent record may still refuse the key", async () => {
  const settings = { REGISTRY_ABSENT_STATUS: "403", REGISTRY_BAD_KEY_STATUS: "401" };
  await using run = await start(answering(403, 403), settings);
  const query = '{ tag(id: "04FF") { name } }';
  expect((await run.query(query)).codes).toBeUndefined();
  expect((await run.query(query, { key: "wrong-key" })).codes).toEqual(["FORBIDDEN"]);
});
