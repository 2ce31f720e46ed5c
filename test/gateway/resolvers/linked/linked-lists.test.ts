import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGatewayWith } from "../../../support/gateway.ts";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";
import { item } from "../../../support/project.ts";
import { startListRegistry } from "../../../support/real-registry.ts";

const links = "tag.terminal_id=terminal.id,tag.reader=terminal.uuid,terminal.home_tag=tag.id";
const structures = {
  tag: [item("textbox", "site"), item("number", "floor"), item("textbox", "terminal_id")],
};

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

let gateway: ListGateway;

beforeAll(async () => {
  gateway = await startListGateway({ tags, terminals, structures, links });
});

beforeEach(() => gateway.registry.resetCalls());

afterAll(() => gateway[Symbol.asyncDispose]());

/** The data of a query without errors and warnings. */
async function ask(document: string, variables = {}) {
  const { data, errors, extensions } = await gateway.query(document, { variables });
  expect({ errors, warnings: extensions?.["warnings"] }).toEqual({});
  return data;
}

interface TagNode {
  readonly tagId: string;
}

const idsOf = ({ nodes }: { readonly nodes: readonly TagNode[] }) =>
  nodes.map(({ tagId }) => tagId);

describe("the records linked to a record", () => {
  test("are those that name it by any link, each once, in the registry's order", async () => {
    const data = await ask(`{ terminals { nodes { linkedTags { totalCount nodes { tagId } } } } }`);
    const linked = data.terminals.nodes.map(
      ({ linkedTags }: { linkedTags: { totalCount: number; nodes: readonly TagNode[] } }) => [
        linkedTags.totalCount,
        ...idsOf(linkedTags),
      ],
    );
    expect(linked).toEqual([[6, "T9", "T1", "T2", "T4", "T5", "T7"], [1, "T3"], [0]]);
  });

  test("are found for records by id, nodes and parts of the project", async () => {
    const { tag } = await ask(
      `{ tag(id: "T3") { id linkedTerminals { totalCount nodes { name } } } }`,
    );
    const linkedTerminals = { totalCount: 2, nodes: [{ name: "Gate" }, { name: "Hall" }] };
    expect(tag.linkedTerminals).toEqual(linkedTerminals);
    const again = await ask(
      `query ($id: ID!) {
        node(id: $id) { ... on Tag { linkedTerminals { totalCount nodes { name } } } }
        project { tags(filter: { tagId: { eq: "T3" } }) { nodes { linkedTerminals { totalCount nodes { name } } } } }
      }`,
      { id: tag.id },
    );
    expect(again).toEqual({
      node: { linkedTerminals },
      project: { tags: { nodes: [{ linkedTerminals }] } },
    });
  });

  test("follow one another", async () => {
    const data = await ask(`{ terminal(id: "502") { linkedTags { nodes {
      tagId linkedTerminals { nodes { name linkedTags(first: 1) { totalCount } } } } } } }`);
    expect(data.terminal.linkedTags.nodes).toEqual([
      {
        tagId: "T3",
        linkedTerminals: {
          nodes: [
            { name: "Gate", linkedTags: { totalCount: 6 } },
            { name: "Hall", linkedTags: { totalCount: 1 } },
          ],
        },
      },
    ]);
  });

  test("can be narrowed to one link", async () => {
    const data = await ask(`{ terminal(id: "501") {
      byId: linkedTags(identifier: "terminal_id") { totalCount }
      byUuid: linkedTags(identifier: "reader") { nodes { tagId } } all: linkedTags(identifier: null) { totalCount } } }`);
    expect(data.terminal).toEqual({
      byId: { totalCount: 5 },
      byUuid: { nodes: [{ tagId: "T2" }, { tagId: "T5" }] },
      all: { totalCount: 6 },
    });
  });
});

describe("an identifier", () => {
  test.each([
    [
      'terminal(id: 501) { linkedTags(identifier: "site") { totalCount } }',
      '"terminal_id" or "reader"',
    ],
    [
      'terminal(id: 501) { linkedTags(identifier: "home_tag") { totalCount } }',
      '"terminal_id" or "reader"',
    ],
    ['tag(id: "T3") { linkedTerminals(identifier: "") { totalCount } }', '"home_tag"'],
  ])(
    "that is no link from that list to this type is BAD_USER_INPUT that names those that are: %s",
    async (field, known) => {
      const { errors } = await gateway.query(`{ ${field} }`);
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
      expect(errors?.[0]?.message).toContain(known);
    },
  );
});

