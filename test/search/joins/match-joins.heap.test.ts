import { expect, test } from "vitest";
import type { Joins } from "../../../src/search/joins/link.ts";
import { findMatches, findPage, parseQuery } from "../../../src/search/query.ts";
import type { Pause } from "../../../src/search/table/pace.ts";
import { Table } from "../../../src/search/table/table.ts";
import { readHeap } from "../../support/heap.ts";
import { parentLink, type TagRow, tagList } from "../tags.ts";

const joins: Joins = {
  lists: [{ list: tagList, linkedMember: "linkedTags" }],
  links: [parentLink],
};

const inactiveParent = {
  additionalData: [{ identifier: "parent", tag: { isActive: { eq: false } } }],
};
const noActiveChild = { linkedTags: { none: { isActive: { eq: true } } } };

function createTable(rows: readonly TagRow[]): Table<TagRow> {
  const items = [{ identifier: "parent", alias: null, kind: "any" as const }];
  return new Table({ list: tagList, rows, items, pause: async () => {}, maxBytes: 2 ** 20 });
}

function tag(id: string, is_active: boolean, parent?: string): TagRow {
  return { id, is_active, additional_data: parent === undefined ? {} : { parent } };
}

interface Asked {
  readonly table: Table<TagRow>;
  /** The table of the list that is joined. @default the same */
  readonly joined?: Table<TagRow>;
  readonly pause?: Pause;
}

async function find(filter: object, { table, joined = table, pause = async () => {} }: Asked) {
  const query = parseQuery(tagList, { filter }, joins);
  const matches = await findMatches(table, query, { pause, tableOf: async () => joined });
  const range = { from: "start", size: 100, after: null, before: null } as const;
  const { positions } = await findPage(matches, range);
  const { unknownIdentifiers } = matches;
  return { ids: positions.map((at) => table.rows[at]?.id), unknownIdentifiers };
}

const children = [tag("a", true, "p"), tag("b", true, "q"), tag("c", false, "p"), tag("d", true)];

test("a join that was worked out holds for as long as both its lists are the same", async () => {
  const table = createTable(children);
  const joined = createTable([tag("p", false), tag("q", true)]);
  for (const _ of ["worked out", "kept"]) {
    expect((await find(inactiveParent, { table, joined })).ids).toEqual(["a", "c"]);
  }
  const renewed = createTable([tag("p", true), tag("q", false)]);
  expect((await find(inactiveParent, { table, joined: renewed })).ids).toEqual(["b"]);
  expect((await find(inactiveParent, { table, joined })).ids).toEqual(["a", "c"]);
});

test("a join that was worked out costs no more work than its rows", async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => tag(`${at}`, at % 3 > 0, `${at % 500}`));
  const table = createTable(rows);
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  for (const filter of [inactiveParent, noActiveChild]) {
    pauses = 0;
    const { ids } = await find(filter, { table, pause });
    expect(ids.length).toBeGreaterThan(0);
    expect(pauses).toBeGreaterThan(0);
    pauses = 0;
    expect((await find(filter, { table, pause })).ids).toEqual(ids);
    // For the list of the rows found.
    expect(pauses).toBeLessThanOrEqual(1);
  }
});

test("an identifier that a join does not know is reported each time", async () => {
  const table = createTable(children);
  const filter = {
    linkedTags: { some: { additionalData: [{ identifier: "x", isNull: false }] } },
  };
  for (const _ of ["worked out", "kept"]) {
    expect(await find(filter, { table })).toEqual({ ids: [], unknownIdentifiers: ["x"] });
  }
});

test("work on a join ends when its caller leaves, and the next caller's does not", async () => {
  const table = createTable(children);
  const leave = () => Promise.reject(new Error("left"));
  await expect(find(inactiveParent, { table, pause: leave })).rejects.toThrow("left");
  expect((await find(inactiveParent, { table })).ids).toEqual([]);
});

test("a list may have the row that is named several times", async () => {
  const twice = [tag("p", false), tag("q", true), tag("p", false), tag("a", true, "p")];
  const table = createTable(twice);
  const some = { linkedTags: { some: { isActive: { eq: true } } } };
  const { ids } = await find(some, { table });
  expect(ids).toEqual(["p", "p"]);
});

test("what is kept of a join keeps neither the list that was joined nor its caller in memory", async () => {
  const table = createTable(children);
  const ask = async () => {
    const joined = createTable([tag("p", false)]);
    const pause = async () => {};
    expect((await find(inactiveParent, { table, joined, pause })).ids).toEqual(["a", "c"]);
    return [new WeakRef(joined), new WeakRef(pause)];
  };
  const references = await ask();
  await new Promise((resolve) => setImmediate(resolve));
  readHeap();
  expect(references.map((reference) => reference.deref())).toEqual([undefined, undefined]);
});
