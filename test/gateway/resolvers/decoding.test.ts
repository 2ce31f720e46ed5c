import { afterAll, describe, expect, test } from "vitest";
import { startGatewayWith } from "../../support/gateway.ts";
import { json, startScriptedRegistry, status } from "../../support/scripted-registry.ts";

const gateway = await startGatewayWith(await startScriptedRegistry(status(404)));
const { registry } = gateway;
afterAll(() => gateway[Symbol.asyncDispose]());

const tag = {
  id: "04aa",
  type: "NFC",
  name: "a tag",
  project_id: 7,
  description: null,
  is_active: true,
  added_when: 1_700_000_000,
  last_update: 1_700_000_000,
  additional_data: null,
};
const five = { id: 5, name: "five" };
const pageOf = (...tags: readonly unknown[]) => ({
  tags,
  ...{ limit: 100, page: 1, count: tags.length, page_count: 1 },
});

/** The response to a query when the registry answers every call with this body, and its errors as paths and codes. */
async function responseTo(query: string, body: unknown) {
  registry.behaviour = typeof body === "number" ? status(body) : json(body);
  const { data, errors = [] } = await gateway.query(query);
  return { data, errors: errors.map(({ path, extensions }) => [path?.join("."), extensions.code]) };
}

describe("a single get", () => {
  test.each<[string, string, unknown, object | null]>([
    ["tag", "a tag", { tag }, { id: "04aa" }],
    ["tag", "a list of one", { tag: [tag] }, { id: "04aa" }],
    ["tag", "null", { tag: null }, null],
    ["tag", "an empty list", { tag: [] }, null],
    ["tag", "404", 404, null],
    ["terminal", "a list of terminals", { terminals: [five] }, { id: "5" }],
    ["terminal", "one in place of the list", { terminals: { ...five, id: "5" } }, { id: "5" }],
    ["terminal", "an empty list of terminals", { terminals: [] }, null],
  ])("of a %s answered with %s", async (kind, _, body, expected) => {
    const id = kind === "tag" ? '"04aa"' : "5";
    const response = await responseTo(`{ one: ${kind}(id: ${id}) { id: ${kind}Id } }`, body);
    expect(response).toEqual({ data: { one: expected }, errors: [] });
  });

  test.each<[string, unknown]>([
    ["another record", { tag: { ...tag, id: "04bb" } }],
    ["the same id in another letter case", { tag: { ...tag, id: "04AA" } }],
    ["a record without an id", { tag: { ...tag, id: undefined } }],
    ["another kind of record", { terminal: five }],
    ["text", { tag: "04aa" }],
    ["an error in a 200", { error: "no such key" }],
    ["a list body", pageOf(tag)],
    ["an array", [tag]],
    ["nothing", null],
  ])("answered with %s is REGISTRY_BAD_RESPONSE", async (_, body) => {
    expect(await responseTo(`{ tag(id: "04aa") { tagId } __typename }`, body)).toEqual({
      data: { tag: null, __typename: "Query" },
      errors: [["tag", "REGISTRY_BAD_RESPONSE"]],
    });
  });
});

describe("one field that cannot be read", () => {
  test.each<[string, string, readonly unknown[]]>([
    ["name", "name", [1.5, {}, [], true, null, undefined]],
    ["type", "type", [{}, null]],
    ["projectId", "project_id", [{}, 1.5, null]],
    ["isActive", "is_active", ["yes", 2, null]],
    ["addedWhen", "added_when", ["soon", 1.5, 2 ** 60, null]],
    ["additionalData", "additional_data", ["{", 5, [1]]],
    ["additionalDataFields { identifier }", "additional_data", [[1], "x"]],
    ["description", "description", [{}, 1.5]],
  ])("%s is null with one error that names it, and nothing else is", async (field, of, values) => {
    const name = field.split(" ")[0] ?? "";
    for (const value of values) {
      registry.behaviour = json(pageOf({ ...tag, [of]: value }, { ...tag, id: "04bb" }));
      const { data, errors } = await gateway.query(`{ tags { nodes { tagId ${field} } } }`);
      expect(data.tags.nodes[0]).toEqual({ tagId: "04aa", [name]: null });
      expect(errors?.filter(({ path }) => path?.[2] === 0)).toMatchObject([
        {
          path: ["tags", "nodes", 0, name],
          message: expect.stringContaining(`"${of}"`),
          extensions: { code: "REGISTRY_BAD_RESPONSE", registryField: of },
        },
      ]);
    }
  });
});