describe("without a link from a list to a type", () => {
  const query = `terminals { nodes { linkedTerminals(identifier: "reader", filter: { name: { eq: "Gate" } }, orderBy: { field: NAME }) {
    totalCount snapshotAt nodes { name } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    facets(by: [{ field: MODEL }, { field: ADDITIONAL_DATA, identifier: "n", bounds: [1] }]) { values { count } otherCount nullCount } } } }`;

  test("no record is linked, no call is made, and one warning names the direction", async () => {
    const { data, errors, extensions } = await gateway.query(`{ ${query} }`);
    expect(errors).toBeUndefined();
    expect(data.terminals.nodes).toEqual(
      terminals.map(() => ({
        linkedTerminals: {
          totalCount: 0,
          snapshotAt: null,
          nodes: [],
          edges: [],
          pageInfo: {
            hasNextPage: false,
            hasPreviousPage: false,
            startCursor: null,
            endCursor: null,
          },
          facets: [
            { values: [], otherCount: 0, nullCount: 0 },
            { values: [{ count: 0 }, { count: 0 }], otherCount: 0, nullCount: 0 },
          ],
        },
      })),
    );
    expect(extensions?.["warnings"]).toEqual([
      {
        code: "LINKS_NOT_CONFIGURED",
        message: expect.stringContaining("No links from terminals to terminals are configured"),
      },
    ]);
    expect(gateway.registry.calls).toEqual(["GET /api/v1/terminals?limit=100&page=1"]);
  });

  test.each([
    "first: -1",
    "first: 1, last: 1",
    'after: "nonsense"',
    "filter: { name: { isNull: null } }",
    "orderBy: { field: RELEVANCE }",
  ])("an argument that is wrong is still BAD_USER_INPUT: %s", async (args) => {
    const { errors } = await gateway.query(
      `{ terminals { nodes { linkedTerminals(${args}) { totalCount } } } }`,
    );
    const codes = new Set(errors?.map(({ extensions }) => extensions.code));
    expect([...codes]).toEqual(["BAD_USER_INPUT"]);
  });
});

const selection = `{
  totalCount pageInfo { hasPreviousPage hasNextPage startCursor endCursor } edges { cursor node { tagId } }
  facets(by: [{ field: ADDITIONAL_DATA, identifier: "site", first: 2 }, { field: ADDITIONAL_DATA, identifier: "floor", bounds: [2] },
    { field: ADDITIONAL_DATA, identifier: "floor" }, { field: IS_ACTIVE }]) {
    values { value from to count selected } otherCount nullCount } }`;

/** The tags that name terminal 501 by id, as a filter says it. */
const naming = { additionalData: [{ identifier: "terminal_id", text: { eq: "501" } }] };

describe("a list of linked records is the list with a filter in every other respect", () => {
  const floors = { additionalData: [{ identifier: "floor", number: { in: [1, 9] } }] };
  const filters = [
    undefined,
    floors,
    { additionalData: [{ identifier: "site", text: { in: ["a", "z"] } }] },
  ];
  const orders = [
    undefined,
    [{ field: "NAME", direction: "DESC" }],
    [{ field: "ADDITIONAL_DATA", identifier: "floor" }, { field: "TAG_ID" }],
  ];
  const searches = [undefined, "door", "o e"];
  // Each pair of them is in one case.
  const cases = filters.flatMap((filter, one) =>
    orders.map((orderBy, other) => ({ filter, orderBy, search: searches[(one + other) % 3] })),
  );

  test.each(cases)("with %j", async ({ filter, orderBy, search }) => {
    const document = `query ($filter: TagFilter, $all: TagFilter, $search: String, $orderBy: [TagOrder!], $first: Int, $last: Int, $after: String, $before: String) {
      tags(filter: $all, search: $search, orderBy: $orderBy, first: $first, last: $last, after: $after, before: $before) ${selection}
      terminal(id: 501) { linkedTags(identifier: "terminal_id", filter: $filter, search: $search, orderBy: $orderBy, first: $first, last: $last, after: $after, before: $before) ${selection} }
    }`;
    const all = filter ? { and: [naming, filter] } : naming;
    const compare = async (range: object) => {
      const variables = { filter, all, search, orderBy, ...range };
      const { tags: expected, terminal } = await ask(document, variables);
      expect(terminal.linkedTags).toEqual(expected);
      return expected;
    };
    const { edges } = await compare({ first: 100 });
    const cursors: readonly string[] = edges.map(({ cursor }: { cursor: string }) => cursor);
    await compare({ first: 0 });
    for (const size of [1, 2]) {
      await compare({ first: size });
      await compare({ last: size });
      for (const cursor of cursors) {
        await compare({ first: size, after: cursor });
        await compare({ last: size, before: cursor });
        await compare({ first: size, after: cursors[0], before: cursor });
        await compare({ last: size, after: cursor, before: cursors[0] });
      }
    }
  });

  test("so a cursor of `tags` is one of `linkedTags`, and the other way", async () => {
    const plain = await ask(`{ tags { edges { cursor node { tagId } } } }`);
    const edge = plain.tags.edges.find(({ node }: { node: TagNode }) => node.tagId === "T3");
    const document = `query ($after: String) { terminal(id: 501) { linkedTags(after: $after) { edges { cursor node { tagId } } } }
      tags(after: $after, first: 1) { nodes { tagId } } }`;
    const linked = (await ask(document, { after: edge.cursor })).terminal.linkedTags;
    expect(linked.edges.map(({ node }: { node: TagNode }) => node.tagId)).toEqual([
      "T2",
      "T4",
      "T5",
      "T7",
    ]);
    const back = await ask(document, { after: linked.edges[1].cursor });
    expect(idsOf(back.tags)).toEqual(["T5"]);
  });

  test.each([
    "first: 1, last: 1",
    "first: -1",
    "first: 1001",
    'after: "nonsense"',
    "orderBy: { field: RELEVANCE }",
    'filter: { additionalData: { identifier: "floor", text: { eq: "1" } } }',
    "filter: { tagId: null }",
  ])("and refuses the same arguments: %s", async (args) => {
    const { errors } = await gateway.query(
      `{ terminals { nodes { linkedTags(${args}) { totalCount } } } }`,
    );
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(
      terminals.map(() => "BAD_USER_INPUT"),
    );
  });
});

