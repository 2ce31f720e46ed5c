import { describe, expect, test } from "vitest";
import { SearchError } from "../../../src/search/errors.ts";
import { parseQuery } from "../../../src/search/query.ts";
import { find } from "../find.ts";
import { type TagRow, tagList } from "../tags.ts";

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

  test.each<[string, unknown]>([
    ["NaN", { additionalData: [{ identifier: "key", number: { gt: Number.NaN } }] }],
    ["infinity", { additionalData: [{ identifier: "key", number: { lt: 1 / 0 } }] }],
    ["a field that the list does not have", { colour: { eq: "red" } }],
    ["a name that every object has", { constructor: { eq: "red" } }],
    ["a comparison that the kind does not have", { isActive: { gt: true } }],
    ["no identifier", { additionalData: [{ text: { eq: "a" } }] }],
    ["no kind", { additionalData: [{ identifier: "key" }] }],
    ["two kinds", { additionalData: [{ identifier: "key", text: {}, number: {} }] }],
    ["a kind and isNull", { additionalData: [{ identifier: "key", text: {}, isNull: true }] }],
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

describe("additional data", () => {
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
