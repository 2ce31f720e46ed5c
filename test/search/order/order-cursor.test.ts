import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SearchError } from "../../../src/search/errors.ts";
import { orderCursors, parseOrderCursor } from "../../../src/search/order/order-cursor.ts";
import { parseQuery, type QueryInput } from "../../../src/search/query.ts";
import { seed } from "../../support/seed.ts";
import { find, findIds } from "../find.ts";
import { type TagRow, tagList } from "../tags.ts";

const rows: readonly TagRow[] = ["a", "b", "c", "d"].map((name, index) => {
  return { id: String(9 - index), name, additional_data: { key: index } };
});

const byName = { orderBy: [{ field: "name", direction: "ASC" as const }] };

async function cursorOf(query: QueryInput, index: number): Promise<string> {
  const found = await find(rows, query);
  return found.cursorAt(index);
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "none";
  } catch (error) {
    return error instanceof SearchError ? error.code : String(error);
  }
}

describe("a cursor", () => {
  test("is parsed into the values and the id that it was made from, even with lone surrogates", () => {
    const values = fc.array(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.constant("\ud800x"),
      ),
    );
    fc.assert(
      fc.property(values, fc.string({ unit: "binary" }), fc.string(), (given, id, order) => {
        const cursors = orderCursors.within(order);
        const text = cursors.write({ values: given, id });
        expect(text).toMatch(/^[\w-]+$/);
        expect(parseOrderCursor(cursors, "after", text)).toEqual({
          values: given.map((value) => (value === 0 ? 0 : value)),
          id,
        });
      }),
      { seed },
    );
  });

  test("belongs to its order and not to its filter", async () => {
    const after = await cursorOf(byName, 1);
    expect(await findIds(rows, { ...byName, after })).toEqual(["7", "6"]);
    const filter = { name: { in: ["a", "d"] } };
    expect(await findIds(rows, { ...byName, filter, after })).toEqual(["6"]);
    expect(await findIds(rows, { ...byName, search: "d", after })).toEqual(["6"]);
  });

  test.each<[string, QueryInput]>([
    ["another field", { orderBy: [{ field: "type", direction: "ASC" }] }],
    ["another direction", { orderBy: [{ field: "name", direction: "DESC" }] }],
    ["one more order", { orderBy: [...byName.orderBy, { field: "type", direction: "ASC" }] }],
    ["the registry's order", {}],
    ["relevance", { search: "a" }],
  ])("is refused with %s", async (_, query) => {
    const after = await cursorOf(byName, 1);
    expect(await codeOf(find(rows, { ...query, after }))).toBe("BAD_USER_INPUT");
  });

  test("is refused under relevance with another search, but not with the same in another case", async () => {
    const after = await cursorOf({ search: "a" }, 0);
    expect(await codeOf(find(rows, { search: "b", after }))).toBe("BAD_USER_INPUT");
    expect(await codeOf(find(rows, { search: " A ", after }))).toBe("none");
  });

  test("is refused with another list", async () => {
    const after = await cursorOf(byName, 1);
    const other = parseQuery({ ...tagList, name: "terminal" }, byName);
    expect(() => parseOrderCursor(other.cursors, "after", after)).toThrow(SearchError);
  });

  test("is refused when the structure has since given its values another kind", async () => {
    const by = {
      orderBy: [{ field: "additionalData", identifier: "key", direction: "ASC" as const }],
    };
    const after = await cursorOf(by, 1);
    const items = [{ identifier: "key", alias: null, kind: "number" as const }];
    expect(await codeOf(find(rows, { ...by, after, items }))).toBe("BAD_USER_INPUT");
  });

  test.each<[string, readonly unknown[]]>([
    ["too few values", []],
    ["too many", ["a", "b"]],
    ["a value of another kind", [5]],
    ["a nested value", [["a"]]],
  ])("is refused with %s in it", async (_, values) => {
    const { cursors } = parseQuery(tagList, byName);
    const after = cursors.write({ values, id: "9" });
    expect(await codeOf(find(rows, { ...byName, after }))).toBe("BAD_USER_INPUT");
  });

  test("finds its place when its record is gone, forward and backward", async () => {
    const cursor = await cursorOf(byName, 1);
    const others = rows.filter(({ name }) => name !== "b");
    expect(await findIds(others, { ...byName, after: cursor })).toEqual(["7", "6"]);
    expect(await findIds(others, { ...byName, before: cursor })).toEqual(["9"]);
  });

  test("has its place among equal values by its id", async () => {
    const equal = ["1", "2", "3"].map((id): TagRow => ({ id, name: id === "2" ? "007" : "7" }));
    const found = await find(equal, { ...byName, first: 2 });
    const after = found.cursorAt(1);
    expect(await findIds(equal, { ...byName, after })).toEqual(["3"]);
  });

  test("of a record without a value has its place after all that have one", async () => {
    const some: readonly TagRow[] = [{ id: "1" }, { id: "2" }, { id: "3", name: "a" }];
    for (const direction of ["ASC", "DESC"] as const) {
      const by = { orderBy: [{ field: "name", direction }] };
      const found = await find(some, by);
      expect(await findIds(some, { ...by, after: found.cursorAt(1) })).toEqual(["2"]);
      expect(await findIds(some, { ...by, before: found.cursorAt(1) })).toEqual(["3"]);
    }
  });
});

describe("a page", () => {
  test("whose `after` comes after its `before` is empty, with rows on both sides", async () => {
    const [first, third] = [await cursorOf(byName, 0), await cursorOf(byName, 2)];
    const page = await find(rows, { ...byName, after: third, before: first });
    expect(page).toMatchObject({ positions: [], hasPreviousPage: true, hasNextPage: true });
  });

  test("of no rows knows what is on either side", async () => {
    const after = await cursorOf(byName, 0);
    expect(await find(rows, { ...byName, first: 0 })).toMatchObject({
      positions: [],
      totalCount: 4,
      hasPreviousPage: false,
      hasNextPage: true,
    });
    expect(await find(rows, { ...byName, last: 0 })).toMatchObject({
      hasPreviousPage: true,
      hasNextPage: false,
    });
    expect(await find(rows, { ...byName, first: 0, after })).toMatchObject({
      hasPreviousPage: true,
      hasNextPage: true,
    });
  });

  test("of an empty list has nothing on either side", async () => {
    expect(await find([], { ...byName, search: "a", filter: { name: { eq: "a" } } })).toMatchObject(
      {
        positions: [],
        totalCount: 0,
        hasPreviousPage: false,
        hasNextPage: false,
      },
    );
  });

  test("has cursors for its own rows only", async () => {
    const found = await find(rows, { ...byName, first: 1 });
    expect(() => found.cursorAt(1)).toThrow();
  });
});
