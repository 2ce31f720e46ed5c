import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";

let gateway: ListGateway;
beforeAll(async () => {
  gateway = await startListGateway({ tags, structures });
});
beforeEach(() => gateway.registry.resetCalls());
afterAll(() => gateway[Symbol.asyncDispose]());

const document = `
  query ($by: [TagFacet!]!, $filter: TagFilter, $search: String) {
    tags(filter: $filter, search: $search, first: 1) {
      totalCount
      snapshotAt
      facets(by: $by) {
        field identifier otherCount nullCount
        values { value from to count selected }
      }
    }
  }`;

interface Value {
  readonly value: unknown;
  readonly from: number | null;
  readonly to: number | null;
  readonly count: number;
  readonly selected: boolean;
}

interface Variables {
  readonly filter?: unknown;
  readonly search?: string;
}

/** The facets of all tags, or of those that a filter leaves. */
async function count(by: readonly object[], variables: Variables = {}, from = gateway) {
  const response = await from.query(document, { variables: { by, ...variables } });
  expect(response.errors).toBeUndefined();
  return response.data.tags.facets;
}

/** The values of one facet, each with its count, and with a star if it is selected. */
async function valuesOf(facet: object, variables: Variables = {}, from = gateway) {
  const [{ values }]: [{ values: readonly Value[] }] = await count([facet], variables, from);
  return values.map(({ value, from: low, to, count: times, selected }) => {
    const name = value === null ? `${low ?? ""}..${to ?? ""}` : JSON.stringify(value);
    return `${name} ${times}${selected ? "*" : ""}`;
  });
}

const sites = ["b", "a", "b", null, "c", 5, "a", "b", undefined, {}];
const floors = [1, "2", 2, 10, "x", null, 0, 3, 2, 1];
const tags = sites.map((site, at) => ({
  id: `T${at}`,
  name: at % 2 === 0 ? "even" : "odd",
  type: "NFC",
  is_active: at < 7,
  additional_data: { site, floor: floors[at] },
}));
const structures = {
  tag: [
    { type: "selectbox", identifier: "site", name: "Site", set_via_app: false, enum: ["a", "b"] },
    { type: "number", identifier: "floor", name: "Floor", set_via_app: false },
  ],
};
const site = { field: "ADDITIONAL_DATA", identifier: "site" };
const floor = { field: "ADDITIONAL_DATA", identifier: "floor" };
const ofSite = (text: object) => ({ additionalData: [{ identifier: "site", text }] });

