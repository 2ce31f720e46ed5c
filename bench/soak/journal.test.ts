import { describe, expect, test } from "vitest";
import { type JournalRecord, ListJournal } from "./journal.ts";

const forever = { from: 0, to: Number.POSITIVE_INFINITY };

const record = (id: string, last_update: number): JournalRecord => ({
  ...{ id, last_update, added_when: Number(id), name: `v${last_update}` },
});

/** Three records, of which the second has just got a new version, and the third was removed. */
function createList() {
  const list = new ListJournal("tag", [record("1", 1), record("2", 2), record("3", 3)]);
  const before = performance.now();
  const end = list.begin([
    { id: "2", record: record("2", 4) },
    { id: "3", record: null },
  ]);
  return { list, before, during: performance.now(), end };
}

describe("The soak's journal", () => {
  test("accepts both versions while a change is being committed", () => {
    const { list, during } = createList();
    const window = { from: during, to: during };
    expect(list.findFault({ ...record("2", 2) }, window)).toBeUndefined();
    expect(list.findFault({ ...record("2", 4) }, window)).toBeUndefined();
  });

  test("finds rows that cannot have been", () => {
    const { list, before, end } = createList();
    end();
    const now = { from: performance.now() + 1, to: performance.now() + 1 };
    const earlier = { from: 0, to: before - 1 };
    expect(list.findFault({ ...record("2", 2) }, now)).toMatch("replaced");
    expect(list.findFault({ ...record("2", 4) }, earlier)).toMatch("after the response");
    expect(list.findFault({ ...record("2", 4), name: "v2" }, forever)).toMatch("name");
    expect(list.findFault({ ...record("9", 9) }, forever)).toMatch("unknown");
  });

  test("demands only records that were there, and matched, all the time", () => {
    const { list, end } = createList();
    end();
    expect(list.always(forever)).toEqual(["1", "2"]);
    expect(list.always(forever, ({ last_update }) => last_update < 4)).toEqual(["1"]);
    expect(list.countsIn(forever)).toEqual([2, 3]);
    expect(list.countsIn(forever, () => true)).toEqual([2, 3]);
  });

  test("knows the place of a record that was removed and added again since", () => {
    const { list, before } = createList();
    list.begin([{ id: "1", record: null }])();
    list.begin([{ id: "1", record: { ...record("1", 9), added_when: 9 } }])();
    expect(list.always({ from: 0, to: before - 1 })).toEqual(["1", "2"]);
    const now = performance.now() + 1;
    expect(list.always({ from: now, to: now })).toEqual(["2", "1"]);
  });

  test("says what a listener must know since some time", () => {
    const { list, before, end } = createList();
    end();
    const settled = (since: number) =>
      [...list.settledSince(since)].map(([id, known]) => [id, known?.last_update]);
    expect(settled(before - 1)).toEqual([["1", 1]]);
    expect(settled(performance.now() + 1)).toEqual([
      ["1", 1],
      ["2", 4],
      ["3", undefined],
    ]);
  });

  test("forgets what was replaced, and records that are gone", () => {
    const { list, end } = createList();
    end();
    list.forget(performance.now() + 1);
    expect(list.findFault({ ...record("2", 2) }, forever)).toMatch("forgotten");
    expect([list.ids(), list.goneIds()]).toEqual([["1", "2"], []]);
  });
});
