import { describe, expect, test } from "vitest";
import { parseFacets } from "../../../src/search/facets/facet.ts";
import { findMatches, findPage, parseQuery, type QueryInput } from "../../../src/search/query.ts";
import type { Pause } from "../../../src/search/table/pace.ts";
import { type ListDescription, Table, type TableOptions } from "../../../src/search/table/table.ts";
import { compareStrings } from "../../../src/search/table/text.ts";
import { countIn } from "../find.ts";
import { createTagTable, nextTurn, type TagRow, tagList } from "../tags.ts";

const range = { from: "start", size: 10, after: null, before: null } as const;

const others = { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 };

function createRows(length: number): readonly TagRow[] {
  return Array.from({ length }, (_, index) => ({
    id: `tag ${index}`,
    name: `Name ${(index * 7919) % length}`,
    additional_data: { key: index % 10, text: `text ${index}`, ...others },
  }));
}

const allKinds: QueryInput = {
  filter: {
    name: { contains: "1" },
    additionalData: [{ identifier: "key", number: { gt: 2 } }],
  },
  search: "name text",
  orderBy: [{ field: "name", direction: "ASC" }],
};

interface Watched {
  readonly table: Table<TagRow>;
  readonly reads: () => number;
}

function watch(rows: readonly TagRow[], options: Partial<TableOptions<TagRow>> = {}): Watched {
  let reads = 0;
  const list: ListDescription<TagRow> = {
    ...tagList,
    readAdditionalData: (row) => {
      reads++;
      return tagList.readAdditionalData(row);
    },
  };
  const usual = { list, rows, items: [], pause: nextTurn, maxBytes: 2 ** 30 };
  return { table: new Table({ ...usual, ...options }), reads: () => reads };
}

async function ask(table: Table<TagRow>, query: QueryInput, pause: Pause = nextTurn) {
  const matches = await findMatches(table, parseQuery(tagList, query), { pause });
  const { unknownIdentifiers } = matches;
  return { ...(await findPage(matches, range)), unknownIdentifiers };
}

const readName = (row: TagRow) => String(row["name"]);

const byKey = (identifier: string) => ({
  filter: { additionalData: [{ identifier, isNull: false }] },
});