test("fields are read in any lossless spelling", async () => {
  const tags = {
    ...tag,
    ...{ id: 5, project_id: "7", is_active: 0, added_when: "1700000000" },
    ...{ additional_data: [], name: 12 },
  };
  const { data, errors } = await responseTo(
    "{ tags { nodes { tagId projectId isActive addedWhen additionalData name } } }",
    { tags, limit: "100", page: "1", count: "1", page_count: "1" },
  );
  expect(errors).toEqual([]);
  expect(data.tags.nodes).toEqual([
    {
      ...{ tagId: "5", projectId: "7", isActive: false, addedWhen: 1_700_000_000 },
      ...{ additionalData: {}, name: "12" },
    },
  ]);
});

test("a row without a readable id makes its own node null, and no other", async () => {
  const body = pageOf(tag, { name: "no id" }, null, "text", { ...tag, id: "04bb" });
  const query = "{ tags { nodes { tagId } edges { node { tagId } } } }";
  const { data, errors } = await responseTo(query, body);
  const nodes = [{ tagId: "04aa" }, null, null, null, { tagId: "04bb" }];
  expect(data.tags).toEqual({ nodes, edges: nodes.map((node) => ({ node })) });
  const paths = [1, 2, 3].flatMap((at) => [`tags.edges.${at}.node`, `tags.nodes.${at}`]);
  expect(errors.sort()).toEqual(paths.map((path) => [path, "REGISTRY_BAD_RESPONSE"]).sort());
  const project = await responseTo("{ project { projectId } }", pageOf({ name: "no id" }));
  expect(project.errors).toEqual([["project.projectId", "REGISTRY_BAD_RESPONSE"]]);
  expect(registry.calls.at(-1)?.name).toBe("tags?limit=1&page=1");
});

describe("a structure", () => {
  const query =
    "{ of: additionalDataStructure(of: TAG) { items { type rawType identifier enum } lastUpdate } }";
  const fields = { name: "S", set_via_app: false };

  test("has an item of an undocumented type as UNKNOWN, with its raw type", async () => {
    const items = [
      { type: "slider", identifier: "s", ...fields, enum: ["x"] },
      { type: "selectbox", identifier: "c", name: "C", set_via_app: true, enum: ["a", "b"] },
    ];
    const { data, errors } = await responseTo(query, { items, last_update: 1 });
    expect(errors).toEqual([]);
    expect(data.of).toEqual({
      items: [
        { type: "UNKNOWN", rawType: "slider", identifier: "s", enum: null },
        { type: "SELECTBOX", rawType: "selectbox", identifier: "c", enum: ["a", "b"] },
      ],
      lastUpdate: 1,
    });
  });

  test.each<[string, unknown, object | null, readonly string[]]>([
    ["404", 404, null, []],
    ["an error in a 200", { error: "x" }, null, ["of"]],
    ["a list", [], null, ["of"]],
    // The items of the list are non-null, so the list is null because of the one that is no object.
    [
      "an item that is no object",
      { items: [{ type: "textbox", identifier: "s", ...fields }, 5], last_update: 1 },
      { items: null, lastUpdate: 1 },
      ["of.items.1"],
    ],
  ])("answered with %s", async (_, body, of, paths) => {
    expect(await responseTo(query, body)).toEqual({
      data: { of },
      errors: paths.map((path) => [path, "REGISTRY_BAD_RESPONSE"]),
    });
  });
});
