import { expect, test } from "vitest";
import {
  type LinkIndex,
  linkIndexOf,
  linkNamesOf,
  rowsNaming,
} from "../../../src/search/joins/link-index.ts";
import { Table } from "../../../src/search/table/table.ts";
import { nextTurn, parentLink, tagList } from "../tags.ts";

const parents = 100;
const rows = Array.from({ length: 5_000 }, (_, at) => ({
  id: String(at),
  additional_data: { parent: at % 10 === 0 ? at : `p${at % parents}` },
}));

function rowsOf(index: LinkIndex, name: string): readonly number[] {
  return Array.from(rowsNaming(index, index.names.get(name) ?? 0));
}

test("the index of a link has each name's rows, is made once, and counts in the table's bytes", async () => {
  const table = new Table({ list: tagList, rows, items: [], pause: nextTurn, maxBytes: 2 ** 30 });
  const index = await table.get(linkIndexOf(parentLink));
  expect(index.names.size).toBe(90);
  const named = Array.from({ length: parents }, (_, at) => rowsOf(index, `p${at}`));
  const expected = (at: number) =>
    rows.flatMap(({ additional_data }, row) => (additional_data.parent === `p${at}` ? [row] : []));
  expect(named).toEqual(Array.from({ length: parents }, (_, at) => expected(at)));
  expect(await table.get(linkIndexOf({ ...parentLink }))).toBe(index);
  // 4 bytes for each of the 4,500 rows, and for where those of each of 90 names begin.
  expect(index.bytes).toBe((4_500 + 92) * 4);
  // 4 bytes for each of the 590 values, and those of 90 names.
  const names = await table.get(linkNamesOf(parentLink));
  expect(names.bytes).toBeGreaterThan(590 * 4 + 90 * 40);
  expect(names.bytes).toBeLessThan(600 * 4 + 90 * 100);
  expect(table.bytes).toBeGreaterThan(index.bytes + names.bytes);
});

test("making the index of a link gives way to other work", async () => {
  let pauses = 0;
  const pause = () => {
    pauses += 1;
    return nextTurn();
  };
  const table = new Table({ list: tagList, rows, items: [], pause, maxBytes: 2 ** 30 });
  await table.get(linkIndexOf(parentLink));
  // At least every 2,500 rows, in each of the passes over the rows.
  expect(pauses).toBeGreaterThan((3 * rows.length) / 2_500);
});
