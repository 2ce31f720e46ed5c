import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGateway, startSampleGateway } from "../../support/gateway.ts";

let gateway: Awaited<ReturnType<typeof startSampleGateway>>;

beforeAll(async () => {
  gateway = await startSampleGateway();
});

afterAll(() => gateway[Symbol.asyncDispose]());

beforeEach(() => gateway.registry.resetCalls());

interface Node {
  readonly projectId: string;
  readonly tagId: string;
}

/** The response's data. Fails unless it came without errors, and at the cost of just these calls. */
async function dataOf(document: string, calls: readonly string[], variables = {}) {
  const { data, errors } = await gateway.query(document, { variables });
  expect(errors).toBeUndefined();
  expect([...gateway.registry.calls].sort()).toEqual([...calls].sort());
  return data;
}

/** Two tags and a terminal of the sample, as any client finds them. */
async function findRecords() {
  const document =
    "{ tags(first: 2) { nodes { id tagId } } terminals(first: 1) { nodes { id terminalId } } }";
  const { data } = await gateway.query(document);
  gateway.registry.resetCalls();
  return { tags: data.tags.nodes, terminal: data.terminals.nodes[0] };
}

describe("one record", () => {
  test("a tag by the registry's id costs one get", async () => {
    const { tags } = await findRecords();
    const [{ id, tagId }] = tags;
    const data = await dataOf(
      `query ($id: ID!) { tag(id: $id) { __typename id tagId type name projectId isActive addedWhen addedAt lastUpdate updatedAt description additionalData } }`,
      [`GET /api/v1/tags/${tagId}/`],
      { id: tagId },
    );
    expect(data.tag).toMatchObject({ __typename: "Tag", id, tagId, type: "NFC", projectId: "1" });
    expect(new Date(data.tag.addedAt).getTime()).toBe(data.tag.addedWhen * 1000);
    expect(new Date(data.tag.updatedAt).getTime()).toBe(data.tag.lastUpdate * 1000);
  });

  test("a tag that is requested by both its ids and by node costs one get", async () => {
    const { tags } = await findRecords();
    const [{ id, tagId }] = tags;
    const data = await dataOf(
      `query ($id: ID!, $tagId: ID!) { a: tag(id: $id) { name } b: tag(id: $tagId) { name } c: node(id: $id) { __typename ... on Tag { name } } }`,
      [`GET /api/v1/tags/${tagId}/`],
      { id, tagId },
    );
    expect(data.b).toEqual(data.a);
    expect(data.c).toEqual({ __typename: "Tag", ...data.a });
  });

  test("a terminal by the registry's id, spelled as a number or as a string, costs one get", async () => {
    const { terminal } = await findRecords();
    const data = await dataOf(
      `{ a: terminal(id: ${terminal.terminalId}) { id terminalId imei uuid name canInsertChip canChangeChip platform platformVersion model formIdentifier } b: terminal(id: "${terminal.terminalId}") { id } }`,
      [`GET /api/v1/terminals/${terminal.terminalId}/`],
    );
    expect(data.a).toMatchObject(terminal);
    expect(data.b.id).toBe(terminal.id);
  });

  test("an unknown id is null without an error", async () => {
    const data = await dataOf(
      `{ tag(id: "04FFFFFFFFFFFF") { name } terminal(id: 999999) { name } }`,
      ["GET /api/v1/tags/04FFFFFFFFFFFF/", "GET /api/v1/terminals/999999/"],
    );
    expect(data).toEqual({ tag: null, terminal: null });
  });

  test.each([
    `tag(id: "")`,
    `tag(id: ".")`,
    `tag(id: "..")`,
    `terminal(id: "007")`,
    `terminal(id: "+5")`,
    `terminal(id: "5.0")`,
    `terminal(id: "constructor")`,
    `node(id: "5")`,
  ])("%s is null without a call", async (field) => {
    const data = await dataOf(`{ record: ${field} { id } }`, []);
    expect(data).toEqual({ record: null });
  });

  test("another type's global id is null without a call", async () => {
    const { tags, terminal } = await findRecords();
    const data = await dataOf(
      `query ($tag: ID!, $terminal: ID!) { tag(id: $terminal) { id } terminal(id: $tag) { id } }`,
      [],
      { tag: tags[0].id, terminal: terminal.id },
    );
    expect(data).toEqual({ tag: null, terminal: null });
  });

  test("an id reaches the registry as one segment of the path", async () => {
    const data = await dataOf(`{ tag(id: "a/b?c#d%2e%2e é") { id } }`, [
      "GET /api/v1/tags/a%2Fb%3Fc%23d%252e%252e%20%C3%A9/",
    ]);
    expect(data).toEqual({ tag: null });
  });

  test("a key sees its own project's records only", async () => {
    const document = "{ tags(first: 1000) { nodes { projectId tagId } } }";
    const { otherKey } = gateway.registry;
    const [own, other] = await Promise.all([
      gateway.query(document),
      gateway.query(document, { key: otherKey }),
    ]);
    expect(new Set(own.data.tags.nodes.map(({ projectId }: Node) => projectId))).toEqual(
      new Set(["1"]),
    );
    expect(new Set(other.data.tags.nodes.map(({ projectId }: Node) => projectId))).toEqual(
      new Set(["2"]),
    );
    const others = new Set(other.data.tags.nodes.map(({ tagId }: Node) => tagId));
    const { tagId } = own.data.tags.nodes.find((node: Node) => !others.has(node.tagId));
    const { data, errors } = await gateway.query("query ($id: ID!) { tag(id: $id) { id } }", {
      key: otherKey,
      variables: { id: tagId },
    });
    expect({ data, errors }).toEqual({ data: { tag: null }, errors: undefined });
  });
});

