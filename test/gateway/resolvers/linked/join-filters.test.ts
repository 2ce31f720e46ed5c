import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type ListGateway,
  type ListQuery,
  startListGateway,
} from "../../../support/list-gateway.ts";
import { item } from "../../../support/project.ts";

const links =
  "tag.terminal_id=terminal.id,tag.reader=terminal.uuid,tag.part_of=tag.id,terminal.home_tag=tag.id";
const structures = {
  tag: [item("number", "floor"), item("number", "terminal_id")],
  terminal: [item("textbox", "owner")],
};

const terminals = [
  {
    id: 1,
    name: "Gate",
    uuid: "AA",
    is_active: false,
    additional_data: { owner: "ann", home_tag: "T1" },
  },
  { id: 2, name: "Hall", uuid: "aa", is_active: true, additional_data: { owner: "bob" } },
  {
    id: 3,
    name: "Roof",
    uuid: "CC",
    is_active: true,
    additional_data: { owner: "ann", home_tag: "gone" },
  },
  { id: 4, name: "Attic", uuid: "DD", is_active: true, additional_data: null },
];

const tags = [
  { id: "T1", name: "one", is_active: true, additional_data: { terminal_id: 1, floor: 1 } },
  {
    id: "T2",
    name: "two",
    is_active: false,
    additional_data: { terminal_id: "1", floor: 2, part_of: "T1" },
  },
  { id: "T3", name: "three", is_active: true, additional_data: { terminal_id: 3, floor: 1 } },
  { id: "T4", name: "four", is_active: true, additional_data: { terminal_id: 99 } },
  { id: "T5", name: "five", is_active: false, additional_data: { reader: "aA", part_of: "T2" } },
  { id: "T6", name: "six", is_active: true, additional_data: {} },
];

let gateway: ListGateway;

beforeAll(async () => {
  gateway = await startListGateway({ tags, terminals, structures, links });
});

beforeEach(() => gateway.registry.resetCalls());

afterAll(() => gateway[Symbol.asyncDispose]());

const names = (identifier: string, condition: object) => ({
  additionalData: [{ identifier, ...condition }],
});

describe("a condition on the record that a value names", () => {
  test("holds if it names a record that exists and matches, the first of several with one uuid", async () => {
    const ids = (filter: object) => gateway.ids({ filter });
    expect(await ids(names("terminal_id", { terminal: {} }))).toEqual(["T1", "T2", "T3"]);
    expect(await ids(names("reader", { terminal: { name: { eq: "Gate" } } }))).toEqual(["T5"]);
    expect(await ids(names("reader", { terminal: { name: { eq: "Hall" } } }))).toEqual([]);
  });

  test("costs one confirming call for each list, once their snapshots are there", async () => {
    const filter = {
      or: [
        names("terminal_id", { terminal: { isActive: { eq: true } } }),
        names("reader", { terminal: {} }),
      ],
    };
    expect(await gateway.ids({ filter })).toEqual(["T3", "T5"]);
    gateway.registry.resetCalls();
    await gateway.ids({ filter });
    expect([...gateway.registry.calls].sort()).toEqual([
      "GET /api/v1/tags?limit=1&page=1",
      "GET /api/v1/terminals?limit=1&page=1",
    ]);
  });

  test.each<[ListQuery["list"], object]>([
    ["tags", names("floor", { terminal: {} })],
    ["tags", names("terminal_id", { tag: {} })],
    ["tags", names("nobody", { tag: {} })],
    ["terminals", names("home_tag", { terminal: {} })],
    ["tags", names("terminal_id", { terminal: {}, isNull: false })],
    ["tags", names("terminal_id", { terminal: null })],
  ])(
    "in a filter of %s is BAD_USER_INPUT if the identifier is no link to that type: %j",
    async (list, filter) => {
      const { extensions } = await gateway.refusal({ ...(list && { list }), filter });
      expect(extensions.code).toBe("BAD_USER_INPUT");
    },
  );

  test("names the identifiers that are links", async () => {
    const { message } = await gateway.refusal({ filter: names("floor", { terminal: {} }) });
    expect(message).toContain('"terminal_id" or "reader"');
  });

  test("is a condition on its identifier's dimension to facets, and selects no value", async () => {
    const filter = {
      ...names("terminal_id", { terminal: { name: { eq: "Gate" } } }),
      isActive: { eq: true },
    };
    const { data, errors } = await gateway.query(
      `query ($filter: TagFilter) { tags(filter: $filter) { totalCount facets(by: [
        { field: ADDITIONAL_DATA, identifier: "terminal_id" }, { field: ADDITIONAL_DATA, identifier: "floor" }]) {
        values { value count selected } nullCount } } }`,
      { variables: { filter } },
    );
    expect(errors).toBeUndefined();
    expect(data.tags).toEqual({
      totalCount: 1,
      facets: [
        {
          values: [1, 3, 99].map((value) => ({ value, count: 1, selected: false })),
          nullCount: 1,
        },
        { values: [{ value: 1, count: 1, selected: false }], nullCount: 0 },
      ],
    });
  });
});

