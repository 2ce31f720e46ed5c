import { afterAll, beforeEach, expect, test } from "vitest";
import { startListGateway } from "../../../support/list-gateway.ts";
import { item } from "../../../support/project.ts";

const sites = ["b", "a", "b", null, "c", 5, "a", "b", undefined, {}];
const floors = [1, "2", 2, 10, "x", null, 0, 3, 2, 1];
const mixed = [5, "5", " 5", true, "true", 1, "1.0", false, { a: 1 }, null];
const tags = sites.map((site, at) => ({
  ...{ id: `T${at}`, type: "NFC", is_active: at < 7 },
  additional_data: { site, floor: floors[at], key: mixed[at], dial: mixed[at] },
}));

const site = item("selectbox", "site", { enum: ["a", "b"] });
const structures = {
  tag: [site, item("number", "floor"), item("dial", "dial"), item("image", "photo")],
};
const gateway = await startListGateway({ tags, structures });
beforeEach(() => gateway.registry.resetCalls());
afterAll(() => gateway[Symbol.asyncDispose]());

const document = `query ($by: [TagFacet!]!, $filter: TagFilter) {
  tags(filter: $filter, first: 1) {
    totalCount
    facets(by: $by) { identifier otherCount nullCount values { value from to count selected } }
  }
}`;

/** One facet of the tags that a filter leaves: its values, each with its count and a star if it is selected. */
async function count(facet: object, filter?: object) {
  const { data, errors } = await gateway.query(document, { variables: { by: [facet], filter } });
  expect(errors).toBeUndefined();
  const [{ values, identifier, ...counts }] = data.tags.facets;
  expect(facet).toMatchObject({ identifier });
  const shown = values.map(
    ({ value, from, to, count: times, selected }: Record<string, unknown>) => {
      const name = value === null ? `${from ?? ""}..${to ?? ""}` : JSON.stringify(value);
      return `${name} ${times}${selected ? "*" : ""}`;
    },
  );
  return { values: shown.join(", "), ...counts };
}

const of = (identifier: string) => ({ field: "ADDITIONAL_DATA", identifier });
const where = (identifier: string, comparison: object) => ({
  additionalData: [{ identifier, ...comparison }],
});
const ofSite = (text: object) => where("site", { text });
const isActive = { eq: true };
const ranges = { ...of("floor"), bounds: [1, 2] };
const dial = { ...of("dial"), first: 1 };
const ofFloor = (number: object) => where("floor", { number });
const activeA = { ...ofSite({ eq: "a" }), isActive };
const all = '"b" 3, "a" 2*, "5" 1, "c" 1';

test.each<[string, object, object | undefined, string]>([
  ["numbers, and text that is one", of("floor"), undefined, "2 3, 1 2, 0 1, 3 1, 10 1"],
  ["without the filter's conditions on it", of("site"), ofSite({ eq: "a" }), all],
  ["nor those within `and`", of("site"), { and: [{ and: [ofSite({ in: ["a"] })] }] }, all],
  ["with conditions on others", of("site"), activeA, '"a" 2*, "b" 2, "5" 1, "c" 1'],
  [
    "what is selected",
    { ...of("site"), first: 1 },
    ofSite({ in: ["c", "z"] }),
    '"b" 3, "c" 1*, "z" 0*',
  ],
  [
    "all ranges",
    { ...ranges, bounds: [1, 2, 5], first: 0 },
    undefined,
    "..1 1, 1..2 2, 2..5 4, 5.. 1",
  ],
  ["a range without bounds", { ...of("floor"), bounds: [] }, undefined, ".. 8"],
  ["the range selected", ranges, ofFloor({ gte: 1, lt: 2 }), "..1 1, 1..2 2*, 2.. 5"],
  ["the last one", ranges, ofFloor({ gte: 2 }), "..1 1, 1..2 2, 2.. 5*"],
  ["the first one", ranges, ofFloor({ lt: 1 }), "..1 1*, 1..2 2, 2.. 5"],
  ["no other range", ranges, ofFloor({ gt: 1, lt: 2 }), "..1 1, 1..2 2, 2.. 5"],
  [
    "as text what no structure defines",
    of("key"),
    undefined,
    '"5" 2, "true" 2, " 5" 1, "1" 1, "1.0" 1, "false" 1',
  ],
  ["text selected as text", dial, where("dial", { text: { eq: "5" } }), '"5" 2*'],
  ["as a number", dial, where("dial", { number: { eq: 5 } }), '"5" 2*, " 5" 1*'],
  [
    "in several spellings",
    dial,
    where("dial", { number: { in: [7, 1] } }),
    '"5" 2, "1" 1*, "1.0" 1*, "7" 0*',
  ],
  ["as a boolean", dial, where("dial", { boolean: { eq: true } }), '"5" 2, "true" 2*, "1" 1*'],
])("a facet has %s: %j", async (_, facet, filter, values) => {
  expect((await count(facet, filter)).values).toBe(values);
});

