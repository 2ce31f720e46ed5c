import { describe, expect, test } from "vitest";
import { SearchError } from "../../../src/search/errors.ts";
import { parseQuery } from "../../../src/search/query.ts";
import { find, findIds, type TagQuery } from "../find.ts";
import { type TagRow, tagList } from "../tags.ts";

/** A tag for each value that a registry sends, with the value's position as its id. */
function tagsWith(read: (given: unknown) => Record<string, unknown>, given: readonly unknown[]) {
  return given.map((value, index): TagRow => ({ ...read(value), id: String(index) }));
}

const named = (given: readonly unknown[]) => tagsWith((name) => ({ name }), given);
const withData = (given: readonly unknown[]) =>
  tagsWith((value) => ({ additional_data: { key: value } }), given);

/** The positions of the tags that a filter matches. */
async function match(rows: readonly TagRow[], filter: unknown, query: TagQuery = {}) {
  const ids = await findIds(rows, { ...query, filter });
  return ids.map(Number);
}

function codeOf(filter: unknown): string {
  try {
    parseQuery(tagList, { filter });
    return "none";
  } catch (error) {
    return error instanceof SearchError ? error.code : "another error";
  }
}

function nest(depth: number, innermost: Record<string, unknown> = {}): Record<string, unknown> {
  let filter = innermost;
  for (let around = 0; around < depth; around++) filter = { not: filter };
  return filter;
}

describe("a filter", () => {
  const rows = named(["a", "b", null]);

  test.each([
    ["null", null, [0, 1, 2]],
    ["{}", {}, [0, 1, 2]],
    ["and: []", { and: [] }, [0, 1, 2]],
    ["or: []", { or: [] }, []],
    ["not: {}", { not: {} }, []],
    ["not: { or: [] }", { not: { or: [] } }, [0, 1, 2]],
    ["in: []", { name: { in: [] } }, []],
    ["notIn: []", { name: { notIn: [] } }, [0, 1, 2]],
    ["a field without a comparison", { name: {} }, [0, 1, 2]],
    ["a variable that was left out", { name: { eq: undefined } }, [0, 1, 2]],
    ["additionalData: []", { additionalData: [] }, [0, 1, 2]],
    ["fields that must all hold", { name: { eq: "a" }, tagId: { eq: "1" } }, []],
    ["comparisons that must all hold", { name: { ne: "a", isNull: false } }, [1]],
    ["or", { or: [{ name: { eq: "a" } }, { name: { eq: "b" } }] }, [0, 1]],
    ["a range that contradicts itself", { name: { in: ["a"], ne: "a" } }, []],
  ])("%s matches the records that the rules say", async (_, filter, expected) => {
    expect(await match(rows, filter)).toEqual(expected);
  });

  test("can nest `and`, `or` and `not` ten deep, and not eleven", () => {
    expect(codeOf(nest(10))).toBe("none");
    expect(codeOf(nest(11))).toBe("BAD_USER_INPUT");
    expect(codeOf(nest(10_000))).toBe("BAD_USER_INPUT");
    for (const last of [{ and: [] }, { or: [] }, { not: {} }]) {
      expect(codeOf(nest(9, last))).toBe("none");
      expect(codeOf(nest(10, last))).toBe("BAD_USER_INPUT");
    }
  });

  test("can have 1,000 conditions, and no more", () => {
    const filterOf = (conditions: number) => ({
      or: Array.from({ length: conditions }, (_, index) => ({ name: { eq: String(index) } })),
    });
    expect(codeOf(filterOf(1_000))).toBe("none");
    expect(codeOf(filterOf(1_001))).toBe("QUERY_TOO_COMPLEX");
  });

  test("counts an `in` of 100,000 values as one condition", async () => {
    const values = Array.from({ length: 100_000 }, (_, index) => String(index));
    expect(await match(named(["99999", "x"]), { name: { in: values } })).toEqual([0]);
  });

  test.each<[string, unknown]>([
    ["a field", { name: null }],
    ["a comparison", { name: { eq: null } }],
    ["and", { and: null }],
    ["a part of or", { or: [null] }],
    ["not", { not: null }],
    ["additionalData", { additionalData: null }],
    ["a kind", { additionalData: [{ identifier: "key", text: null }] }],
    ["isNull", { additionalData: [{ identifier: "key", isNull: null }] }],
    ["a value of in", { name: { in: ["a", null] } }],
    ["a time", { addedAt: { gt: null } }],
  ])("refuses null for %s", (_, filter) => {
    expect(codeOf(filter)).toBe("BAD_USER_INPUT");
  });

  test.each<[string, unknown]>([
    ["NaN", { additionalData: [{ identifier: "key", number: { gt: Number.NaN } }] }],
    ["infinity", { additionalData: [{ identifier: "key", number: { lt: 1 / 0 } }] }],
    ["a time that is none", { addedAt: { gt: "soon" } }],
    ["a field that the list does not have", { colour: { eq: "red" } }],
    ["a name that every object has", { constructor: { eq: "red" } }],
    ["a comparison that the kind does not have", { isActive: { gt: true } }],
    ["text where a list belongs", { name: { in: "a" } }],
    ["no kind", { additionalData: [{ identifier: "key" }] }],
    ["two kinds", { additionalData: [{ identifier: "key", text: {}, number: {} }] }],
    ["a kind and isNull", { additionalData: [{ identifier: "key", text: {}, isNull: true }] }],
    ["no identifier", { additionalData: [{ text: { eq: "a" } }] }],
  ])("refuses %s", (_, filter) => {
    expect(codeOf(filter)).toBe("BAD_USER_INPUT");
  });

  test("says where a mistake is, and what was expected", () => {
    const filter = { and: [{}, { name: { in: ["a", 5] } }] };
    expect(() => parseQuery(tagList, { filter })).toThrow(
      "`filter.and[1].name.in`: expected a string.",
    );
  });
});

