import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type ListQuery, startListGateway } from "../../../support/list-gateway.ts";
import { item } from "../../../support/project.ts";

const terminals = [
  {
    ...{ id: 1, name: "Gate", uuid: "AA", is_active: false },
    additional_data: { owner: "ann", home_tag: "T1" },
  },
  { id: 2, name: "Hall", uuid: "aa", is_active: true, additional_data: { owner: "bob" } },
  {
    ...{ id: 3, name: "Roof", uuid: "CC", is_active: true },
    additional_data: { owner: "ann", home_tag: "gone" },
  },
  { id: 4, name: "Attic", uuid: "DD", is_active: true, additional_data: null },
];
const tags = [
  { id: "T1", name: "one", additional_data: { terminal_id: 1, floor: 1 } },
  { id: "T2", name: "two", additional_data: { terminal_id: "1", floor: 2, part_of: "T1" } },
  { id: "T3", name: "three", additional_data: { terminal_id: 3, floor: 1 } },
  { id: "T4", name: "four", additional_data: { terminal_id: 99 } },
  { id: "T5", name: "five", additional_data: { reader: "aA", part_of: "T2" } },
  { id: "T6", name: "six", additional_data: {} },
];

const structures = {
  tag: [item("number", "floor"), item("number", "terminal_id")],
  terminal: [item("textbox", "owner")],
};
const links =
  "tag.terminal_id=terminal.id,tag.reader=terminal.uuid,tag.part_of=tag.id,terminal.home_tag=tag.id";
const gateway = await startListGateway({ tags, terminals, structures, links });
beforeEach(() => gateway.registry.resetCalls());
afterAll(() => gateway[Symbol.asyncDispose]());

const names = (identifier: string, condition: object) => ({
  additionalData: [{ identifier, ...condition }],
});
const codeOf = async (query: ListQuery) => (await gateway.refusal(query)).extensions.code;

test("a value names the first of several terminals with one uuid", async () => {
  const ids = (eq: string) =>
    gateway.ids({ filter: names("reader", { terminal: { name: { eq } } }) });
  expect([await ids("Gate"), await ids("Hall")]).toEqual([["T5"], []]);
});

test("a join is worked out anew once the other list has been read anew", async () => {
  const list = [{ id: "T1", additional_data: { terminal_id: 2 } }];
  await using moving = await startListGateway({ tags: list, terminals: [{ id: 1 }], links });
  const filter = names("terminal_id", { terminal: {} });
  expect(await moving.ids({ filter })).toEqual([]);
  await moving.registry.replace("terminal", [{ id: 1 }, { id: 2 }]);
  expect(await moving.ids({ filter })).toEqual(["T1"]);
});

test.each<[string, object]>([
  ["tags", names("terminal_id", { terminal: { isActive: { eq: true } } })],
  ["tags", { or: [names("reader", { terminal: {} })] }],
  ["terminals", { linkedTags: { none: {} } }],
])(
  "a join in a filter of %s costs one confirming call for each list, once their snapshots are there: %j",
  async (list, filter) => {
    const query = { list, filter } as ListQuery;
    const ids = await gateway.ids(query);
    gateway.registry.resetCalls();
    expect(await gateway.ids(query)).toEqual(ids);
    expect(gateway.registry.calls.toSorted()).toEqual([
      "GET /api/v1/tags?limit=1&page=1",
      "GET /api/v1/terminals?limit=1&page=1",
    ]);
  },
);

test.each<[ListQuery["list"], object]>([
  ["tags", names("floor", { terminal: {} })],
  ["tags", names("terminal_id", { tag: {} })],
  ["tags", names("nobody", { tag: {} })],
  ["tags", names("terminal_id", { terminal: {}, isNull: false })],
  ["tags", names("terminal_id", { terminal: null })],
  ["terminals", { linkedTags: { identifier: "floor" } }],
  ["terminals", { linkedTags: { some: null } }],
  ["terminals", { linkedTags: { identifier: null } }],
  ["terminals", { linkedTags: null }],
  // A condition of the joined list must fit that list's structure.
  ["terminals", { linkedTags: { some: names("floor", { text: { eq: "1" } }) } }],
])("in a filter of %s this is BAD_USER_INPUT: %j", async (list, filter) => {
  expect(await codeOf({ ...(list && { list }), filter })).toBe("BAD_USER_INPUT");
});