describe("a condition on the records that name a record", () => {
  const isActive = (eq: boolean) => ({ isActive: { eq } });

  test("holds if some of them match, and none does that must not", async () => {
    const ids = (linkedTags: object) => gateway.ids({ list: "terminals", filter: { linkedTags } });
    expect(await ids({})).toEqual(["1", "3"]);
    expect(await ids({ some: isActive(true), none: isActive(false) })).toEqual(["3"]);
    expect(await ids({ some: names("floor", { number: { gte: 2 } }) })).toEqual(["1"]);
    expect(await ids({ identifier: "reader", some: { name: { eq: "one" } } })).toEqual([]);
  });

  test("costs one confirming call for each list, once their snapshots are there", async () => {
    const ask = () =>
      gateway.query(
        "{ terminals(filter: { linkedTags: { none: {} } }) { nodes { name linkedTags { totalCount } } } }",
      );
    expect((await ask()).data.terminals.nodes.map(({ name }: { name: string }) => name)).toEqual([
      "Hall",
      "Attic",
    ]);
    gateway.registry.resetCalls();
    await ask();
    expect([...gateway.registry.calls].sort()).toEqual([
      "GET /api/v1/tags?limit=1&page=1",
      "GET /api/v1/terminals?limit=1&page=1",
    ]);
  });

  test.each<[string, object]>([
    ["an identifier that is no link", { identifier: "floor" }],
    ["the identifier of a link to another list", { identifier: "part_of" }],
    ["null for `some`", { some: null }],
    ["null for `none`", { none: null }],
    ["null for `identifier`", { identifier: null }],
  ])("is BAD_USER_INPUT with %s", async (_, linkedTags) => {
    const { extensions } = await gateway.refusal({ list: "terminals", filter: { linkedTags } });
    expect(extensions.code).toBe("BAD_USER_INPUT");
  });

  test("is BAD_USER_INPUT if null stands for all of it", async () => {
    const { extensions } = await gateway.refusal({
      list: "terminals",
      filter: { linkedTags: null },
    });
    expect(extensions.code).toBe("BAD_USER_INPUT");
  });

  test("belongs to no dimension of facets", async () => {
    const { data } = await gateway.query(
      `{ terminals(filter: { linkedTags: { none: {} } }) { facets(by: { field: ADDITIONAL_DATA, identifier: "owner" }) { values { value count selected } nullCount } } }`,
    );
    expect(data.terminals.facets).toEqual([
      { values: [{ value: "bob", count: 1, selected: false }], nullCount: 1 },
    ]);
  });

  test("without any link between the lists holds for no record, costs no call, and is warned of", async () => {
    const find = (linkedTerminals: object) =>
      gateway.find({ list: "terminals", filter: { linkedTerminals } });
    await find({});
    gateway.registry.resetCalls();
    const warnings = [
      {
        code: "LINKS_NOT_CONFIGURED",
        message: expect.stringContaining("from terminals to terminals"),
      },
    ];
    expect(await find({})).toMatchObject({ ids: [], warnings });
    expect(await find({ some: { name: { eq: "Gate" } } })).toMatchObject({ ids: [], warnings });
    expect(await find({ none: {} })).toMatchObject({ ids: ["1", "2", "3", "4"], warnings });
    expect(new Set(gateway.registry.calls)).toEqual(
      new Set(["GET /api/v1/terminals?limit=1&page=1"]),
    );
  });
});

