import { describe, expect, test } from "vitest";
import { SearchError } from "../../../src/search/errors.ts";
import type { OrderInput } from "../../../src/search/order/order.ts";
import { parseQuery, type QueryInput } from "../../../src/search/query.ts";
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
    ["digits before letters", ["1", "10", "a", "a1"]],
    ["letters next to their base letters", ["Lodz", "Łódź", "Luck"]],
    ["other scripts after Latin", ["z", "α", "я"]],
    ["ß next to ss", ["Strasse 1", "Straße 2", "Strasse 3"]],
  ])("of text is %s", async (_, values) => {
    expect(await order(values, { field: "name", direction: up })).toEqual(values);
    expect(await order(values, { field: "name", direction: down })).toEqual(values.toReversed());
  });

  test("of rows that share an id is the registry's, from either end", async () => {
    const rows = Array.from({ length: 100 }, (_, row): TagRow => ({ id: String(row % 3) }));
    const orderBy = [{ field: "name", direction: up }];
    const all = [0, 1, 2].flatMap((id) => [...rows.keys()].filter((row) => row % 3 === id));
    expect((await find(rows, { orderBy, first: 100 })).positions).toEqual(all);
    expect((await find(rows, { orderBy, last: 100 })).positions).toEqual(all);
    expect((await find(rows, { orderBy, last: 10 })).positions).toEqual(all.slice(-10));
  });

  test("can have ten fields, and no more", () => {
    const orders = (length: number) =>
      Array.from({ length }, () => ({ field: "name", direction: up }));
    expect(codeOf({ orderBy: orders(10) })).toBe("none");
    expect(codeOf({ orderBy: orders(11) })).toBe("QUERY_TOO_COMPLEX");
  });
});
