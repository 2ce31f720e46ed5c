import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startListGateway } from "../../../support/list-gateway.ts";
import { item } from "../../../support/project.ts";

const terminals = [
  { id: 501, name: "Gate", uuid: "AB-1", additional_data: { home_tag: "T3" } },
  { id: 502, name: "Hall", uuid: "ab-1", additional_data: { home_tag: "T3" } },
  { id: 503, name: "Roof", uuid: "cd-2", additional_data: {} },
];
const tags = [
  { id: "T9", name: "nine", additional_data: { terminal_id: 501, site: "b", floor: 9 } },
  { id: "T1", name: "one", additional_data: { terminal_id: "501", site: "a", floor: "1" } },
  { id: "T3", name: "three door", additional_data: { terminal_id: 502, site: "a", floor: 3 } },
  { id: "T2", name: "two door", additional_data: { terminal_id: 501, reader: "Ab-1", site: "a" } },
  { id: "T4", name: "four", additional_data: { "The terminal_id": "501", site: "c", floor: 1 } },
  { id: "T5", name: "five", additional_data: { reader: "aB-1", site: "b" } },
  { id: "T6", name: "six", additional_data: { terminal_id: [501], reader: "ab1" } },
  { id: "T7", name: "seven door", additional_data: { terminal_id: 501, site: "b", floor: 2 } },
];

const structures = {
  tag: [item("textbox", "site"), item("number", "floor"), item("textbox", "terminal_id")],
};
const links = "tag.terminal_id=terminal.id,tag.reader=terminal.uuid,terminal.home_tag=tag.id";
const settings = { FEDERATION: "true" };
const gateway = await startListGateway({ tags, terminals, structures, links, settings });
beforeEach(() => gateway.registry.resetCalls());
afterAll(() => gateway[Symbol.asyncDispose]());

async function ask(document: string, variables = {}) {
  const { data, errors, extensions } = await gateway.query(document, { variables });
  expect({ errors, warnings: extensions?.["warnings"] }).toEqual({});
  return data;
}

const linkedTerminals = { totalCount: 2, nodes: [{ name: "Gate" }, { name: "Hall" }] };
const inTerminals = "linkedTerminals { totalCount nodes { name } }";

test.each<[string, string, object]>([
  [
    "of a list, each by any link",
    "terminals { nodes { linkedTags { totalCount } } }",
    { terminals: { nodes: [6, 1, 0].map((totalCount) => ({ linkedTags: { totalCount } })) } },
  ],
  ["by id", `tag(id: "T3") { ${inTerminals} }`, { tag: { linkedTerminals } }],
  [
    "that are parts of the project",
    `project { tags(filter: { tagId: { eq: "T3" } }) { nodes { ${inTerminals} } } }`,
    { project: { tags: { nodes: [{ linkedTerminals }] } } },
  ],
  [
    "that are entities, a page of them by offset",
    `_entities(representations: [{ __typename: "Tag", tagId: "T3" }]) {
      ... on Tag { linkedTerminals(offset: 1) { totalCount nodes { name } } } }`,
    { _entities: [{ linkedTerminals: { totalCount: 2, nodes: [{ name: "Hall" }] } }] },
  ],
  [
    "that are linked themselves",
    'tag(id: "T3") { linkedTerminals { nodes { linkedTags(first: 1) { totalCount } } } }',
    {
      tag: {
        linkedTerminals: { nodes: [6, 1].map((totalCount) => ({ linkedTags: { totalCount } })) },
      },
    },
  ],
])("records have their linked records: %s", async (_, query, expected) => {
  expect(await ask(`{ ${query} }`)).toEqual(expected);
});

test("nodes of changes have linked records as they are then", async () => {
  const list = [1, 2].map((at) => ({ id: `T${at}`, additional_data: { terminal_id: 501 } }));
  await using moving = await startListGateway({ tags: list, terminals: [{ id: 501 }], links });
  await using stream = await moving.subscribe(
    "subscription { changes(of: TERMINAL) { kind node { ... on Terminal { name linkedTags { totalCount } } } } }",
  );
  expect(await stream.change()).toMatchObject({ kind: "RESET" });
  for (const [totalCount, name] of [
    [2, "Main gate"],
    [1, "Side gate"],
  ] as const) {
    if (totalCount === 1) await moving.registry.remove("tag", "T1");
    await moving.registry.replace("terminal", [{ id: 501, name }]);
    await moving.poll();
    const node = { name, linkedTags: { totalCount } };
    expect(await stream.change()).toMatchObject({ kind: "CHANGED", node });
  }
});

