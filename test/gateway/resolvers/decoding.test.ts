import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../../support/gateway.ts";
import {
  json,
  type ScriptedRegistry,
  startScriptedRegistry,
  status,
} from "../../support/scripted-registry.ts";

let registry: ScriptedRegistry;
let gateway: TestGateway;

beforeAll(async () => {
  registry = await startScriptedRegistry(status(404));
  gateway = await startGateway({
    registryUrl: registry.url,
    key: "k",
    links: "tag.reader=terminal.id",
  });
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

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

/** The response to a query when the registry answers every call with this body, and the number of calls. */
async function responseTo(query: string, body: unknown) {
  registry.behaviour = json(body);
  const before = registry.calls.length;
  const { data, errors } = await gateway.query(query);
  const problems = errors?.map(({ path, extensions }) => [path?.join("."), extensions.code]);
  return { data, errors: problems, calls: registry.calls.length - before };
}

test.each([
  ["as documented", { terminals: [{ id: 5, name: "five" }] }],
  ["alone in the list's member", { terminals: { id: 5, name: "five" } }],
  ["alone, like a tag", { terminal: { id: 5, name: "five" } }],
  ["in a list by its own name", { terminal: [{ id: 5, name: "five" }] }],
])("a single terminal %s is read", async (_, body) => {
  expect(await responseTo("{ terminal(id: 5) { name } }", body)).toEqual({
    data: { terminal: { name: "five" } },
    errors: undefined,
    calls: 1,
  });
});

test("another terminal alone is not taken for the requested one", async () => {
  const { errors } = await responseTo("{ terminal(id: 5) { name } }", { terminal: { id: 6 } });
  expect(errors).toEqual([["terminal", "REGISTRY_BAD_RESPONSE"]]);
});

const envelope = { limit: 100, page: 1, count: 1, page_count: 1 };

describe("a single get", () => {
  test.each([
    ["a tag", { tag }, { tag: { tagId: "04aa" } }],
    ["a list of one", { tag: [tag] }, { tag: { tagId: "04aa" } }],
    ["null", { tag: null }, { tag: null }],
    ["an empty list", { tag: [] }, { tag: null }],
    [
      "several, the requested one among them",
      { tag: [{ ...tag, id: "04bb" }, tag] },
      { tag: { tagId: "04aa" } },
    ],
  ])("answered with %s", async (_, body, data) => {
    expect(await responseTo(`{ tag(id: "04aa") { tagId } }`, body)).toEqual({
      data,
      errors: undefined,
      calls: 1,
    });
  });

  test.each([
    ["another record", { tag: { ...tag, id: "04bb" } }],
    ["the same id in another letter case", { tag: { ...tag, id: "04AA" } }],
    [
      "several others",
      {
        tag: [
          { ...tag, id: "04bb" },
          { ...tag, id: "04cc" },
        ],
      },
    ],
    ["a record without an id", { tag: { ...tag, id: undefined } }],
    ["text", { tag: "04aa" }],
    ["an error in a 200", { error: "no such key" }],
    ["a list body", { tags: [tag], ...envelope }],
    ["an array", [tag]],
    ["nothing", null],
  ])("answered with %s is REGISTRY_BAD_RESPONSE", async (_, body) => {
    expect(await responseTo(`{ tag(id: "04aa") { tagId } __typename }`, body)).toEqual({
      data: { tag: null, __typename: "Query" },
      errors: [["tag", "REGISTRY_BAD_RESPONSE"]],
      calls: 1,
    });
  });

  test.each([404, 410])("answered with %d is null without an error", async (code) => {
    registry.behaviour = status(code);
    const { data, errors } = await gateway.query(
      `{ tag(id: "04aa") { tagId } terminal(id: 5) { name } }`,
    );
    expect({ data, errors }).toEqual({ data: { tag: null, terminal: null }, errors: undefined });
  });

  test("finds a terminal under `terminals`, as an array or alone", async () => {
    const query = "{ terminal(id: 5) { terminalId name } }";
    const expected = {
      data: { terminal: { terminalId: "5", name: "t" } },
      errors: undefined,
      calls: 1,
    };
    expect(await responseTo(query, { terminals: [{ id: 5, name: "t" }] })).toEqual(expected);
    expect(await responseTo(query, { terminals: { id: "5", name: "t" } })).toEqual(expected);
    expect(await responseTo(query, { terminals: [] })).toEqual({
      data: { terminal: null },
      errors: undefined,
      calls: 1,
    });
  });
});

describe("one field that cannot be read", () => {
  test.each([
    ["name", "name", [1.5, {}, [], true, null, undefined]],
    ["type", "type", [{}, null]],
    ["projectId", "project_id", [{}, 1.5, null]],
    ["isActive", "is_active", ["yes", 2, null]],
    ["addedWhen", "added_when", ["soon", 1.5, 2 ** 60, null]],
    ["addedAt", "added_when", ["soon", null]],
    ["lastUpdate", "last_update", [{}, null]],
    ["additionalData", "additional_data", ["{", 5, [1]]],
    ["additionalDataFields { identifier }", "additional_data", [[1], "x"]],
    ["description", "description", [{}, 1.5]],
  ])(
    "%s is null with one error that names it, and nothing else is",
    async (field, member, values) => {
      const name = field.split(" ")[0] ?? "";
      for (const value of values) {
        const rows = [
          { ...tag, [member]: value },
          { ...tag, id: "04bb" },
        ];
        registry.behaviour = json({ tags: rows, ...envelope, count: 2 });
        const { data, errors } = await gateway.query(`{ tags { nodes { tagId ${field} } } }`);
        expect(data.tags.nodes[0]).toEqual({ tagId: "04aa", [name]: null });
        expect(errors?.filter(({ path }) => path?.[2] === 0)).toEqual([
          expect.objectContaining({
            path: ["tags", "nodes", 0, name],
            message: expect.stringContaining(`"${member}"`),
            extensions: expect.objectContaining({
              code: "REGISTRY_BAD_RESPONSE",
              registryField: member,
            }),
          }),
        ]);
      }
    },
  );

  test("does no harm while nobody selects it", async () => {
    const body = { tags: [{ ...tag, name: {}, added_when: "soon" }], ...envelope };
    const { data, errors } = await responseTo("{ tags { nodes { tagId } } }", body);
    expect({ data, errors }).toEqual({
      data: { tags: { nodes: [{ tagId: "04aa" }] } },
      errors: undefined,
    });
  });
});

test("fields are read in any lossless spelling", async () => {
  const spellings = {
    ...tag,
    id: 5,
    project_id: "7",
    is_active: 0,
    added_when: "1700000000",
    additional_data: [],
    name: 12,
  };
  const { data, errors } = await responseTo(
    "{ tags { nodes { tagId projectId isActive addedWhen additionalData name } } }",
    { tags: spellings, limit: "100", page: "1", count: "1", page_count: "1" },
  );
  expect(errors).toBeUndefined();
  expect(data.tags.nodes).toEqual([
    {
      tagId: "5",
      projectId: "7",
      isActive: false,
      addedWhen: 1_700_000_000,
      additionalData: {},
      name: "12",
    },
  ]);
});

test("a row without a readable id makes its own node null, and no other", async () => {
  const rows = [tag, { name: "no id" }, null, "text", { ...tag, id: "04bb" }];
  const { data, errors } = await responseTo(
    "{ tags { nodes { tagId } edges { node { tagId } } } }",
    {
      tags: rows,
      ...envelope,
      count: 5,
    },
  );
  const nodes = [{ tagId: "04aa" }, null, null, null, { tagId: "04bb" }];
  expect(data.tags).toEqual({ nodes, edges: nodes.map((node) => ({ node })) });
  expect(errors?.sort()).toEqual(
    [1, 2, 3]
      .flatMap((index) => [
        [`tags.edges.${index}.node`, "REGISTRY_BAD_RESPONSE"],
        [`tags.nodes.${index}`, "REGISTRY_BAD_RESPONSE"],
      ])
      .sort(),
  );
});

describe("a structure", () => {
  const query =
    "{ additionalDataStructure(of: TAG) { items { type rawType identifier enum } lastUpdate jsonSchema } }";

  test("answered with 404 is null without an error", async () => {
    registry.behaviour = status(404);
    const { data, errors } = await gateway.query(query);
    expect({ data, errors }).toEqual({
      data: { additionalDataStructure: null },
      errors: undefined,
    });
  });

  test("an item of an undocumented type is UNKNOWN, and keeps its raw type", async () => {
    const items = [
      { type: "slider", identifier: "s", name: "S", set_via_app: false, enum: ["x"] },
      { type: "selectbox", identifier: "c", name: "C", set_via_app: true, enum: ["a", "b"] },
    ];
    const { data, errors } = await responseTo(query, { items, last_update: 1 });
    expect(errors).toBeUndefined();
    expect(data.additionalDataStructure).toEqual({
      items: [
        { type: "UNKNOWN", rawType: "slider", identifier: "s", enum: null },
        { type: "SELECTBOX", rawType: "selectbox", identifier: "c", enum: ["a", "b"] },
      ],
      lastUpdate: 1,
      jsonSchema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: {
          s: { title: "S", type: ["string", "number", "boolean", "object", "array", "null"] },
          c: { title: "C", enum: ["a", "b"] },
        },
        required: ["c"],
        additionalProperties: true,
      },
    });
  });

  test.each([
    ["an error in a 200", { error: "x" }],
    ["a list", []],
  ])("answered with %s is REGISTRY_BAD_RESPONSE", async (_, body) => {
    const { data, errors } = await responseTo(query, body);
    expect(data).toEqual({ additionalDataStructure: null });
    expect(errors).toEqual([["additionalDataStructure", "REGISTRY_BAD_RESPONSE"]]);
  });
});
