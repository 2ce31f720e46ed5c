import { expect, test } from "vitest";
import type { ConnectionArguments } from "../../../src/gateway/list/arguments.ts";
import { createIds, createModelList, loadConnection, type ModelList } from "./model-list.ts";

const needs = { rows: true, pageInfo: true, totalCount: false };

function load(list: ModelList, args: Partial<ConnectionArguments>) {
  const all = { from: "start", size: 10, after: null, before: null, ...args } as const;
  return loadConnection(all, list.source(), needs);
}

/** Takes a record out of the list, and puts it in again at another place, as registries do that order by the last update. */
function move({ rows }: ModelList, from: number, to: number): void {
  rows.splice(to, 0, ...rows.splice(from, 1));
}

/** The cursor of a row. */
async function cursorOf(list: ModelList, row: number): Promise<string> {
  const { cursorAt } = await load(list, { size: row + 1 });
  return cursorAt(row);
}

/** Where the cursor's own record goes, and how long the list is. */
const moves: readonly [string, number, number, number][] = [
  ["to the end", 40, 19, 39],
  ["to the start", 40, 19, 0],
  ["a few rows on", 40, 19, 25],
  ["a few rows back", 40, 19, 14],
  ["a few rows on in a long list", 3000, 19, 25],
  ["a few rows back in a long list", 3000, 19, 14],
  ["to the end of a long list", 3000, 19, 2999],
  ["to the start of a long list", 3000, 1999, 0],
];

test.each(moves)(
  "a cursor whose own record moved %s skips nobody, and says PAGE_DRIFT if it repeats",
  async (_, length, from, to) => {
    const list = createModelList(createIds(length), { maxLimit: 100 });
    const cursor = await cursorOf(list, from);
    const others = list.rows.filter((_row, index) => index !== from);
    move(list, from, to);
    const behind = await load(list, { after: cursor });
    const ahead = await load(list, { from: "end", before: cursor });
    const placesIn = (rows: readonly (string | null)[]) =>
      rows.map((row) => others.indexOf(row)).filter((place) => place >= 0);
    const [next, previous] = [placesIn(behind.rows), placesIn(ahead.rows)];
    const [first = Number.NaN, last = Number.NaN] = [next.at(0), previous.at(-1)];
    expect(first).toBeLessThanOrEqual(from);
    expect(last).toBeGreaterThanOrEqual(from - 1);
    expect(next).toEqual(next.map((_place, index) => first + index));
    expect(previous).toEqual(previous.map((_place, index) => last + 1 - previous.length + index));
    const drift = { code: "PAGE_DRIFT", message: expect.any(String) };
    if (first < from) expect(behind.warnings).toEqual([drift]);
    if (last > from - 1) expect(ahead.warnings).toEqual([drift]);
  },
);

test.each([
  ["forward", 25],
  ["backward", 14],
] as const)(
  "a cursor whose own record moved on in the direction of the walk (%s) says PAGE_DRIFT",
  async (direction, to) => {
    const list = createModelList(createIds(40), { maxLimit: 100 });
    const cursor = await cursorOf(list, 19);
    move(list, 19, to);
    const args = direction === "forward" ? { after: cursor } : { from: "end", before: cursor };
    const { rows, warnings } = await load(list, args as Partial<ConnectionArguments>);
    expect(warnings).toMatchObject([{ code: "PAGE_DRIFT" }]);
    expect(direction === "forward" ? rows[0] : rows.at(-1)).toBe(
      direction === "forward" ? "id-21" : "id-19",
    );
  },
);