test("a terminal that is newer than the snapshot has the tags that name its uuid", async () => {
  const list = [{ id: "T1", additional_data: { reader: "new" } }];
  await using moving = await startListGateway({ tags: list, terminals: [{ id: 1 }], links });
  await moving.query("{ terminals(filter: {}) { totalCount } }");
  await moving.registry.replace("terminal", [{ id: 2, uuid: "new" }]);
  const { data } = await moving.query("{ terminal(id: 2) { linkedTags { totalCount } } }");
  expect(data.terminal.linkedTags).toEqual({ totalCount: 1 });
});

test("a cursor whose place is lost warns", async () => {
  const naming = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => ({
      id: `T${from + at}`,
      additional_data: { terminal_id: 501 },
    }));
  const options = { tags: naming(0, 20), terminals: [{ id: 501 }], links };
  await using moving = await startListGateway(options);
  const document =
    "query ($after: String) { terminal(id: 501) { linkedTags(first: 1, after: $after) { pageInfo { endCursor } } } }";
  const { data } = await moving.query(document);
  await moving.registry.replace("tag", naming(20, 50));
  const { endCursor: after } = data.terminal.linkedTags.pageInfo;
  const { extensions } = await moving.query(document, { variables: { after } });
  expect(extensions).toMatchObject({ warnings: [{ code: "PAGE_DRIFT" }] });
});

test.each([
  ['terminal(id: 501) { linkedTags(identifier: "home_tag")', '"terminal_id" or "reader"'],
  ['tag(id: "T3") { linkedTerminals(identifier: "")', '"home_tag"'],
])(
  "records linked by an identifier that is no link are BAD_USER_INPUT that names those that are: %s",
  async (field, known) => {
    const { errors } = await gateway.query(`{ ${field} { totalCount } } }`);
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    expect(errors?.[0]?.message).toContain(known);
  },
);

test("without a link from a list to a type no record is linked, no call is made, and one warning names the direction", async () => {
  const { data, errors, extensions } = await gateway.query(`{ terminals { nodes {
    linkedTerminals(identifier: "reader", filter: { name: { eq: "Gate" } }, orderBy: { field: NAME }) {
      totalCount snapshotAt nodes { name } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      facets(by: [{ field: MODEL }, { field: ADDITIONAL_DATA, identifier: "n", bounds: [1] }]) { values { count } otherCount nullCount }
    } } } }`);
  expect(errors).toBeUndefined();
  const linkedTerminals = {
    ...{ totalCount: 0, snapshotAt: null, nodes: [], edges: [] },
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    facets: [
      { values: [], otherCount: 0, nullCount: 0 },
      { values: [{ count: 0 }, { count: 0 }], otherCount: 0, nullCount: 0 },
    ],
  };
  expect(data.terminals.nodes).toEqual(terminals.map(() => ({ linkedTerminals })));
  const message = expect.stringContaining("No links from terminals to terminals are configured");
  expect(extensions).toEqual({ warnings: [{ code: "LINKS_NOT_CONFIGURED", message }] });
  expect(gateway.registry.calls).toEqual(["GET /api/v1/terminals?limit=100&page=1"]);
});

test.each([
  'after: "nonsense"',
  "orderBy: { field: RELEVANCE }",
  'filter: { additionalData: { identifier: "floor", text: { eq: "1" } } }',
])("a wrong argument is BAD_USER_INPUT for each parent: %s", async (args) => {
  const query = `{ terminals { nodes { linkedTags(${args}) { totalCount } } } }`;
  expect((await gateway.query(query)).codes).toEqual(terminals.map(() => "BAD_USER_INPUT"));
});