describe("text", () => {
  test.each([
    ["STRASSE", "Straße"],
    ["straße", "STRASSE"],
    ["ﬁ", "FI"],
    ["æther", "AETHER"],
    ["Œuvre", "oeuvre"],
    ["Łódź", "lodz"],
    ["smørrebrød", "SMORREBROD"],
    ["Đà Nẵng", "da nang"],
    ["ısı", "ISI"],
    ["İstanbul", "istanbul"],
    ["ΟΔΟΣ", "οδος"],
    ["ς", "Σ"],
    ["①", "1"],
    ["e\u0301", "É"],
    ["ẞ", "ss"],
  ])("is the same to `contains` and `startsWith`: %s and %s", async (one, other) => {
    const rows = named([one, other, "x"]);
    expect(await match(rows, { name: { contains: one } })).toEqual([0, 1]);
    expect(await match(rows, { name: { startsWith: other } })).toEqual([0, 1]);
  });
});

describe("additional data", () => {
  const entry = (comparison: object) => ({
    additionalData: [{ identifier: "key", ...comparison }],
  });

  test("is read as 0 if it is -0, and as no number if it is beyond a double", async () => {
    const tags = withData([-0, JSON.parse("1e999")]);
    expect(await match(tags, entry({ text: { eq: "0" } }))).toEqual([0]);
    expect(await match(tags, entry({ number: { isNull: true } }))).toEqual([1]);
    expect(await match(tags, entry({ isNull: true }))).toEqual([]);
  });

  test.each([
    ["text", "number"],
    ["number", "text"],
    ["number", "boolean"],
  ] as const)("of a %s item refuses a comparison with %s", async (kind, other) => {
    const items = [{ identifier: "key", alias: null, kind }];
    const ask = (of: string) => find(withData([1]), { filter: entry({ [of]: {} }), items });
    await expect(ask(other)).rejects.toMatchObject({ code: "BAD_USER_INPUT" });
    await expect(ask(kind)).resolves.toBeDefined();
  });

  test("follows the first of two items with the same identifier", async () => {
    const items = [
      { identifier: "key", alias: null, kind: "number" as const },
      { identifier: "key", alias: null, kind: "text" as const },
    ];
    expect(await match(withData([1]), entry({ number: { eq: 1 } }), { items })).toEqual([0]);
  });

  test("whose identifier is unknown is listed once, whether filters or orders name it", async () => {
    const rows: readonly TagRow[] = [{ id: "1", additional_data: { known: null } }];
    const { unknownIdentifiers } = await find(rows, {
      items: [{ identifier: "defined", alias: null, kind: "any" }],
      filter: {
        additionalData: ["known", "defined", "lost", "lost"].map((identifier) => ({
          identifier,
          text: {},
        })),
        or: [{ additionalData: [{ identifier: "__proto__", isNull: false }] }],
      },
      orderBy: [{ field: "additionalData", identifier: "toString", direction: "ASC" }],
    });
    expect(unknownIdentifiers).toEqual(["lost", "__proto__", "toString"]);
  });
});
