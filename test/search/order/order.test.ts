import { describe, expect, test } from "vitest";
import { SearchError } from "../../../src/search/errors.ts";
import type { OrderInput } from "../../../src/search/order/order.ts";
import { parseQuery, type QueryInput } from "../../../src/search/query.ts";
import { compareStrings } from "../../../src/search/table/text.ts";
import { find, findIds } from "../find.ts";
import { type TagRow, tagList } from "../tags.ts";

const up = "ASC" as const;
const down = "DESC" as const;

/** Values as a query orders them, from a list that has them in reverse. */
async function order(values: readonly unknown[], by: OrderInput, kind?: "number" | "text") {
  const rows = values
    .map((value, index): TagRow => {
      return { id: String(index), name: value, is_active: value, additional_data: { key: value } };
    })
    .reverse();
  const items = kind ? [{ identifier: "key", alias: null, kind }] : [];
  const ids = await findIds(rows, { orderBy: [by], items });
  return ids.map((id) => values[Number(id)]);
}

function codeOf(query: QueryInput): string {
  try {
    parseQuery(tagList, query);
    return "none";
  } catch (error) {
    return error instanceof SearchError ? error.code : "another error";
  }
}

describe("the order", () => {
  test.each([
    ["letters by base letter, then accents, then case", ["cote", "Cote", "coté", "Coté", "cotf"]],
    ["accents before case", ["resume", "Resume", "résumé", "Résumé"]],
    ["runs of digits by value", ["a2", "a10", "a010b", "a11"]],
    ["digits before letters", ["1", "10", "a", "a1"]],
    ["letters next to their base letters", ["Lodz", "Łódź", "Luck"]],
    ["other scripts after Latin", ["z", "α", "я"]],
    ["ß next to ss", ["Strasse 1", "Straße 2", "Strasse 3"]],
  ])("of text is %s", async (_, values) => {
    expect(await order(values, { field: "name", direction: up })).toEqual(values);
    expect(await order(values, { field: "name", direction: down })).toEqual(values.toReversed());
  });

  test("of equal strings is that of ids, ascending in both directions", async () => {
    const rows = ["b", "B", "a", "10", "9"].map((id): TagRow => ({ id, name: "7" }));
    const others = [{ id: "c", name: "007" }];
    const all = ["10", "9", "B", "a", "b", "c"];
    for (const direction of [up, down]) {
      const orderBy = [{ field: "name", direction }];
      expect(await findIds([...rows, ...others], { orderBy })).toEqual(all);
    }
  });

  test("of rows that share an id is the registry's, from either end", async () => {
    const rows = Array.from({ length: 100 }, (_, row): TagRow => ({ id: String(row % 3) }));
    const orderBy = [{ field: "name", direction: up }];
    const all = [0, 1, 2].flatMap((id) => [...rows.keys()].filter((row) => row % 3 === id));
    expect((await find(rows, { orderBy, first: 100 })).positions).toEqual(all);
    expect((await find(rows, { orderBy, last: 100 })).positions).toEqual(all);
    expect((await find(rows, { orderBy, last: 10 })).positions).toEqual(all.slice(-10));
  });

  test("is the registry's by default", async () => {
    const rows = ["c", "a", "b"].map((id): TagRow => ({ id }));
    for (const orderBy of [null, undefined, []]) {
      expect(await findIds(rows, { orderBy })).toEqual(["c", "a", "b"]);
      expect(parseQuery(tagList, { orderBy }).isInRegistryOrder).toBe(true);
    }
  });

  test("of 20,000 different strings is the same as when they are sorted without pauses", async () => {
    const strings = Array.from({ length: 20_000 }, (_, index) => `Room ${(index * 7919) % 20_011}`);
    const rows = strings.map((name, index): TagRow => ({ id: String(index), name }));
    const { positions } = await find(rows, {
      orderBy: [{ field: "name", direction: up }],
      first: 20_000,
    });
    const sorted = strings.toSorted((one, other) => Number(one.slice(5)) - Number(other.slice(5)));
    expect(positions.map((position) => strings[position])).toEqual(sorted);
  });

  test("can have ten fields, and no more", () => {
    const orders = (length: number) =>
      Array.from({ length }, () => ({ field: "name", direction: up }));
    expect(codeOf({ orderBy: orders(10) })).toBe("none");
    expect(codeOf({ orderBy: orders(11) })).toBe("QUERY_TOO_COMPLEX");
  });

  test.each<[string, readonly OrderInput[]]>([
    ["additional data without an identifier", [{ field: "additionalData", direction: up }]],
    ["an identifier of null", [{ field: "additionalData", identifier: null, direction: up }]],
    ["a field with an identifier", [{ field: "name", identifier: "key", direction: up }]],
    ["relevance without a search", [{ field: "relevance", direction: up }]],
    ["a field that the list does not have", [{ field: "valueOf", direction: up }]],
  ])("cannot be by %s", (_, orderBy) => {
    expect(codeOf({ orderBy })).toBe("BAD_USER_INPUT");
    expect(codeOf({ orderBy, search: "  " })).toBe("BAD_USER_INPUT");
  });
});

test("the order of text does not depend on the machine's locale", () => {
  const strings = ["z", "ä", "a", "ö", "o"];
  expect(strings.sort(compareStrings)).toEqual(["a", "ä", "o", "ö", "z"]);
});
