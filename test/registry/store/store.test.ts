import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RecordKind } from "../../../src/registry/record.ts";
import { blockSizes } from "../../../src/registry/store/blocks.ts";
import { openStore } from "../../../src/registry/store/open-store.ts";
import type { Store, StoredRecord } from "../../../src/registry/store/store.ts";
import { runs } from "../../support/seed.ts";
import { findStoreKinds, type StorePlace } from "../../support/stores.ts";
import { putRecords, readPage } from "./store-pages.ts";

const storeKinds = findStoreKinds();

/** Puts, moves or removes several records. */
interface Step {
  readonly action: "put" | "move" | "remove";
  readonly kind: RecordKind;
  readonly first: number;
  readonly count: number;
  /** The distance between two of them. With 1 they are neighbours, mostly in the same block. */
  readonly distance: number;
}

const steps = fc.record<Step>({
  action: fc.constantFrom("put", "put", "move", "remove"),
  kind: fc.constantFrom("tag", "tag", "terminal"),
  first: fc.nat(3000),
  count: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 2400 })),
  distance: fc.constantFrom(1, 1, 7),
});

/** Makes a change of several steps. Returns the records that a list then has, by their ids. */
async function change(
  store: Store,
  projectId: number,
  all: readonly Step[],
  records = new Map<string | number, StoredRecord>(),
) {
  await using changing = await store.beginChange();
  for (const { action, kind, first, count, distance } of all) {
    const numbers = Array.from({ length: count }, (_, index) => first + index * distance);
    const idOf = (number: number) => (kind === "tag" ? `t${number}` : number);
    if (action === "remove") {
      for (const id of numbers.map(idOf)) {
        await changing.removeRecord(projectId, kind, id);
        records.delete(id);
      }
      continue;
    }
    const put = numbers.map((number): StoredRecord => {
      const addedWhen = action === "put" ? number - (number % 3) : (number * 7919) % 5000;
      return { projectId, kind, id: idOf(number), addedWhen, json: `[${number},${addedWhen}]` };
    });
    await changing.putRecords(put);
    for (const record of put) records.set(record.id, record);
  }
  await changing.commit();
  return records;
}

/** The blocks of a list as the store holds them, with their records counted again. */
async function recount(place: StorePlace, projectId: number, kind: RecordKind) {
  const where = `project_id = ${projectId} AND kind = '${kind}'`;
  // Of rows with the same sort key, the block comes first.
  const rows = await place.query(
    `SELECT added_when, id, 0 AS is_block, 0 AS count FROM record WHERE ${where}
     UNION ALL SELECT added_when, id, 1 AS is_block, count FROM block WHERE ${where}
     ORDER BY added_when, id, is_block DESC`,
  );
  const blocks: { readonly count: number; records: number }[] = [];
  for (const row of rows) {
    const last = blocks.at(-1);
    if (Number(row["is_block"])) blocks.push({ count: Number(row["count"]), records: 0 });
    else if (last) last.records += 1;
  }
  return blocks;
}

/** Expects that the counts of every block are right, that no block is too large, and that none but the first is empty. */
async function expectRightBlocks(place: StorePlace, projectId: number): Promise<void> {
  for (const list of ["tag", "terminal"] as const) {
    for (const [index, { count, records }] of (await recount(place, projectId, list)).entries()) {
      expect(count).toBe(records);
      expect(count).toBeLessThanOrEqual(blockSizes.max);
      expect(index === 0 || count > 0).toBe(true);
    }
  }
}

