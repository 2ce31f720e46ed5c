import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Kind } from "../../src/registry/record.ts";
import { openStore, type Store } from "../../src/registry/store.ts";
import { toStoreError } from "../../src/registry/store-error.ts";
import { createFolder, createOpenFolder, makeReadOnly } from "../support/folder.ts";

function put(store: Store, kind: Kind, records: readonly (readonly [string | number, number])[]) {
  using change = store.beginChange(1);
  for (const [id, addedWhen] of records) {
    change.putRecord({ kind, id, addedWhen, json: JSON.stringify([id, addedWhen]) });
  }
  change.commit();
}

function read(store: Store, kind: Kind, position: number, limit: number) {
  const { records, count } = store.view().readPage({ projectId: 1, kind, position, limit });
  return { count, records: JSON.parse(`[${Buffer.from(records).toString()}]`) as unknown[] };
}

describe("a list", () => {
  test("is ordered by time of adding, then by id: numbers as numbers", async () => {
    await using folder = await createFolder();
    using store = openStore(folder.file("a.db"));
    put(store, "terminal", [
      [10, 5],
      [9, 5],
      [1, 7],
      [2, 4],
    ]);
    expect(read(store, "terminal", 0, 10).records).toEqual([
      [2, 4],
      [9, 5],
      [10, 5],
      [1, 7],
    ]);
    const database = new DatabaseSync(folder.file("a.db"));
    const types = database.prepare("SELECT DISTINCT typeof(id) AS type FROM record").all();
    expect(types).toEqual([{ type: "integer" }]);
    database.close();
  });

  test("gives any run of it, after any changes", () => {
    const change = fc.record({
      id: fc.integer({ min: 0, max: 400 }).map((id) => `t${id}`),
      addedWhen: fc.integer({ min: 0, max: 50 }),
      isRemoval: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(change, { maxLength: 300 }), { minLength: 1, maxLength: 3 }),
        fc.nat(350),
        fc.integer({ min: 1, max: 250 }),
        (rounds, position, limit) => {
          using store = openStore(":memory:");
          const expected = new Map<string, number>();
          for (const round of rounds) {
            using changing = store.beginChange(1);
            for (const { id, addedWhen, isRemoval } of round) {
              if (isRemoval) {
                changing.removeRecord("tag", id);
                expected.delete(id);
                continue;
              }
              const json = JSON.stringify([id, addedWhen]);
              changing.putRecord({ kind: "tag", id, addedWhen, json });
              expected.set(id, addedWhen);
            }
            changing.commit();
          }
          const sorted = [...expected].sort(
            ([one, oneAdded], [other, otherAdded]) =>
              oneAdded - otherAdded || (one < other ? -1 : 1),
          );
          expect(read(store, "tag", position, limit)).toEqual({
            count: sorted.length,
            records: sorted.slice(position, position + limit),
          });
        },
      ),
      { numRuns: 100 },
    );
  });

  test("keeps its count, and a mark every hundred records: no page skips more, or counts", async () => {
    await using folder = await createFolder();
    using store = openStore(folder.file("a.db"));
    put(
      store,
      "tag",
      Array.from({ length: 1050 }, (_, index) => [`t${index}`, index] as const),
    );
    const database = new DatabaseSync(folder.file("a.db"));
    expect(database.prepare("SELECT count FROM list").all()).toEqual([{ count: 1050 }]);
    const marks = database.prepare("SELECT position, added_when FROM mark").all();
    expect(marks).toEqual(
      Array.from({ length: 11 }, (_, index) => ({
        position: index * 100,
        added_when: index * 100,
      })),
    );
    database.close();
  });

  test("a change that is not committed leaves no trace", () => {
    using store = openStore(":memory:");
    put(store, "tag", [["a", 1]]);
    {
      using change = store.beginChange(1);
      change.removeRecord("tag", "a");
      change.putRecord({ kind: "tag", id: "b", addedWhen: 1, json: "[]" });
    }
    expect(read(store, "tag", 0, 5)).toEqual({ count: 1, records: [["a", 1]] });
  });
});

describe("opening a file", () => {
  test("keeps what was written, in the write-ahead mode", async () => {
    await using folder = await createFolder();
    {
      using store = openStore(folder.file("a.db"));
      put(store, "tag", [["a", 1]]);
    }
    using store = openStore(folder.file("a.db"));
    expect(read(store, "tag", 0, 5).count).toBe(1);
    const database = new DatabaseSync(folder.file("a.db"));
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: 1 });
    database.close();
  });

  test("another process's change is seen at once", async () => {
    await using folder = await createFolder();
    using one = openStore(folder.file("a.db"));
    using other = openStore(folder.file("a.db"));
    put(one, "tag", [["a", 1]]);
    expect(read(other, "tag", 0, 5).count).toBe(1);
  });

  test("a file that is no database is refused in one line", async () => {
    await using folder = await createFolder();
    writeFileSync(folder.file("a.db"), "A shopping list. ".repeat(100));
    expect(() => openStore(folder.file("a.db"))).toThrow(/^[^\n]*a\.db: is no database$/);
  });

  test("another program's database is refused, and not touched", async () => {
    await using folder = await createFolder();
    const theirs = new DatabaseSync(folder.file("a.db"));
    theirs.exec("CREATE TABLE recipe (name TEXT)");
    expect(() => openStore(folder.file("a.db"))).toThrow("is the database of another program");
    expect(theirs.prepare("SELECT name FROM sqlite_schema").all()).toEqual([{ name: "recipe" }]);
    theirs.close();
  });

  test("a file of a newer version is refused", async () => {
    await using folder = await createFolder();
    openStore(folder.file("a.db"))[Symbol.dispose]();
    const database = new DatabaseSync(folder.file("a.db"));
    database.exec("PRAGMA user_version = 99");
    database.close();
    expect(() => openStore(folder.file("a.db"))).toThrow("was written by a newer tapgraph");
  });

  test("a folder that is not there is told", async () => {
    await using folder = await createFolder();
    expect(() => openStore(folder.file("none/a.db"))).toThrow(/cannot be opened/);
  });

  test("a file that another process writes to is told as such", async () => {
    await using folder = await createFolder();
    using one = openStore(folder.file("a.db"));
    using other = openStore(folder.file("a.db"), { busyTimeoutMs: 1 });
    using _change = one.beginChange(1);
    expect(() => other.beginChange(1)).toThrow(/locked/);
  });

  test("a full disk is told as such", async () => {
    await using folder = await createFolder();
    const database = new DatabaseSync(folder.file("a.db"));
    database.exec("CREATE TABLE t (x); PRAGMA max_page_count = 2");
    expect(() => {
      try {
        database.prepare("INSERT INTO t VALUES (zeroblob(100000))").run();
      } catch (error) {
        throw toStoreError(error, "a.db");
      }
    }).toThrow("a.db: the disk is full");
    database.close();
  });

  test("a file that is read-only is told", async () => {
    await using folder = await createOpenFolder();
    openStore(folder.file("a.db"))[Symbol.dispose]();
    using _ = makeReadOnly(folder, "a.db");
    const write = () => {
      using store = openStore(folder.file("a.db"));
      using change = store.beginChange(1);
      change.putStructure("tag", "{}");
      change.commit();
    };
    expect(write).toThrow(/readonly|cannot be written/);
  });
});
