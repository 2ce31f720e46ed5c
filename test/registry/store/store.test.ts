import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openStore } from "../../../src/registry/store/open-store.ts";
import { storeKinds } from "../../support/stores.ts";
import { putRecords, readPage } from "./store-pages.ts";

describe.each(storeKinds)("a list in $name", (kind) => {
  test("is ordered by added_when, then by id: numeric ids as numbers", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    await putRecords(store, "terminal", [
      [10, 5],
      [9, 5],
      [1, 7],
      [2, 4],
    ]);
    expect((await readPage(store, "terminal", { position: 0, limit: 10 })).records).toEqual([
      [2, 4],
      [9, 5],
      [10, 5],
      [1, 7],
    ]);
  });

  test("can hold a record with the smallest possible time and id", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    const min = Number.MIN_SAFE_INTEGER;
    await putRecords(store, "terminal", [[min, min]]);
    await putRecords(store, "tag", [["!", min]]);
    expect(await readPage(store, "terminal", { position: 0, limit: 2 })).toEqual({
      count: 1,
      records: [[min, min]],
    });
    expect(await readPage(store, "tag", { position: 0, limit: 2 })).toEqual({
      count: 1,
      records: [["!", min]],
    });
  });

  test("returns the right records at any position, after any changes", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    let projectId = 0;
    const change = fc.record({
      id: fc.integer({ min: 0, max: 400 }).map((id) => `t${id}`),
      addedWhen: fc.integer({ min: 0, max: 50 }),
      isRemoval: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { maxLength: 300 }), { minLength: 1, maxLength: 3 }),
        fc.nat(350),
        fc.integer({ min: 1, max: 250 }),
        async (rounds, position, limit) => {
          projectId += 1;
          const expected = new Map<string, number>();
          for (const round of rounds) {
            await using changing = await store.beginChange();
            for (const { id, addedWhen, isRemoval } of round) {
              if (isRemoval) {
                await changing.removeRecord(projectId, "tag", id);
                expected.delete(id);
                continue;
              }
              const json = JSON.stringify([id, addedWhen]);
              await changing.putRecords([{ projectId, kind: "tag", id, addedWhen, json }]);
              expected.set(id, addedWhen);
            }
            await changing.commit();
          }
          const sorted = [...expected].sort(
            ([one, oneAdded], [other, otherAdded]) =>
              oneAdded - otherAdded || (one < other ? -1 : 1),
          );
          expect(await readPage(store, "tag", { position, limit, projectId })).toEqual({
            count: sorted.length,
            records: sorted.slice(position, position + limit),
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  test("has tags in the order of their ids' code points", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    // The order of UTF-16 would swap the last two, and that of most languages the first ones.
    const ids = ["A", "B", "a", "\\N\"'{},", "é", "\uffff", "\u{1f600}"].sort((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
    await putRecords(
      store,
      "tag",
      ids.toReversed().map((id) => [id, 1] as const),
    );
    const { records } = await readPage(store, "tag", { position: 0, limit: 10 });
    expect(records).toEqual(ids.map((id) => [id, 1]));
  });

  test("is read completely, as it was when the transaction began", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    const all = Array.from({ length: 2500 }, (_, index) => [`t${index}`, index] as const);
    await putRecords(store, "tag", all);
    await using transaction = await store.beginRead();
    expect((await transaction.readPage(1, { kind: "tag", position: 0, limit: 1 })).count).toBe(
      2500,
    );
    await putRecords(store, "tag", [["new", 1]]);
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
    const records = Array.from({ length: 12_000 }, (_, index) => ({
      projectId: 1,
      kind: "tag" as const,
      id: `t${index}`,
      addedWhen: index,
      json,
    }));
    await change.putRecords(records.slice(0, 6000));
    await change.putRecords(records.slice(6000));
    // The last step for a record counts.
    await change.removeRecord(1, "tag", "t3");
    await change.removeRecord(1, "tag", "a");
    for (const one of [store, other]) {
      expect(await readPage(one, "tag", { position: 0, limit: 5 })).toEqual({
        count: 1,
        records: [["a", 1]],
      });
    }
    await change.commit();
    for (const one of [store, other]) {
      expect(await readPage(one, "tag", { position: 11_998, limit: 5 })).toEqual({
        count: 11_999,
        records: ["\\ \n \0"],
      });
    }
  });

  test("a change that is not committed leaves no trace", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    await putRecords(store, "tag", [["a", 1]]);
    {
      await using change = await store.beginChange();
      await change.removeRecord(1, "tag", "a");
      await change.putRecords([{ projectId: 1, kind: "tag", id: "b", addedWhen: 1, json: "[]" }]);
    }
    expect(await readPage(store, "tag", { position: 0, limit: 5 })).toEqual({
      count: 1,
      records: [["a", 1]],
    });
  });
});