describe.each(storeKinds)("a list in $name", (kind) => {
  test("has the right records at any position, and the right blocks, after any changes", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    let projectId = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(steps, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        fc.nat(3500),
        fc.integer({ min: 1, max: 2500 }),
        async (changes, position, limit) => {
          projectId += 1;
          const records = new Map<string | number, StoredRecord>();
          for (const all of changes) await change(store, projectId, all, records);
          await expectRightBlocks(place, projectId);
          for (const list of ["tag", "terminal"] as const) {
            const expected = [...records.values()]
              .filter((record) => record.kind === list)
              .sort((one, other) => one.addedWhen - other.addedWhen || (one.id < other.id ? -1 : 1))
              .map(({ json }) => JSON.parse(json));
            expect(await readPage(store, list, { position, limit, projectId })).toEqual({
              count: expected.length,
              records: expected.slice(position, position + limit),
            });
          }
        },
      ),
      { numRuns: runs(kind.name === "SQLite" ? 8 : 4) },
    );
  });

  const min = Number.MIN_SAFE_INTEGER;
  // The order of UTF-16 would swap the last two, and that of most languages the first ones.
  const ids = ["!", "A", "B", "\\N\"'{},", "a", "é", "\uffff", "\u{1f600}"];
  const times = [2, 9, 10].map((id) => [id, id === 2 ? 4 : 5] as const);
  test.each([
    ["terminal", "time, then by number", [...times, [1, 7]]],
    ["terminal", "time, even the smallest", [min, min + 1].map((id) => [id, min] as const)],
    ["tag", "the ids' code points", ids.map((id) => [id, min] as const)],
  ] as const)("of %ss is ordered by %s", async (list, _, records) => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    await putRecords(store, list, records.toReversed());
    const page = await readPage(store, list, { position: 0, limit: 10 });
    expect(page).toEqual({ count: records.length, records });
  });

  test("has its blocks written only where a change adds or removes records", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    await change(store, 1, [{ action: "put", kind: "tag", first: 0, count: 6_000, distance: 1 }]);
    // A block that keeps this wrong count has not been written again.
    await place.query("UPDATE block SET count = -1");
    await change(store, 1, [{ action: "remove", kind: "tag", first: 3000, count: 1, distance: 1 }]);
    const blocks = await recount(place, 1, "tag");
    expect(blocks.filter(({ count }) => count !== -1)).toHaveLength(1);
  });

  test("is read completely, as it was when the transaction began", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    const all = Array.from({ length: 2500 }, (_, index) => [`t${index}`, index] as const);
    await putRecords(store, "tag", all);
    await using transaction = await store.beginRead();
    expect(await transaction.countRecords()).toBe(2500);
    await putRecords(store, "tag", [["new", 1]]);
    expect(await transaction.countRecords()).toBe(2500);
    const seen: unknown[] = [];
    for await (const batch of transaction.readRecords(1, "tag")) {
      seen.push(...batch.map(({ id, addedWhen }) => [id, addedWhen]));
    }
    expect(seen).toEqual(all);
  });

  test("nobody sees a change before it is committed, however large it is", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    await using other = await openStore(place.address);
    await putRecords(store, "tag", [["a", 1]]);
    await using change = await store.beginChange();
    const json = '"\\\\ \\n \\u0000"';
    const records = Array.from({ length: 12_000 }, (_, addedWhen) => {
      return { projectId: 1, kind: "tag" as const, id: `t${addedWhen}`, addedWhen, json };
    });
    await change.putRecords(records.slice(0, 6000));
    await change.putRecords(records.slice(6000));
    // The last step for a record counts.
    await change.removeRecord(1, "tag", "t3");
    await change.removeRecord(1, "tag", "a");
    for (const one of [store, other]) {
      const page = await readPage(one, "tag", { position: 0, limit: 5 });
      expect(page).toEqual({ count: 1, records: [["a", 1]] });
    }
    await change.commit();
    for (const one of [store, other]) {
      const page = await readPage(one, "tag", { position: 11_998, limit: 5 });
      expect(page).toEqual({ count: 11_999, records: ["\\ \n \0"] });
    }
  });

  test("a change that is not committed, or cannot be, leaves no trace", async () => {
    await using place = await kind.createPlace();
    const twice = { id: "k", projectId: 1, hash: Buffer.alloc(32), name: "", createdWhen: 0 };
    for (const address of [place.address, ":memory:"]) {
      await using store = await openStore(address);
      await putRecords(store, "tag", [["a", 1]]);
      for (const keys of [[], [twice, twice]]) {
        await using change = await store.beginChange();
        await change.removeRecord(1, "tag", "a");
        await change.putRecords([{ projectId: 1, kind: "tag", id: "b", addedWhen: 1, json: "[]" }]);
        const putting = async () => {
          for (const key of keys) await change.putKey(key);
          await change.commit();
        };
        if (keys.length > 0) await expect(putting()).rejects.toThrow();
      }
      const page = await readPage(store, "tag", { position: 0, limit: 5 });
      expect(page).toEqual({ count: 1, records: [["a", 1]] });
    }
  });
});

describe.each(storeKinds.filter(({ name }) => name === "PostgreSQL"))(
  "simultaneous changes in $name",
  (kind) => {
    test("leave blocks with the right counts and sizes", async () => {
      await using place = await kind.createPlace();
      await using one = await openStore(place.address);
      await using other = await openStore(place.address);
      let projectId = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(steps, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 8 }),
          async (changes) => {
            projectId += 1;
            await Promise.all(
              changes.map((all, index) => change(index % 2 === 0 ? one : other, projectId, all)),
            );
            await expectRightBlocks(place, projectId);
          },
        ),
        { numRuns: runs(4) },
      );
    });
  },
);