test("a refusal names the identifiers that are links", async () => {
  const { message } = await gateway.refusal({ filter: names("floor", { terminal: {} }) });
  expect(message).toContain('"terminal_id" or "reader"');
});

describe("to facets, a condition", () => {
  const selected = false;

  test("on the record that a value names is one on its identifier's dimension, and selects no value", async () => {
    const gate = names("terminal_id", { terminal: { name: { eq: "Gate" } } });
    const { data } = await gateway.query(
      `query ($filter: TagFilter) { tags(filter: $filter) { totalCount facets(by: [
        { field: ADDITIONAL_DATA, identifier: "terminal_id" }, { field: ADDITIONAL_DATA, identifier: "floor" }]) {
        values { value count selected } nullCount } } }`,
      { variables: { filter: { ...gate, name: { in: ["one", "three", "four", "six"] } } } },
    );
    const values = [1, 3, 99].map((value) => ({ value, count: 1, selected }));
    expect(data.tags).toEqual({
      totalCount: 1,
      facets: [
        { values, nullCount: 1 },
        { values: [{ value: 1, count: 1, selected }], nullCount: 0 },
      ],
    });
  });

  test("on the records that name a record belongs to no dimension", async () => {
    const { data } = await gateway.query(
      `{ terminals(filter: { linkedTags: { none: {} } }) { facets(by: { field: ADDITIONAL_DATA, identifier: "owner" }) {
        values { value count selected } nullCount } } }`,
    );
    expect(data.terminals.facets).toEqual([
      { values: [{ value: "bob", count: 1, selected }], nullCount: 1 },
    ]);
  });
});

test("without any link between the lists, a condition holds for no record, costs no call, and is warned of", async () => {
  const find = (linkedTerminals: object) =>
    gateway.find({ list: "terminals", filter: { linkedTerminals } });
  await find({});
  gateway.registry.resetCalls();
  const message = expect.stringContaining("from terminals to terminals");
  const warnings = [{ code: "LINKS_NOT_CONFIGURED", message }];
  expect(await find({})).toMatchObject({ ids: [], warnings });
  expect(await find({ some: { name: { eq: "Gate" } } })).toMatchObject({ ids: [], warnings });
  expect(await find({ none: {} })).toMatchObject({ ids: ["1", "2", "3", "4"], warnings });
  expect(new Set(gateway.registry.calls)).toEqual(
    new Set(["GET /api/v1/terminals?limit=1&page=1"]),
  );
});

describe("joins within one another", () => {
  const partOf = (tag: object) => names("part_of", { tag });
  const some = (filter: object) => ({ linkedTags: { some: filter } });

  test("may be two, however they are written", async () => {
    expect(await gateway.ids({ filter: some(some({ name: { isNull: false } })) })).toEqual(["T1"]);
    for (const filter of [
      some(some(some({ name: { isNull: false } }))),
      { linkedTags: { none: { linkedTags: { none: partOf({}) } } } },
      partOf(partOf(partOf({}))),
      partOf({ and: [{ or: [some({ linkedTerminals: {} })] }] }),
      some(some({ linkedTags: {} })),
    ]) {
      expect(await gateway.refusal({ filter })).toMatchObject({
        message: expect.stringContaining("at most 2 joins within one another"),
        extensions: { code: "BAD_USER_INPUT" },
      });
    }
  });

  test("count levels of `and`, `or` and `not` through: ten in all", async () => {
    const nest = (levels: number, inner: object): object =>
      levels === 0 ? inner : { not: nest(levels - 1, inner) };
    const through = (outer: number, inner: number) => nest(outer, some(nest(inner, {})));
    expect(await gateway.ids({ filter: through(4, 6) })).toEqual(["T1", "T2"]);
    expect(await codeOf({ filter: through(4, 7) })).toBe("BAD_USER_INPUT");
  });
});