describe("a table", () => {
  test("derives nothing before it is needed, and everything only once", async () => {
    const { table, reads } = watch(createRows(100));
    expect({ bytes: table.bytes, reads: reads() }).toEqual({ bytes: 0, reads: 0 });
    await Promise.all([ask(table, byKey("key")), ask(table, byKey("key"))]);
    await ask(table, byKey("key"));
    // Once for the keys that the records have, and once for the values of one.
    expect(reads()).toBe(200);
  });

  test("keeps nothing for identifiers that no structure and no record has", async () => {
    const { table, reads } = watch(createRows(1_000));
    const nobody = (identifier: string): QueryInput => ({
      filter: {
        additionalData: [
          { identifier, text: { ne: "a" } },
          { identifier, text: { contains: "" } },
        ],
      },
      orderBy: [{ field: "additionalData", identifier, direction: "ASC" }],
    });
    const countNobody = (identifier: string) =>
      countIn(
        table,
        {},
        parseFacets(tagList, [{ field: "additionalData", identifier, first: 5 }], {
          maxValues: 10,
        }),
      );
    await ask(table, nobody("first"));
    await countNobody("first");
    const before = { bytes: table.bytes, reads: reads() };
    for (let index = 0; index < 50; index++) {
      await ask(table, nobody(`made up ${index}`));
      await countNobody(`x${index}${"y".repeat(1_000_000)}`);
    }
    expect({ bytes: table.bytes, reads: reads() }).toEqual(before);
  });

  test("counts the characters of the identifiers that it keeps something for", async () => {
    const bytesOf = async (identifier: string) => {
      const { table } = watch([{ id: "1", additional_data: { [identifier]: 1 } }]);
      await ask(table, byKey(identifier));
      return table.bytes;
    };
    // Twice: as a key of a record, and in the name of the column.
    expect((await bytesOf("k".repeat(200))) - (await bytesOf("k".repeat(8)))).toBe(2 * 192);
  });

  test("drops what is least recently used when it keeps too much", async () => {
    const rows = createRows(1_000);
    const { table, reads } = watch(rows, { maxBytes: 30_000 });
    for (const key of ["key", "a", "b", "c", "key", "d", "e", "f", "g"])
      await ask(table, byKey(key));
    expect(table.bytes).toBeLessThanOrEqual(30_000);
    const before = reads();
    await ask(table, byKey("key"));
    expect(reads()).toBe(before);
    await ask(table, byKey("a"));
    expect(reads()).toBe(before + 1_000);
  });

  test("drops what is too large by itself, and nothing else to make room for it", async () => {
    const { table, reads } = watch(createRows(1_000), { maxBytes: 30_000 });
    await ask(table, byKey("key"));
    await ask(table, { search: "text" });
    expect(table.bytes).toBeGreaterThan(0);
    const before = reads();
    await ask(table, byKey("key"));
    expect(reads()).toBe(before);
  });

  test("derives the strings once for a search by relevance, even with room for nothing", async () => {
    const { table, reads } = watch(createRows(1_000), { maxBytes: 0 });
    await ask(table, { search: "text" });
    expect(reads()).toBe(1_000);
  });

  test("tries again after a failure", async () => {
    let fails = true;
    const pause = async () => {
      if (fails) throw new Error("no more turns");
    };
    const { table } = watch(createRows(10), { pause });
    await expect(ask(table, byKey("key"))).rejects.toThrow("no more turns");
    fails = false;
    expect(await ask(table, byKey("key"))).toMatchObject({ totalCount: 10 });
  });

  test("compares strings until it has compared many, then ranks them, as does the next table", async () => {
    let compared = 0;
    const compare = (one: string, other: string) => {
      compared++;
      return compareStrings(one, other);
    };
    const name = { ...tagList.fields["name"], kind: "text", read: readName, compare } as const;
    const list = { ...tagList, fields: { ...tagList.fields, name } };
    const rows = createRows(1_000);
    const [{ table }, { table: next }] = [watch(rows, { list }), watch(rows, { list })];
    const byName: QueryInput = { orderBy: [{ field: "name", direction: "DESC" }] };
    const { positions } = await ask(table, byName);
    expect(compared).toBeGreaterThan(0);
    const whileRanking = compared;
    rows.map(readName).sort(compare);
    expect(whileRanking).toBeLessThan((compared - whileRanking) / 2);
    expect((await ask(table, byName)).positions).toEqual(positions);
    await next.warmUp(table);
    compared = 0;
    for (const one of [table, next]) {
      expect((await ask(one, byName)).positions).toEqual(positions);
    }
    expect(compared).toBe(0);
  });

  test("tells values apart, even if there are more of them than it remembers", async () => {
    const rows = Array.from({ length: 30_000 }, (_, index): TagRow => {
      return { id: String(index), name: index % 3 === 0 ? null : `Name ${(index * 7) % 12_007}` };
    });
    const table = createTagTable(rows);
    const named = rows.filter(({ name }) => name === "Name 77");
    expect(named.length).toBeGreaterThan(1);
    for (const name of [{ eq: "Name 77" }, { in: ["Name 77"] }]) {
      expect(await ask(table, { filter: { name } })).toMatchObject({ totalCount: named.length });
    }
    const isNull = await ask(table, { filter: { name: { isNull: true } } });
    expect(isNull.totalCount).toBe(10_000);
    const by = parseFacets(tagList, [{ field: "name", first: 20_000 }], { maxValues: 20_000 });
    const [facet] = await countIn(table, {}, by);
    expect(facet?.values.find(({ value }) => value === "Name 77")?.count).toBe(named.length);
    expect(facet?.values).toHaveLength(new Set(rows.map(({ name }) => name)).size - 1);
    expect(facet?.nullCount).toBe(10_000);
  });

  test("derives nothing again that it has derived while it was warmed up", async () => {
    const [old, fresh] = [watch(createRows(500)), watch(createRows(600))];
    await ask(old.table, allKinds);
    await fresh.table.warmUp(old.table);
    const reads = fresh.reads();
    expect(reads).toBeGreaterThan(0);
    const expected = await ask(watch(createRows(600)).table, allKinds);
    expect((await ask(fresh.table, allKinds)).positions).toEqual(expected.positions);
    expect(fresh.reads()).toBe(reads);
  });
});

describe("work on rows", () => {
  test("pauses again and again, also while values are derived", async () => {
    let [sinceLast, most, turns] = [0, 0, 0];
    const pause = async () => {
      most = Math.max(most, sinceLast);
      sinceLast = 0;
      turns++;
    };
    const read = (row: TagRow) => {
      sinceLast++;
      return tagList.readAdditionalData(row);
    };
    const list: ListDescription<TagRow> = { ...tagList, readAdditionalData: read };
    const { table } = watch(createRows(45_000), { pause, list });
    await ask(table, allKinds, pause);
    await pause();
    expect(most).toBeLessThan(45_000 / 4);
    // It derives the name's column and its folds, the key's column, and the searched strings.
    expect(turns).toBeGreaterThan(4 * 5);
    turns = 0;
    await ask(table, allKinds, pause);
    expect(turns).toBeGreaterThan(4 * 3);
  });

  test("pauses more often when strings are long", async () => {
    let turns = 0;
    const pause = async () => {
      turns++;
    };
    const rows = Array.from({ length: 200 }, (_, index): TagRow => {
      return { id: String(index), name: "long ".repeat(10_000) };
    });
    const { table } = watch(rows, { pause });
    await ask(table, { search: "missing" }, pause);
    expect(turns).toBeGreaterThan(10);
  });

  test("ends when the caller's pause fails", async () => {
    const { table } = watch(createRows(20_000));
    let turns = 0;
    const pause = async () => {
      if (++turns > 2) throw new Error("too late");
    };
    await expect(ask(table, allKinds, pause)).rejects.toThrow("too late");
  });
});