describe("a list of linked records is the list with a filter in every other respect", () => {
  const selection = `{
    totalCount pageInfo { hasPreviousPage hasNextPage startCursor endCursor } edges { cursor node { tagId } }
    facets(by: [{ field: ADDITIONAL_DATA, identifier: "site", first: 2 }, { field: ADDITIONAL_DATA, identifier: "floor", bounds: [2] },
      { field: ADDITIONAL_DATA, identifier: "floor" }, { field: IS_ACTIVE }]) {
      values { value from to count selected } otherCount nullCount numbers { count sum } } }`;
  const args =
    "search: $search, orderBy: $orderBy, first: $first, last: $last, after: $after, before: $before";
  const document = `query ($filter: TagFilter, $all: TagFilter, $search: String, $orderBy: [TagOrder!], $first: Int, $last: Int, $after: String, $before: String) {
    tags(filter: $all, ${args}) ${selection}
    terminal(id: 501) { linkedTags(identifier: "terminal_id", filter: $filter, ${args}) ${selection} }
  }`;
  /** The tags that name terminal 501 by id, as a filter says it. */
  const naming = { additionalData: [{ identifier: "terminal_id", text: { eq: "501" } }] };
  const floors = { additionalData: [{ identifier: "floor", number: { in: [1, 9] } }] };
  const sites = { additionalData: [{ identifier: "site", text: { in: ["a", "z"] } }] };
  const byFloor = [{ field: "ADDITIONAL_DATA", identifier: "floor" }, { field: "TAG_ID" }];
  const byName = [{ field: "NAME", direction: "DESC" }];
  const searches = [undefined, "door", "o e"];
  // Each pair of them is in one case.
  const cases = [undefined, floors, sites].flatMap((filter, one) =>
    [undefined, byName, byFloor].map((orderBy, other) => {
      return { filter, orderBy, search: searches[(one + other) % 3] };
    }),
  );

  test.each(cases)("with %j", async ({ filter, ...found }) => {
    const all = filter ? { and: [naming, filter] } : naming;
    const compare = async (range: object) => {
      const variables = { filter, all, ...found, ...range };
      const { tags: expected, terminal } = await ask(document, variables);
      expect(terminal.linkedTags).toEqual(expected);
      return expected;
    };
    const { edges } = await compare({ first: 100 });
    const cursors: readonly string[] = edges.map(({ cursor }: { cursor: string }) => cursor);
    await compare({ first: 0 });
    await compare({ last: 2 });
    for (const cursor of cursors) {
      await compare({ first: 1, after: cursor });
      await compare({ last: 2, after: cursors[0], before: cursor });
    }
  });
});

describe("the cost", () => {
  const many = {
    terminals: Array.from({ length: 100 }, (_, at) => ({
      id: at + 1,
      name: `t${at}`,
      uuid: `U-${at}`,
    })),
    tags: Array.from({ length: 150 }, (_, at) => ({
      id: `T${at}`,
      additional_data: { terminal_id: (at % 100) + 1, reader: `u-${at % 100}` },
    })),
  };
  const byId = "tag.terminal_id=terminal.id";
  const byUuid = "tag.reader=terminal.uuid";
  const page = "GET /api/v1/terminals?limit=100&page=1";
  const confirmations = ["tags", "terminals"].map((list) => `GET /api/v1/${list}?limit=1&page=1`);
  const list = "linkedTags(search: $name, first: 2) { totalCount nodes { tagId } }";

  test.each<[string, string, string, readonly (string | undefined)[], number]>([
    [
      "whose links go by id is one confirming call, for aliases, edges and arguments from variables too, and none for a page of no rows",
      byId,
      `query ($name: String = "T7", $none: Int = 0) {
        none: tags(first: $none) { nodes { linkedTerminals { totalCount } } }
        terminals(first: 100) {
          nodes { one: ${list} linkedTags { totalCount } }
          edges { node { ${list} } }
        } }`,
      [confirmations[0], page],
      4,
    ],
    [
      "whose links go by uuid is a second snapshot",
      byUuid,
      "{ terminals(first: 100) { nodes { linkedTags { totalCount } } } }",
      [...confirmations, page],
      7,
    ],
    [
      "that come from a snapshot is no further call for links by uuid",
      byUuid,
      '{ terminals(search: "t2") { nodes { linkedTags(orderBy: { field: TAG_ID }) { totalCount } } } }',
      confirmations,
      6,
    ],
  ])("of parents %s", async (_, links, query, warm, cold) => {
    await using counted = await startListGateway({ ...many, links });
    const first = await counted.query(query);
    expect(counted.registry.calls).toHaveLength(cold);
    counted.registry.resetCalls();
    const { data, errors } = await counted.query(query);
    expect([data, errors]).toEqual([first.data, undefined]);
    expect(data.terminals.nodes[0].linkedTags).toEqual({ totalCount: 2 });
    if (data.terminals.edges) expect(data.terminals.edges[7].node.linkedTags.totalCount).toBe(1);
    expect(counted.registry.calls.toSorted()).toEqual(warm);
  });
});
