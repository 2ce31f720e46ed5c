import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startGateway, startSampleGateway } from "../../support/gateway.ts";
import { startListGateway } from "../../support/list-gateway.ts";

const gateway = await startSampleGateway();
const { data: sample } = await gateway.query(
  "{ tags(first: 2) { nodes { id tagId } } terminals(first: 1) { nodes { id terminalId } } }",
);
/** Two tags and a terminal of the sample, as any client finds them. */
const tags: readonly { readonly id: string; readonly tagId: string }[] = sample.tags.nodes;
const [terminal] = sample.terminals.nodes;
afterAll(() => gateway[Symbol.asyncDispose]());
beforeEach(() => gateway.registry.resetCalls());

/** The response's data. Fails unless it came without errors, and at the cost of just these calls. */
async function dataOf(document: string, calls: readonly string[], variables = {}) {
  const { data, errors } = await gateway.query(document, { variables });
  expect(errors).toBeUndefined();
  const expected = calls.map((call) => `GET /api/v1/${call}`).sort();
  expect(gateway.registry.calls.toSorted()).toEqual(expected);
  return data;
}

describe("one record", () => {
  test("a tag by the registry's id costs one get", async () => {
    const [{ id, tagId } = { id: "", tagId: "" }] = tags;
    const data = await dataOf(
      `query ($id: ID!) { tag(id: $id) { __typename id tagId type name projectId isActive addedWhen addedAt lastUpdate updatedAt description additionalData } }`,
      [`tags/${tagId}/`],
      { id: tagId },
    );
    expect(data.tag).toMatchObject({ __typename: "Tag", id, tagId, type: "NFC", projectId: "1" });
    expect(new Date(data.tag.addedAt).getTime()).toBe(data.tag.addedWhen * 1000);
    expect(new Date(data.tag.updatedAt).getTime()).toBe(data.tag.lastUpdate * 1000);
  });

  test("a tag that is requested by both its ids and by node costs one get", async () => {
    const data = await dataOf(
      `query ($id: ID!, $tagId: ID!) { a: tag(id: $id) { name } b: tag(id: $tagId) { name } c: node(id: $id) { __typename ... on Tag { name } } }`,
      [`tags/${tags[0]?.tagId}/`],
      tags[0],
    );
    expect(data).toEqual({ a: data.a, b: data.a, c: { __typename: "Tag", ...data.a } });
  });

  test("a terminal by the registry's id, spelled as a number or as a string, costs one get", async () => {
    const { terminalId } = terminal;
    const data = await dataOf(
      `{ a: terminal(id: ${terminalId}) { id terminalId imei uuid name canInsertChip canChangeChip platform platformVersion model formIdentifier } b: terminal(id: "${terminalId}") { id } }`,
      [`terminals/${terminalId}/`],
    );
    expect(data.a).toMatchObject(terminal);
    expect(data.b.id).toBe(terminal.id);
  });

  test.each<[string, readonly string[]]>([
    ['tag(id: "04FFFFFFFFFFFF")', ["tags/04FFFFFFFFFFFF/"]],
    ["terminal(id: 999999)", ["terminals/999999/"]],
    ['tag(id: "")', []],
    ['tag(id: ".")', []],
    ['tag(id: "..")', []],
    ['terminal(id: "007")', []],
    ['terminal(id: "+5")', []],
    ['terminal(id: "5.0")', []],
    ['terminal(id: "constructor")', []],
    ['node(id: "5")', []],
    ["tag(id: $terminal)", []],
    ["terminal(id: $tag)", []],
  ])("%s is null without an error, for the calls %j", async (field, calls) => {
    const variables = { tag: tags[0]?.id, terminal: terminal.id };
    const query = `query ($tag: ID!, $terminal: ID!) { record: ${field} { id } used: nodes(ids: [$tag, $terminal]) @skip(if: true) { id } }`;
    expect(await dataOf(query, calls, variables)).toEqual({ record: null });
  });
});