describe("the cost", () => {
  const many = {
    terminals: Array.from({ length: 1000 }, (_, at) => ({
      id: at + 1,
      name: `t${at}`,
      uuid: `U-${at}`,
    })),
    tags: Array.from({ length: 1500 }, (_, at) => ({
      id: `T${at}`,
      additional_data: { terminal_id: (at % 1000) + 1, reader: `u-${at % 1000}` },
    })),
  };

  async function countCalls(linkSetting: string, document: string) {
    await using registry = await startListRegistry(many);
    await using counted = await startGatewayWith(registry, { links: linkSetting });
    const first = await counted.query(document);
    const cold = [...registry.calls].sort();
    registry.resetCalls();
    const second = await counted.query(document);
    expect(first.errors ?? second.errors).toBeUndefined();
    expect(second.data).toEqual(first.data);
    return { data: second.data, cold, warm: [...registry.calls].sort() };
  }

  const query = (first: number) =>
    `{ terminals(first: ${first}) { nodes { name linkedTags { totalCount } } } }`;

  test.each([100, 1000])(
    "of %i parents whose links go by id is one snapshot, confirmed by one call",
    async (parents) => {
      const { data, cold, warm } = await countCalls("tag.terminal_id=terminal.id", query(parents));
      expect(data.terminals.nodes).toHaveLength(parents);
      expect(data.terminals.nodes[0]).toEqual({ name: "t0", linkedTags: { totalCount: 2 } });
      const page = `GET /api/v1/terminals?limit=${parents}&page=1`;
      const confirmation = "GET /api/v1/tags?limit=1&page=1";
      expect(warm).toEqual([confirmation, page]);
      expect(cold).toEqual([
        "GET /api/v1/additional_data/structure/tag",
        confirmation,
        ...[1, 2].map((number) => expect.stringMatching(`/tags.limit=\\d{3,}&page=${number}`)),
        page,
      ]);
    },
  );

  test("is no more for aliases, edges and arguments from variables, and none for a page of no rows", async () => {
    const list = "linkedTags(search: $name, first: 2) { totalCount nodes { tagId } }";
    const { data, warm } = await countCalls(
      "tag.terminal_id=terminal.id",
      `query ($name: String = "T7", $none: Int = 0) {
        none: tags(first: $none) { nodes { linkedTerminals { totalCount } } }
        terminals(first: 100) {
          nodes { one: ${list} other: linkedTags { totalCount } }
          edges { node { ${list} } }
        }
      }`,
    );
    const found = { totalCount: 1, nodes: [{ tagId: "T7" }] };
    expect(data.terminals.nodes[7]).toEqual({ one: found, other: { totalCount: 2 } });
    expect(data.terminals.edges[7]).toEqual({ node: { linkedTags: found } });
    expect(warm).toEqual([
      "GET /api/v1/tags?limit=1&page=1",
      "GET /api/v1/terminals?limit=100&page=1",
    ]);
  });

  test("of links by uuid is a second snapshot, and so at most three calls for a hundred parents", async () => {
    const { data, warm } = await countCalls("tag.reader=terminal.uuid", query(100));
    expect(data.terminals.nodes[99]).toEqual({ name: "t99", linkedTags: { totalCount: 2 } });
    expect(warm).toEqual([
      "GET /api/v1/tags?limit=1&page=1",
      "GET /api/v1/terminals?limit=1&page=1",
      "GET /api/v1/terminals?limit=100&page=1",
    ]);
  });

  test("of parents that come from a snapshot is no further call for links by uuid", async () => {
    const { warm } = await countCalls(
      "tag.reader=terminal.uuid",
      `{ terminals(search: "t9") { nodes { linkedTags(orderBy: { field: TAG_ID }) { nodes { tagId } } } } }`,
    );
    expect(warm).toEqual([
      "GET /api/v1/tags?limit=1&page=1",
      "GET /api/v1/terminals?limit=1&page=1",
    ]);
  });
});
