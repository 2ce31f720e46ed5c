import { describe, expect, test } from "vitest";
import { type JournalRecord, ListJournal } from "./journal.ts";

const forever = { from: 0, to: Number.POSITIVE_INFINITY };

const record = (id: string, last_update: number): JournalRecord => ({
  ...{ id, last_update, added_when: Number(id), name: `v${last_update}` },
});

/** A list of three records, of which the second has just got a new version, and the third was removed. */
function createList() {
  const list = new ListJournal("tag", [record("1", 1), record("2", 2), record("3", 3)]);
  const before = performance.now();
  const end = list.begin([
    { id: "2", record: record("2", 4) },
    { id: "3", record: null },
  ]);
  const during = performance.now();
  return { list, before, during, end };
}

describe("The soak's journal", () => {
  test("accepts both versions while a change is being committed", () => {
    const { list, during } = createList();
    const window = { from: during, to: during };
    expect(list.findFault({ ...record("2", 2) }, window)).toBeUndefined();
    expect(list.findFault({ ...record("2", 4) }, window)).toBeUndefined();
  });

  test("finds a version that was replaced before the oldest age", () => {
    const { list, end } = createList();
    end();
    const from = performance.now() + 1;
    expect(list.findFault({ ...record("2", 2) }, { from, to: from })).toMatch("replaced");
  });

  test("finds a version that was written after the response", () => {
    const { list, before } = createList();
    const window = { from: 0, to: before - 1 };
    expect(list.findFault({ ...record("2", 4) }, window)).toMatch("after the response");
  });

  test("finds fields of two versions in one row", () => {
    const { list } = createList();
    expect(list.findFault({ ...record("2", 4), name: "v2" }, forever)).toMatch("name");
  });

  test("finds a record that never was", () => {
    expect(createList().list.findFault({ ...record("9", 9) }, forever)).toMatch("unknown");
  });

  test("demands only records that were there, and matched, all the time", () => {
    const { list, end } = createList();
    end();
    expect(list.always(forever)).toEqual(["1", "2"]);
    expect(list.always(forever, ({ last_update }) => last_update < 4)).toEqual(["1"]);
    expect(list.countEver(forever, () => true)).toBe(3);
  });

  test("knows the place of a record that was removed and added again since", () => {
    const { list, before } = createList();
    list.begin([{ id: "1", record: null }])();
    list.begin([{ id: "1", record: { ...record("1", 9), added_when: 9 } }])();
    expect(list.always({ from: 0, to: before - 1 })).toEqual(["1", "2"]);
    const now = performance.now() + 1;
    expect(list.always({ from: now, to: now })).toEqual(["2", "1"]);
  });

  test("accepts every number of records that the list had", () => {
    const { list, end } = createList();
    expect(list.countsIn(forever)).toEqual([2, 3]);
    end();
    const from = performance.now() + 1;
    expect(list.countsIn({ from, to: from })).toEqual([2, 2]);
  });

  test("says what a listener must know since some time", () => {
    const { list, before, end } = createList();
    end();
    expect([...list.settledSince(before - 1)].map(([id]) => id)).toEqual(["1"]);
    const settled = [...list.settledSince(performance.now() + 1)];
    expect(settled.map(([id, known]) => [id, known?.last_update])).toEqual([
      ["1", 1],
      ["2", 4],
      ["3", undefined],
    ]);
  });

  test("forgets what was replaced, and records that are gone", () => {
    const { list, end } = createList();
    end();
    const later = performance.now() + 1;
    list.forget(later);
    expect(list.findFault({ ...record("2", 2) }, forever)).toMatch("forgotten");
    expect(list.goneIds()).toEqual([]);
    expect(list.ids()).toEqual(["1", "2"]);
  });

  test("tells where a record stood, each time with the count", () => {
    const list = new ListJournal("tag", [record("1", 1), record("2", 2), record("3", 3)]);
    const change = (id: string, value: JournalRecord | null) =>
      list.begin([{ id, record: value }])();
    change("1", null);
    change("4", record("4", 4));
    change("2", record("2", 5));
    expect(list.placesOf("3", forever)).toEqual([
      { position: 2, count: 3 },
      { position: 1, count: 2 },
      { position: 1, count: 3 },
      { position: 1, count: 3 },
    ]);
    change("2", null);
    change("2", { ...record("2", 6), added_when: 5 });
    const positions = list.placesOf("2", forever).map(({ position }) => position);
    expect(positions).toEqual([1, 0, 0, 0, 0, 2]);
  });
});