describe("many records", () => {
  test("nodes keep the requested order, are null where there is none, and load equal ids once", async () => {
    const { tags, terminal } = await findRecords();
    const ids = [tags[1].id, "unknown", terminal.id, tags[0].id, tags[1].id];
    const data = await dataOf(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { id } }`,
      [
        `GET /api/v1/tags/${tags[0].tagId}/`,
        `GET /api/v1/tags/${tags[1].tagId}/`,
        `GET /api/v1/terminals/${terminal.terminalId}/`,
      ],
      { ids },
    );
    expect(data.nodes).toEqual([
      { id: ids[0] },
      null,
      { id: ids[2] },
      { id: ids[3] },
      { id: ids[4] },
    ]);
  });

  test("a list costs one call for just the requested rows", async () => {
    const data = await dataOf(`{ tags(first: 3) { nodes { name } } }`, [
      "GET /api/v1/tags?limit=3&page=1",
    ]);
    expect(data.tags.nodes).toHaveLength(3);
  });

  test("a list without a size has the first 100 records", async () => {
    const data = await dataOf(`{ tags { nodes { name } } }`, ["GET /api/v1/tags?limit=100&page=1"]);
    expect(data.tags.nodes).toHaveLength(100);
  });

  test("records that a list has brought cost nothing by id", async () => {
    const { terminal } = await findRecords();
    const data = await dataOf(
      `{ terminals(first: 1) { nodes { id additionalDataFields { identifier } project { terminals(first: 1) { nodes { id } } } } } }`,
      ["GET /api/v1/terminals?limit=1&page=1", "GET /api/v1/additional_data/structure/terminal"],
    );
    expect(data.terminals.nodes[0].project.terminals.nodes).toEqual([{ id: terminal.id }]);
  });
});

describe("the project", () => {
  test("its id costs nothing when a record is loaded anyway", async () => {
    const data = await dataOf(`{ tags(first: 1) { nodes { project { projectId } } } }`, [
      "GET /api/v1/tags?limit=1&page=1",
    ]);
    expect(data.tags.nodes[0].project.projectId).toBe("1");
  });

  test("its id costs one call when no record is loaded", async () => {
    const data = await dataOf(`{ project { projectId } }`, ["GET /api/v1/tags?limit=1&page=1"]);
    expect(data.project.projectId).toBe("1");
  });

  test("its lists and its structure are those of Query", async () => {
    const data = await dataOf(
      `{ project { tags(first: 1) { nodes { id } } additionalDataStructure(of: TAG) { lastUpdate } }
         tags(first: 1) { nodes { id } } additionalDataStructure(of: TAG) { lastUpdate } }`,
      ["GET /api/v1/tags?limit=1&page=1", "GET /api/v1/additional_data/structure/tag"],
    );
    expect(data.project.tags).toEqual(data.tags);
    expect(data.project.additionalDataStructure).toEqual(data.additionalDataStructure);
  });
});

describe("additional data", () => {
  test("a structure costs one call, whatever is selected of it", async () => {
    const data = await dataOf(
      `{ additionalDataStructure(of: TERMINAL) { of items { type rawType name identifier setViaApp enum } lastUpdate updatedAt jsonSchema } }`,
      ["GET /api/v1/additional_data/structure/terminal"],
    );
    const { of, items, jsonSchema } = data.additionalDataStructure;
    expect(of).toBe("TERMINAL");
    expect(Object.keys(jsonSchema.properties)).toEqual(
      items.map((item: { identifier: string }) => item.identifier),
    );
  });

  test("fields follow the structure's order, then come the keys that it does not define", async () => {
    const data = await dataOf(
      `{ tags(first: 100) { nodes { additionalData additionalDataFields { identifier value item { identifier } } } }
         additionalDataStructure(of: TAG) { items { identifier } } }`,
      ["GET /api/v1/tags?limit=100&page=1", "GET /api/v1/additional_data/structure/tag"],
    );
    const defined = data.additionalDataStructure.items.map(
      ({ identifier }: { identifier: string }) => identifier,
    );
    let further = 0;
    for (const { additionalData, additionalDataFields } of data.tags.nodes) {
      const given = additionalData ?? {};
      const unknown = Object.keys(given).filter((key) => !defined.includes(key));
      further += unknown.length;
      expect(additionalDataFields).toEqual(
        [...defined, ...unknown].map((identifier) => ({
          identifier,
          value: given[identifier] ?? null,
          item: defined.includes(identifier) ? { identifier } : null,
        })),
      );
    }
    expect(further).toBeGreaterThan(0);
  });

  test("one field that the record has needs no structure, unless its item is selected", async () => {
    const document = (selection: string) =>
      `{ tags(first: 1) { nodes { additionalDataField(identifier: "terminal_id") { ${selection} } } } }`;
    await dataOf(document("identifier value"), ["GET /api/v1/tags?limit=1&page=1"]);
    gateway.registry.resetCalls();
    const data = await dataOf(document("value item { identifier }"), [
      "GET /api/v1/tags?limit=1&page=1",
      "GET /api/v1/additional_data/structure/tag",
    ]);
    expect(data.tags.nodes[0].additionalDataField.item.identifier).toBe("terminal_id");
  });

  test("a field that neither record nor structure has is null at the cost of the structure", async () => {
    const data = await dataOf(
      `{ tags(first: 1) { nodes { additionalDataField(identifier: "__proto__") { identifier value item { name } } } } }`,
      ["GET /api/v1/tags?limit=1&page=1", "GET /api/v1/additional_data/structure/tag"],
    );
    expect(data.tags.nodes[0].additionalDataField).toEqual({
      identifier: "__proto__",
      value: null,
      item: null,
    });
  });

  test("tags are joined to their terminals by one list of terminals", async () => {
    const data = await dataOf(
      `{ tags(first: 100) { nodes { additionalDataField(identifier: "terminal_id") { value terminal { terminalId name } tag { id } } } } }`,
      [
        "GET /api/v1/tags?limit=100&page=1",
        "GET /api/v1/additional_data/structure/tag",
        "GET /api/v1/terminals?limit=1000&page=1",
      ],
    );
    const fields = data.tags.nodes.map(
      ({ additionalDataField }: { additionalDataField: unknown }) => additionalDataField,
    );
    const joined = fields.filter((field: { terminal: unknown }) => field.terminal !== null);
    expect(joined.length).toBeGreaterThan(50);
    for (const { value, terminal, tag } of joined) {
      expect(terminal.terminalId).toBe(String(value));
      expect(tag).toBeNull();
    }
  });
});

describe("extensions", () => {
  const document = "{ tags(first: 2) { nodes { additionalDataFields { identifier } } } }";

  test("with X-Tapgraph-Explain: 1 the response says what it cost", async () => {
    const { extensions } = await gateway.query(document, {
      headers: { "x-tapgraph-explain": "1" },
    });
    expect(extensions).toEqual({
      tapgraph: {
        calls: 2,
        pages: 1,
        retries: 0,
        shared: 0,
        cacheHits: 0,
        waitedMs: expect.any(Number),
        made: [
          { for: "rows 1 to 2 of the tags", call: "/api/v1/tags?limit=2&page=1" },
          {
            for: "the structure of the additional data of tags",
            call: "/api/v1/additional_data/structure/tag",
          },
        ],
      },
    });
  });

  test("without it there are none", async () => {
    expect((await gateway.query(document)).extensions).toBeUndefined();
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
  expect(extensions).toEqual({
    warnings: [
      { code: "LINKS_NOT_CONFIGURED", message: expect.stringContaining("ADDITIONAL_DATA_LINKS") },
    ],
  });
  const lists = gateway.registry.calls.filter((call) => call.includes("/terminals"));
  expect(lists).toEqual([]);
});
