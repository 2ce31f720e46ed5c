import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { toNumber } from "../../../search/naive.ts";
import { roundNaively, sumNaively } from "../../../search/naive-sums.ts";
import { startListGateway } from "../../../support/list-gateway.ts";
import { item } from "../../../support/project.ts";
import { runs, seed } from "../../../support/seed.ts";

const types = ["number", "dial", "textbox", "textarea", "selectbox", "image"];
const values = [1, "2", " 3.5 ", null, "x", true, 10, [4], "", "1,5"];
const toTags = (all: readonly unknown[]) =>
  all.map((value, at) => ({
    ...{ id: `T${at}`, name: at % 2 === 0 ? "even" : "odd", added_when: 1_700_000_000 },
    additional_data: Object.fromEntries([...types, "other"].map((key) => [key, value])),
  }));

const structures = { tag: types.map((type) => item(type, type)) };
const settings = { SNAPSHOT_TTL_SECONDS: "0" };
const gateway = await startListGateway({ tags: toTags(values), structures, settings });
afterAll(() => gateway[Symbol.asyncDispose]());

const document = `query ($by: [TagFacet!]!, $filter: TagFilter, $search: String) {
  tags(filter: $filter, search: $search, first: 0) {
    facets(by: $by) { numbers { count min max sum mean } } } }`;

async function numbersOf(facet: object, variables: object = {}) {
  const response = await gateway.query(document, { variables: { by: [facet], ...variables } });
  expect(response.errors).toBeUndefined();
  return response.data.tags.facets[0].numbers;
}

const of = (identifier: string) => ({ field: "ADDITIONAL_DATA", identifier });
const among = { additionalData: [{ identifier: "number", number: { gt: 3 } }] };
const all = { count: 4, min: 1, max: 10, sum: 16.5, mean: 4.125 };
const even = { count: 3, min: 1, max: 10, sum: 14.5, mean: 14.5 / 3 };
const large = { count: 2, min: 3.5, max: 10, sum: 13.5, mean: 6.75 };

test.each<[object, object, object | null]>([
  [of("number"), {}, all],
  [of("dial"), {}, all],
  [{ ...of("number"), bounds: [2] }, {}, all],
  [{ ...of("dial"), every: "DAY" }, {}, all],
  [of("textbox"), {}, null],
  [{ field: "TYPE" }, {}, null],
  [{ field: "ADDED_AT", every: "DAY" }, {}, null],
  // A facet leaves out the conditions on its own dimension.
  [of("number"), { filter: among }, all],
  [of("number"), { filter: { or: [among] } }, large],
  [of("dial"), { filter: among }, large],
  [of("number"), { filter: { name: { eq: "even" } } }, even],
])("the numbers of the facet %j, with %j, are %j", async (facet, variables, expected) => {
  expect(await numbersOf(facet, variables)).toEqual(expected);
});

const none = { count: 0, min: null, max: null, sum: null, mean: null };

test.each<[readonly unknown[], Readonly<Record<string, number | null>>]>([
  [["x", null], none],
  [[1e308, 1e308], { count: 2, min: 1e308, max: 1e308, sum: null, mean: null }],
  [[1e308, 1e308, -1e308], { count: 3, min: -1e308, max: 1e308, sum: null, mean: null }],
  [[1e100, 1, -1e100], { count: 3, min: -1e100, max: 1e100, sum: 1, mean: 1 / 3 }],
  [[-5e-324, 0, 0], { count: 3, min: -5e-324, max: 0, sum: -5e-324, mean: 0 }],
  [["9007199254740993", 1], { count: 2, min: 1, max: 2 ** 53, sum: 2 ** 53 + 1, mean: 2 ** 52 }],
])("the numbers of %j are %j", async (given, expected) => {
  await gateway.registry.replace("tag", toTags(given));
  const numbers = await numbersOf(of("number"));
  for (const [name, number] of Object.entries(expected)) {
    if (number === null) expect([name, numbers[name]]).toEqual([name, null]);
    else expect(Math.abs(numbers[name] - number)).toBeLessThanOrEqual(Math.abs(number) * 1e-12);
  }
});

test("numbers never have a sign on 0", async () => {
  await gateway.registry.replace("tag", toTags([-0]));
  const body = JSON.stringify({ query: document, variables: { by: [of("number")] } });
  expect(await (await gateway.send(body)).text()).toContain(
    '{"count":1,"min":0,"max":0,"sum":0,"mean":0}',
  );
});

test(`numbers are what exact arithmetic gives, but for rounding (seed ${seed})`, async () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    fc.constantFrom<unknown>(1e16, -1e16, 0.1, -0, 5, "5", " 1e3 ", "1e999", "0x1", null),
    fc.integer({ min: -100, max: 100 }).map(String),
  );
  const cases = fc.array(number, { minLength: 1, maxLength: 80 });
  const property = fc.asyncProperty(cases, async (given) => {
    await gateway.registry.replace("tag", toTags(given));
    const read = given.map((value) => toNumber(JSON.parse(JSON.stringify(value))));
    const numbers = read.filter((one) => one !== null);
    const found = await numbersOf(of("number"));
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
  await fc.assert(property, { seed, numRuns: runs(25) });
});
