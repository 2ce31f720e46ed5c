import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FacetInput, parseFacets } from "../../src/search/facets/facet.ts";
import type { QueryInput } from "../../src/search/query.ts";
import type { Item } from "../../src/search/table/table.ts";
import { runs, seed } from "../support/seed.ts";
import { queries, tagRows } from "./arbitraries.ts";
import { countIn } from "./find.ts";
import { compareNaively, dataOf, findNaively, toBoolean, toNumber, toText } from "./naive.ts";
import { createTagTable, type TagRow, tagList } from "./tags.ts";

type Members = Record<string, unknown>;

/** What a facet should count by the rules, one record at a time, with the values in order. */
function countNaively(
  rows: readonly TagRow[],
  { filter, search, items }: QueryInput & { readonly items: readonly Item[] },
  { field, identifier, bounds }: FacetInput,
) {
  const kind = identifier ? items.find((item) => item.identifier === identifier)?.kind : undefined;
  const read = (row: TagRow): unknown => {
    if (field === "isActive") return toBoolean(row["is_active"]);
    if (field === "type") return toText(row["type"]);
    const value = dataOf(row, identifier ?? "", items);
    if (bounds || kind === "number") return toNumber(value);
    return toText(value);
  };
  const left = findNaively(
    rows,
    { filter: filter && without(filter as Members, field, identifier), search },
    items,
  );
  const counts = new Map<unknown, number>();
  for (const value of left.map(read)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const nullCount = counts.get(null) ?? 0;
  counts.delete(null);
  const sorted = [...counts].sort(
    ([one, ones], [other, others]) => others - ones || compareNaively(String(one), String(other)),
  );
  return { sorted, nullCount, total: left.length - nullCount };
}

/** A filter without its conditions on a dimension, at the top or within `and`. */
function without(filter: Members, field: string, identifier: string | null | undefined): Members {
  const isOther = ([name]: readonly [string, unknown]) => name !== field || identifier;
  const kept = Object.entries(filter)
    .filter(isOther)
    .map(([name, value]) => {
      const parts = value as Members[];
      switch (name) {
        case "and":
          return [name, parts.map((part) => without(part, field, identifier))];
        case "additionalData":
          return [name, parts.filter((entry) => !identifier || entry["identifier"] !== identifier)];
        default:
          return [name, value];
      }
    });
  return Object.fromEntries(kept);
}

const facets: fc.Arbitrary<FacetInput> = fc
  .record({
    field: fc.constantFrom("type", "isActive", "additionalData"),
    identifier: fc.constantFrom("site", "floor", "state", "unheard of"),
    bounds: fc.constant(null),
    first: fc.nat(6),
  })
  .map(({ identifier, ...facet }) =>
    facet.field === "additionalData" ? { ...facet, identifier } : facet,
  );

async function count(
  rows: readonly TagRow[],
  query: QueryInput & { readonly items?: readonly Item[] },
  by: readonly FacetInput[],
) {
  const parsed = parseFacets(tagList, by, { maxValues: 1000 });
  const table = createTagTable(rows, query.items ?? []);
  return countIn(table, query, parsed);
}

describe(`random facets count the same as a naive count (seed ${seed})`, () => {
  test("values, the most frequent first, and all others", async () => {
    const asked = fc.array(facets, { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(tagRows, queries, asked, async (rows, query, by) => {
      const counted = await count(rows, query, by);
      for (const [index, { values, otherCount, nullCount }] of counted.entries()) {
        const facet = by[index] as FacetInput;
        const expected = countNaively(rows, query, facet);
        const top = values.slice(0, Math.min(facet.first, expected.sorted.length));
        expect(top.map(({ count: times }) => times)).toEqual(
          expected.sorted.slice(0, facet.first).map(([, times]) => times),
        );
        const countOf = new Map(expected.sorted);
        for (const { value, count: times } of values) expect(times).toBe(countOf.get(value) ?? 0);
        for (const { isSelected } of values.slice(top.length)) expect(isSelected).toBe(true);
        expect(new Set(values.map(({ value }) => value)).size).toBe(values.length);
        const listed = values.reduce((sum, { count: times }) => sum + times, 0);
        expect({ otherCount, nullCount }).toEqual({
          otherCount: expected.total - listed,
          nullCount: expected.nullCount,
        });
      }
    });
    await fc.assert(property, { seed, numRuns: runs(100) });
  });

  test("numbers by ranges", async () => {
    const limits = fc.uniqueArray(fc.integer({ min: -3, max: 12 }), { maxLength: 5 });
    const property = fc.asyncProperty(tagRows, queries, limits, async (rows, query, given) => {
      const kind = query.items.find(({ identifier }) => identifier === "floor")?.kind;
      if (kind === "text") return;
      const bounds = given.sort((one, other) => one - other);
      const facet = { field: "additionalData", identifier: "floor", bounds, first: 0 };
      const [counted] = await count(rows, query, [facet]);
      const { sorted, nullCount } = countNaively(rows, query, facet);
      const ranges = [...bounds, Number.POSITIVE_INFINITY].map((to, at) => {
        const from = bounds[at - 1] ?? Number.NEGATIVE_INFINITY;
        const inside = sorted.filter(([value]) => Number(value) >= from && Number(value) < to);
        return inside.reduce((sum, [, times]) => sum + times, 0);
      });
      expect(counted?.values.map(({ count: times }) => times)).toEqual(ranges);
      expect(counted).toMatchObject({ otherCount: 0, nullCount });
    });
    await fc.assert(property, { seed, numRuns: runs(100) });
  });
});
