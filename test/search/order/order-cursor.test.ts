import { describe, expect, test } from "vitest";
import { SearchError } from "../../../src/search/errors.ts";
import { parseQuery, type QueryInput } from "../../../src/search/query.ts";
import { find } from "../find.ts";
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
    ["a value of another kind", [5]],
    ["a nested value", [["a"]]],
  ])("is refused with %s in it", async (_, values) => {
    const { cursors } = parseQuery(tagList, byName);
    const after = cursors.write({ values, id: "9" });
    expect(await codeOf(find(rows, { ...byName, after }))).toBe("BAD_USER_INPUT");
  });
});