test("facets turn a plain list into one of a snapshot when they are selected", async () => {
  const { data } = await gateway.query(
    "{ tags { totalCount snapshotAt facets(by: [{ field: TYPE }]) { field } } }",
  );
  expect(data.tags).toMatchObject({ totalCount: 10, facets: [{ field: "TYPE" }] });
  expect(data.tags.snapshotAt).not.toBeNull();
  const plain = await gateway.query("{ tags { totalCount snapshotAt } }");
  expect(plain.data.tags).toEqual({ totalCount: 10, snapshotAt: null });
});

const everyDay = { every: "DAY" };
const time = "2026-01-01T00:00:00Z";
const added = { field: "ADDED_AT" };

/** The last three are found when the list was read: then it is delivered. */
test.each([
  [{ field: "TYPE", identifier: "site" }, "identifier", true],
  [{ field: "ADDITIONAL_DATA" }, "identifier", true],
  [{ ...added, ...everyDay, identifier: "site" }, "identifier", true],
  [{ ...of("site"), first: -1 }, "first", true],
  [{ ...of("site"), first: 1001 }, "first", true],
  [{ ...ranges, bounds: [1, 1] }, "bounds", true],
  [{ ...ranges, bounds: [...Array(101).keys()] }, "bounds", true],
  [{ ...ranges, ...everyDay }, "bounds", true],
  [{ ...ranges, ...everyDay, bounds: [] }, "bounds", true],
  [{ field: "TYPE", ...everyDay }, "every", true],
  [{ field: "IS_ACTIVE", ...everyDay }, "every", true],
  [added, "every", true],
  [{ ...added, every: null }, "every", true],
  [{ ...added, bounds: [1] }, "every", true],
  [{ ...of("site"), fromAt: time }, "fromAt", true],
  [{ ...of("site"), toAt: time, every: null }, "toAt", true],
  [{ ...of("site"), bounds: [1] }, "bounds", false],
  [{ ...of("floor"), ...everyDay }, "every", false],
  [{ ...of("photo"), ...everyDay }, "every", false],
])("the facet %j is BAD_USER_INPUT, for its %s", async (facet, name, isEarly) => {
  const { data, errors, codes } = await gateway.query(document, { variables: { by: [facet] } });
  expect(data.tags).toEqual(isEarly ? null : { totalCount: 10, facets: null });
  expect(codes).toEqual(["BAD_USER_INPUT"]);
  expect(errors?.[0]?.message).toContain(`by[0].${name}`);
  if (isEarly) expect(gateway.registry.calls).toEqual([]);
});

test("a wrong facet in a fragment is BAD_USER_INPUT before any call", async () => {
  const { data, errors } = await gateway.query(`{ tags { facets(by: []) { field } ...F } }
    fragment F on TagConnection {
      other: facets(by: [{ field: ADDITIONAL_DATA, identifier: "floor", bounds: [1e999] }]) { field } }`);
  expect(data).toEqual({ tags: null });
  expect(errors?.[0]?.message).toContain("by[0].bounds");
  expect(gateway.registry.calls).toEqual([]);
});

test("facets whose arguments cannot be read are an error of their own", async () => {
  const { data, errors } = await gateway.query(
    "query ($by: [TagFacet!] = []) { tags { totalCount facets(by: $by) { field } } }",
    { variables: { by: null } },
  );
  expect(data.tags).toEqual({ totalCount: 10, facets: null });
  expect(errors).toMatchObject([{ path: ["tags", "facets"] }]);
});

test("facets of 21 fields are QUERY_TOO_COMPLEX, and of 20 are not", async () => {
  const by = (length: number) => ({ variables: { by: Array(length).fill(of("site")) } });
  const { errors } = await gateway.query(document, by(21));
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["QUERY_TOO_COMPLEX"]);
  expect(gateway.registry.calls).toEqual([]);
  expect((await gateway.query(document, by(20))).errors).toBeUndefined();
});