describe("joins within one another", () => {
  const within = (steps: number): object =>
    steps === 0 ? { name: { isNull: false } } : { linkedTags: { some: within(steps - 1) } };

  test("may be two, however they are written", async () => {
    expect(await gateway.ids({ filter: within(2) })).toEqual(["T1"]);
    for (const filter of [
      within(3),
      { linkedTags: { none: { linkedTags: { none: names("part_of", { tag: {} }) } } } },
      names("part_of", { tag: names("part_of", { tag: names("part_of", { tag: {} }) }) }),
      names("part_of", {
        tag: { and: [{ or: [{ linkedTags: { some: { linkedTerminals: {} } } }] }] },
      }),
      { linkedTags: { some: { linkedTags: { some: { linkedTags: {} } } } } },
    ]) {
      expect(await gateway.refusal({ filter })).toMatchObject({
        message: expect.stringContaining("at most 2 joins within one another"),
        extensions: { code: "BAD_USER_INPUT" },
      });
    }
  });

  test("of which the field itself is none", async () => {
    const { data, errors } = await gateway.query(
      `query ($filter: TagFilter) { tag(id: "T1") { linkedTags(filter: $filter) { nodes { tagId } } } }`,
      { variables: { filter: { linkedTags: { some: { not: { linkedTags: {} } } } } } },
    );
    expect(errors).toBeUndefined();
    expect(data.tag.linkedTags.nodes).toEqual([{ tagId: "T2" }]);
  });

  test("count levels of `and`, `or` and `not` through: ten in all", async () => {
    const nest = (levels: number, inner: object): object =>
      levels === 0 ? inner : { not: nest(levels - 1, inner) };
    const through = (outer: number, inner: number) =>
      nest(outer, { linkedTags: { some: nest(inner, {}) } });
    expect(await gateway.ids({ filter: through(4, 6) })).toEqual(["T1", "T2"]);
    expect((await gateway.refusal({ filter: through(4, 7) })).extensions.code).toBe(
      "BAD_USER_INPUT",
    );
  });

  test("are conditions, of which a filter has at most 1,000", async () => {
    const joins = (count: number) => ({
      or: Array.from({ length: count }, () => ({ linkedTags: { some: { name: { eq: "two" } } } })),
    });
    expect(await gateway.ids({ filter: joins(500) })).toEqual(["T1"]);
    const { extensions } = await gateway.refusal({
      filter: { ...joins(500), name: { eq: "one" } },
    });
    expect(extensions.code).toBe("QUERY_TOO_COMPLEX");
  });
});

describe("a condition of a joined list", () => {
  test("must fit that list's structure", async () => {
    const filter = { linkedTags: { some: names("floor", { text: { eq: "1" } }) } };
    const { extensions } = await gateway.refusal({ list: "terminals", filter });
    expect(extensions.code).toBe("BAD_USER_INPUT");
  });

  test("may name an identifier that nobody has, with a warning", async () => {
    const filter = { linkedTags: { none: names("nobody", { isNull: false }) } };
    const found = await gateway.find({ list: "terminals", filter });
    expect(found).toMatchObject({
      totalCount: 4,
      warnings: [{ code: "UNKNOWN_IDENTIFIER", message: expect.stringContaining('"nobody"') }],
    });
  });
});