test("rows that a list has brought cost nothing again, and a structure one call for all of them", async () => {
  const data = await dataOf(
    "{ terminals(first: 1) { nodes { id additionalDataFields { identifier } project { terminals(first: 1) { nodes { id } } } } } }",
    ["terminals?limit=1&page=1", "additional_data/structure/terminal"],
  );
  expect(data.terminals.nodes[0].project.terminals.nodes).toEqual([{ id: terminal.id }]);
});

describe("the project", () => {
  test.each([
    ["{ tags(first: 1) { nodes { project { projectId } } } }", "when a record is loaded anyway"],
    ["{ project { projectId } }", "when none is"],
  ])("%s costs one row of the tags, %s", async (query) => {
    const data = await dataOf(query, ["tags?limit=1&page=1"]);
    expect((data.project ?? data.tags.nodes[0].project).projectId).toBe("1");
  });

  test("its projectId is a terminal's if it has no tags, and null if it has no records", async () => {
    for (const [terminals, projectId] of [
      [[{ id: 1, project_id: 7 }], "7"],
      [[], null],
    ] as const) {
      await using other = await startListGateway({ tags: [], terminals });
      const { data } = await other.query("{ project { projectId } }");
      expect(data).toEqual({ project: { projectId } });
      expect(other.registry.calls).toHaveLength(2);
    }
  });

  test("its id is found by node and nodes, and costs no call", async () => {
    const { project } = await dataOf("{ project { id __typename } }", []);
    expect(project).toEqual({ id: expect.any(String), __typename: "Project" });
    const document = `query ($id: ID!) {
      node(id: $id) { id __typename }
      nodes(ids: [$id]) { ... on Project { projectId } }
      tag(id: $id) { name }
    }`;
    const data = await dataOf(document, ["tags?limit=1&page=1"], { id: project.id });
    expect(data).toEqual({ node: project, nodes: [{ projectId: "1" }], tag: null });
  });
});

describe("additional data", () => {
  const ofTags = "additional_data/structure/tag";

  test("a structure costs one call, whatever is selected of it", async () => {
    const data = await dataOf(
      `{ additionalDataStructure(of: TERMINAL) { of items { type rawType name identifier setViaApp enum } lastUpdate updatedAt jsonSchema } }`,
      ["additional_data/structure/terminal"],
    );
    const { of, items, jsonSchema } = data.additionalDataStructure;
    expect(of).toBe("TERMINAL");
    const identifiers = items.map((item: { identifier: string }) => item.identifier);
    expect(Object.keys(jsonSchema.properties)).toEqual(identifiers);
  });

  test.each<[string, string, string, readonly string[], object]>([
    ["terminal_id", "identifier", "needs no structure", [], { identifier: "terminal_id" }],
    [
      "terminal_id",
      "item { name }",
      "needs it for its item",
      [ofTags],
      { item: { name: "Terminal" } },
    ],
    ["__proto__", "value", "needs it to be null", [ofTags], { value: null }],
  ])("one field, %s with %s, %s", async (identifier, selection, _, calls, expected) => {
    const field = `additionalDataField(identifier: "${identifier}") { ${selection} }`;
    const query = `{ tags(first: 1) { nodes { ${field} } } }`;
    const data = await dataOf(query, ["tags?limit=1&page=1", ...calls]);
    expect(data.tags.nodes[0].additionalDataField).toEqual(expected);
  });
});

test("without a link configured, a linked record costs nothing and warns once", async () => {
  const { url: registryUrl, key } = gateway.registry;
  await using unlinked = await startGateway({ registryUrl, key });
  const { data, errors, extensions } = await unlinked.query(
    `{ tags(first: 5) { nodes { additionalDataField(identifier: "terminal_id") { terminal { name } tag { name } } } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.tags.nodes[0].additionalDataField).toEqual({ terminal: null, tag: null });
  const message = expect.stringContaining("ADDITIONAL_DATA_LINKS");
  expect(extensions).toEqual({ warnings: [{ code: "LINKS_NOT_CONFIGURED", message }] });
  expect(gateway.registry.calls.filter((call) => call.includes("/terminals"))).toEqual([]);
});