describe("facets", () => {
  test("list the most frequent values first, and equal counts in the order of text", async () => {
    expect(await valuesOf(site)).toEqual(['"b" 3', '"a" 2', '"5" 1', '"c" 1']);
    expect(await valuesOf({ field: "IS_ACTIVE" })).toEqual(["true 7", "false 3"]);
    expect(await valuesOf({ field: "TYPE" })).toEqual(['"NFC" 10']);
  });

  test("leave out the filter's conditions on the same field, at the top and within `and`", async () => {
    const all = ['"b" 3', '"a" 2*', '"5" 1', '"c" 1'];
    expect(await valuesOf(site, { filter: ofSite({ eq: "a" }) })).toEqual(all);
    const nested = { and: [{ and: [ofSite({ in: ["a"] })] }] };
    expect(await valuesOf(site, { filter: nested })).toEqual(all);
  });

  test("keep the conditions on other fields, and those within `or` and `not`", async () => {
    const active = { isActive: { eq: true } };
    expect(await valuesOf(site, { filter: { ...ofSite({ eq: "a" }), ...active } })).toEqual([
      '"a" 2*',
      '"b" 2',
      '"5" 1',
      '"c" 1',
    ]);
    expect(await valuesOf(site, { filter: { or: [ofSite({ eq: "a" })] } })).toEqual(['"a" 2']);
    expect(await valuesOf(site, { filter: { not: ofSite({ in: ["a", "b"] }) } })).toEqual([
      '"5" 1',
      '"c" 1',
    ]);
  });

  test("list the values that the filter selects, even those with a count of 0", async () => {
    const filter = ofSite({ in: ["c", "z"] });
    expect(await valuesOf({ ...site, first: 1 }, { filter })).toEqual([
      '"b" 3',
      '"c" 1*',
      '"z" 0*',
    ]);
  });

  test("count numbers by ranges, all listed in order, and text that is a number as one", async () => {
    const ranges = { ...floor, bounds: [1, 2, 5], first: 0 };
    expect(await valuesOf(ranges)).toEqual(["..1 1", "1..2 2", "2..5 4", "5.. 1"]);
    expect(await count([ranges])).toMatchObject([{ otherCount: 0, nullCount: 2 }]);
    expect(await valuesOf({ ...floor, bounds: [] })).toEqual([".. 8"]);
    expect(await valuesOf(floor)).toEqual(["2 3", "1 2", "0 1", "3 1", "10 1"]);
  });

  test("mark the range that the filter selects", async () => {
    const among = (number: object) => ({
      filter: { additionalData: [{ identifier: "floor", number }] },
    });
    const ranges = { ...floor, bounds: [1, 2] };
    expect(await valuesOf(ranges, among({ gte: 1, lt: 2 }))).toEqual(["..1 1", "1..2 2*", "2.. 5"]);
    expect(await valuesOf(ranges, among({ gte: 2 }))).toEqual(["..1 1", "1..2 2", "2.. 5*"]);
    expect(await valuesOf(ranges, among({ lt: 1 }))).toEqual(["..1 1*", "1..2 2", "2.. 5"]);
    expect(await valuesOf(ranges, among({ gt: 1, lt: 2 }))).toEqual(["..1 1", "1..2 2", "2.. 5"]);
  });

  describe("of what the structure does not define, or has an unknown type for", () => {
    const values = [5, "5", " 5", true, "true", 1, "1.0", false, { a: 1 }, null];
    const mixed = values.map((value, at) => ({
      id: `T${at}`,
      additional_data: { key: value, dial: value },
    }));
    const dial = { type: "dial", identifier: "dial", name: "Dial", set_via_app: false };

    let open: ListGateway;
    beforeAll(async () => {
      open = await startListGateway({ tags: mixed, structures: { tag: [dial] } });
    });
    afterAll(() => open[Symbol.asyncDispose]());

    test.each(["key", "dial"])("count values as their text: %s", async (identifier) => {
      const facet = { field: "ADDITIONAL_DATA", identifier };
      expect(await valuesOf(facet, {}, open)).toEqual([
        '"5" 2',
        '"true" 2',
        '" 5" 1',
        '"1" 1',
        '"1.0" 1',
        '"false" 1',
      ]);
      expect(await count([{ ...facet, first: 1 }], {}, open)).toMatchObject([
        { otherCount: 6, nullCount: 2 },
      ]);
    });

    test.each<[object, readonly string[]]>([
      [{ text: { eq: "5" } }, ['"5" 2*']],
      [{ number: { eq: 5 } }, ['"5" 2*', '" 5" 1*']],
      [{ number: { in: [7, 1] } }, ['"5" 2', '"1" 1*', '"1.0" 1*', '"7" 0*']],
      [{ boolean: { eq: true } }, ['"5" 2', '"true" 2*', '"1" 1*']],
    ])("mark what the filter selects, however it compares: %j", async (comparison, expected) => {
      const facet = { field: "ADDITIONAL_DATA", identifier: "dial", first: 1 };
      const filter = { additionalData: [{ identifier: "dial", ...comparison }] };
      expect(await valuesOf(facet, { filter }, open)).toEqual(expected);
    });
  });

  test("turn a plain list into one of a snapshot when they are selected", async () => {
    const { data } = await gateway.query(
      "{ tags { totalCount snapshotAt facets(by: [{ field: TYPE }]) { field } } }",
    );
    expect(data.tags).toMatchObject({ totalCount: 10, facets: [{ field: "TYPE" }] });
    expect(data.tags.snapshotAt).not.toBeNull();
    const plain = await gateway.query("{ tags { totalCount snapshotAt } }");
    expect(plain.data.tags).toEqual({ totalCount: 10, snapshotAt: null });
  });

  test("of an identifier that nothing knows come with a warning", async () => {
    const by = [{ ...site, identifier: "unheard of" }];
    const { data, extensions } = await gateway.query(document, { variables: { by } });
    expect(data.tags.facets).toMatchObject([{ values: [], otherCount: 0, nullCount: 10 }]);
    expect(extensions?.["warnings"]).toMatchObject([{ code: "UNKNOWN_IDENTIFIER" }]);
  });

  test.each([
    ["an identifier with another field", { field: "TYPE", identifier: "site" }, "identifier"],
    ["additional data without an identifier", { field: "ADDITIONAL_DATA" }, "identifier"],
    ["a negative number of values", { ...site, first: -1 }, "first"],
    ["more values than a page has", { ...site, first: 1001 }, "first"],
    ["bounds that do not ascend", { ...floor, bounds: [1, 1] }, "bounds"],
    ["101 bounds", { ...floor, bounds: Array.from({ length: 101 }, (_, at) => at) }, "bounds"],
  ])("with %s are BAD_USER_INPUT, and cost no call", async (_, facet, name) => {
    const { data, errors } = await gateway.query(document, { variables: { by: [facet] } });
    expect(data.tags).toBeNull();
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["BAD_USER_INPUT"]);
    expect(errors?.[0]?.message).toContain(`by[0].${name}`);
    expect(gateway.registry.calls).toEqual([]);
  });

  test("with bounds for what is not a number are BAD_USER_INPUT, and the list is delivered", async () => {
    const by = [{ ...site, bounds: [1] }];
    const { data, errors } = await gateway.query(document, { variables: { by } });
    expect(data.tags).toMatchObject({ totalCount: 10, facets: null });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["BAD_USER_INPUT"]);
    expect(errors?.[0]?.message).toContain("by[0].bounds");
  });

  test("selected twice are both checked before any call, also in a fragment", async () => {
    const twice = `{ tags { facets(by: []) { field } ...F } }
      fragment F on TagConnection { other: facets(by: [{ field: TYPE, first: -1 }]) { field } }`;
    const { data, errors } = await gateway.query(twice);
    expect(data).toEqual({ tags: null });
    expect(errors?.[0]?.message).toContain("by[0].first");
    expect(gateway.registry.calls).toEqual([]);
  });

  test("of 21 fields are QUERY_TOO_COMPLEX, and of 20 are not", async () => {
    const by = (length: number) => ({ variables: { by: Array.from({ length }, () => site) } });
    const { errors } = await gateway.query(document, by(21));
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["QUERY_TOO_COMPLEX"]);
    expect(gateway.registry.calls).toEqual([]);
    expect((await gateway.query(document, by(20))).errors).toBeUndefined();
  });

  test("by 10,000 different values are right, and cost no calls besides the snapshot's", async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      id: `T${at}`,
      name: "n",
      type: `t${at % 9_999}`,
    }));
    await using large = await startListGateway({ tags: many });
    const facet = { field: "TYPE", first: 2 };
    expect(await valuesOf(facet, {}, large)).toEqual(['"t0" 2', '"t1" 1']);
    const { calls } = large.registry;
    expect(calls.filter((call) => call.startsWith("GET /api/v1/tags?"))).toHaveLength(
      calls.length - 1,
    );
  });
});
