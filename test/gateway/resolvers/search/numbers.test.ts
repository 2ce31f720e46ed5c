import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runs } from "../../../search/arbitraries.ts";
import { toNumber } from "../../../search/naive.ts";
import { roundNaively, sumNaively } from "../../../search/naive-sums.ts";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";
import { item } from "../../../support/project.ts";
import { seed } from "../../../support/seed.ts";

let gateway: ListGateway;
beforeAll(async () => {
  const settings = { SNAPSHOT_TTL_SECONDS: "0" };
  gateway = await startListGateway({ tags: toTags(values), structures, settings });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const document = `query ($by: [TagFacet!]!, $filter: TagFilter, $search: String) {
  tags(filter: $filter, search: $search, first: 0) {
    facets(by: $by) { nullCount numbers { count min max sum mean } } } }`;

async function numbersOf(facet: object, variables: object = {}) {
  const response = await gateway.query(document, { variables: { by: [facet], ...variables } });
  expect(response.errors).toBeUndefined();
  return response.data.tags.facets[0].numbers;
}

const values = [1, "2", " 3.5 ", null, "x", true, 10, [4], "", "1,5"];
const structures = {
  tag: ["number", "dial", "textbox", "textarea", "selectbox", "image"].map((type) =>
    item(type, type),
  ),
};
const toTags = (all: readonly unknown[]) =>
  all.map((value, at) => ({
    id: `T${at}`,
    name: at % 2 === 0 ? "even" : "odd",
    added_when: 1_700_000_000,
    additional_data: Object.fromEntries(
      [...structures.tag.map(({ identifier }) => identifier), "undefined_key"].map((key) => [
        key,
        value,
      ]),
    ),
  }));
const replace = (all: readonly unknown[]) => gateway.registry.replace("tag", toTags(all));
const data = (identifier: string) => ({ field: "ADDITIONAL_DATA", identifier });
const floor = data("number");

describe("the numbers of a facet", () => {
  test.each([
    data("number"),
    data("dial"),
    data("undefined_key"),
    { ...data("number"), bounds: [2] },
    { ...data("number"), first: 0 },
    { ...data("dial"), every: "DAY" },
  ])("are those that read as numbers: %j", async (facet) => {
    expect(await numbersOf(facet)).toEqual({ count: 4, min: 1, max: 10, sum: 16.5, mean: 4.125 });
  });

  test.each([
    data("textbox"),
    data("textarea"),
    data("selectbox"),
    data("image"),
    { field: "TYPE" },
    { field: "IS_ACTIVE" },
    { field: "ADDED_AT", every: "DAY" },
  ])("are null for anything else: %j", async (facet) => {
    expect(await numbersOf(facet)).toBeNull();
  });

  test("are of the records that the facet counts, without the conditions on its own dimension", async () => {
    const all = await numbersOf(floor);
    const among = (number: object) => ({ additionalData: [{ identifier: "number", number }] });
    expect(await numbersOf(floor, { filter: among({ gt: 3 }) })).toEqual(all);
    expect(await numbersOf(floor, { filter: { or: [among({ gt: 3 })] } })).toEqual({
      count: 2,
      min: 3.5,
      max: 10,
      sum: 13.5,
      mean: 6.75,
    });
    const even = { count: 3, min: 1, max: 10, sum: 14.5, mean: 14.5 / 3 };
    expect(await numbersOf(floor, { search: "even" })).toEqual(even);
    expect(await numbersOf(floor, { filter: { name: { eq: "even" } } })).toEqual(even);
    expect(await numbersOf(data("dial"), { filter: among({ gt: 3 }) })).toMatchObject({ count: 2 });
  });

  test.each([
    [[], { count: 0, min: null, max: null, sum: null, mean: null }],
    [["x", null], { count: 0, min: null, max: null, sum: null, mean: null }],
    [[-0, "-0"], { count: 2, min: 0, max: 0, sum: 0, mean: 0 }],
    [[1e308, 1e308], { count: 2, min: 1e308, max: 1e308, sum: null, mean: null }],
    [[1e308, 1e308, -1e308], { count: 3, min: -1e308, max: 1e308, sum: null, mean: null }],
    [[1e100, 1, -1e100], { count: 3, min: -1e100, max: 1e100, sum: 1, mean: 1 / 3 }],
    [[-5e-324, 0, 0], { count: 3, min: -5e-324, max: 0, sum: -5e-324, mean: 0 }],
    [[0.1, 0.2, "0.3"], { count: 3, min: 0.1, max: 0.3, sum: 0.6, mean: 0.2 }],
    [
      [9007199254740993n.toString(), 1],
      { count: 2, min: 1, max: 2 ** 53, sum: 2 ** 53 + 1, mean: 2 ** 52 },
    ],
  ])("of %j are %j", async (all, expected) => {
    await replace(all);
    const numbers = await numbersOf(floor);
    for (const [name, number] of Object.entries(expected)) {
      if (number === null) expect([name, numbers[name]]).toEqual([name, null]);
      else expect(Math.abs(numbers[name] - number)).toBeLessThanOrEqual(Math.abs(number) * 1e-12);
    }
  });

  test("never have a sign on 0", async () => {
    await replace([-0]);
    const response = await fetch(`${gateway.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": gateway.registry.key },
      body: JSON.stringify({ query: document, variables: { by: [floor] } }),
    });
    expect(await response.text()).toContain(
      '"numbers":{"count":1,"min":0,"max":0,"sum":0,"mean":0}',
    );
  });

  test("are those of each record's own linked records", async () => {
    await using linked = await startListGateway({
      tags: [3, 4, 5].map((size, at) => ({
        id: `T${at}`,
        additional_data: { size, at: (at % 2) + 1 },
      })),
      terminals: [1, 2, 3].map((id) => ({ id })),
      links: "tag.at=terminal.id",
    });
    const { data: found } = await linked.query(
      `{ terminals { nodes { linkedTags { facets(by: [{ field: ADDITIONAL_DATA, identifier: "size" }]) {
        numbers { count min max sum mean } } } } } }`,
    );
    const of = ({ linkedTags }: { linkedTags: { facets: readonly { numbers: unknown }[] } }) =>
      linkedTags.facets[0]?.numbers;
    expect(found.terminals.nodes.map(of)).toEqual([
      { count: 2, min: 3, max: 5, sum: 8, mean: 4 },
      { count: 1, min: 4, max: 4, sum: 4, mean: 4 },
      { count: 0, min: null, max: null, sum: null, mean: null },
    ]);
  });

  test("cost no calls besides the one that confirms the snapshot", async () => {
    await using kept = await startListGateway({ tags: toTags(values), structures });
    const variables = { by: [floor] };
    await kept.query(document, { variables });
    kept.registry.resetCalls();
    await kept.query(document, { variables: { by: [data("undefined_key")] } });
    expect(kept.registry.calls).toEqual(["GET /api/v1/tags?limit=1&page=1"]);
  });

  test(`are what exact arithmetic gives, but for rounding (seed ${seed})`, async () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
      fc.constantFrom<unknown>(1e16, -1e16, 0.1, -0, 5, "5", " 1e3 ", "1e999", "0x1", null),
      fc.integer({ min: -100, max: 100 }).map(String),
    );
    const cases = fc.array(number, { minLength: 1, maxLength: 80 });
    const property = fc.asyncProperty(cases, async (all) => {
      await replace(all);
      const numbers = all
        .map((value) => toNumber(JSON.parse(JSON.stringify(value))))
        .filter((one) => one !== null);
      const found = await numbersOf(floor);
      expect(found.count).toBe(numbers.length);
      if (numbers.length === 0) return;
      expect([found.min, found.max]).toEqual([Math.min(...numbers) + 0, Math.max(...numbers) + 0]);
      const exact = sumNaively(numbers);
      const [sum, mean] = [roundNaively(exact, 1), roundNaively(exact, numbers.length)];
      const size = numbers.reduce((total, one) => total + Math.abs(one), 0);
      const rounding =
        2 * Number.EPSILON * Math.abs(sum) + (numbers.length * Number.EPSILON) ** 2 * size;
      expect(Math.abs(found.sum - sum)).toBeLessThanOrEqual(rounding);
      const meanRounding = rounding / numbers.length + Number.EPSILON * Math.abs(mean);
      expect(Math.abs(found.mean - mean)).toBeLessThanOrEqual(meanRounding);
    });
    await fc.assert(property, { seed, numRuns: runs(80) });
  });
});
