import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Kind } from "../../../src/registry/record.ts";
import { openStore } from "../../../src/registry/store/open-store.ts";
import type { Store } from "../../../src/registry/store/store.ts";
import { storeKinds } from "../../support/stores.ts";

async function put(
  store: Store,
  kind: Kind,
  records: readonly (readonly [string | number, number])[],
) {
  await using change = await store.beginChange();
  await change.putRecords(
    records.map(([id, addedWhen]) => ({
      projectId: 1,
      kind,
      id,
      addedWhen,
      json: JSON.stringify([id, addedWhen]),
    })),
  );
  await change.commit();
}

async function read(store: Store, kind: Kind, position: number, limit: number, projectId = 1) {
  await using reading = await store.beginReading();
  const { records, count } = await reading.readPage(projectId, { kind, position, limit });
  return { count, records: JSON.parse(`[${Buffer.from(records).toString()}]`) as unknown[] };
}

describe.each(storeKinds)("a list in $name", (kind) => {
  test("is ordered by time of adding, then by id: numbers as numbers", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.place);
    await put(store, "terminal", [
      [10, 5],
      [9, 5],
      [1, 7],
      [2, 4],
    ]);
    expect((await read(store, "terminal", 0, 10)).records).toEqual([
      [2, 4],
      [9, 5],
      [10, 5],
      [1, 7],
    ]);
  });

  test("has a record of the least time and id there may be", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.place);
    const least = Number.MIN_SAFE_INTEGER;
    await put(store, "terminal", [[least, least]]);
    await put(store, "tag", [["!", least]]);
    expect(await read(store, "terminal", 0, 2)).toEqual({ count: 1, records: [[least, least]] });
    expect(await read(store, "tag", 0, 2)).toEqual({ count: 1, records: [["!", least]] });
  });

  test("gives any run of it, after any changes", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.place);
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
          expect(await read(store, "tag", position, limit, projectId)).toEqual({
            count: sorted.length,
            records: sorted.slice(position, position + limit),
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  test("has tags in the order of their code points, whatever they are", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.place);
    // By UTF-16 the last two would change places; by most languages the first ones would.
    const ids = ["A", "B", "a", "\\N\"'{},", "é", "\uffff", "\u{1f600}"].sort((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
    await put(
      store,
      "tag",
      ids.toReversed().map((id) => [id, 1] as const),
    );
    const { records } = await read(store, "tag", 0, 10);
    expect(records).toEqual(ids.map((id) => [id, 1]));
  });

  test("is told whole and as it was when the reading began", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.place);
    const all = Array.from({ length: 2500 }, (_, index) => [`t${index}`, index] as const);
    await put(store, "tag", all);
    await using reading = await store.beginReading();
    expect((await reading.readPage(1, { kind: "tag", position: 0, limit: 1 })).count).toBe(2500);
    await put(store, "tag", [["new", 1]]);
    const seen: unknown[] = [];
    for await (const batch of reading.readRecords(1, "tag")) {
      seen.push(...batch.map(({ id, addedWhen }) => [id, addedWhen]));
    }
    expect(seen).toEqual(all);
  });

  test("a change is seen by nobody until it is committed, however large it is", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.place);
    await using other = await openStore(place.place);
    await put(store, "tag", [["a", 1]]);
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
    // The last word on a record is what counts.
    await change.removeRecord(1, "tag", "t3");
    await change.removeRecord(1, "tag", "a");
    for (const one of [store, other]) {
      expect(await read(one, "tag", 0, 5)).toEqual({ count: 1, records: [["a", 1]] });
    }
    await change.commit();
    for (const one of [store, other]) {
      expect(await read(one, "tag", 11_998, 5)).toEqual({ count: 11_999, records: ["\\ \n \0"] });
    }
  });

  test("a change that is not committed leaves no trace", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.place);
    await put(store, "tag", [["a", 1]]);
    {
      await using change = await store.beginChange();
      await change.removeRecord(1, "tag", "a");
      await change.putRecords([{ projectId: 1, kind: "tag", id: "b", addedWhen: 1, json: "[]" }]);
    }
    expect(await read(store, "tag", 0, 5)).toEqual({ count: 1, records: [["a", 1]] });
  });
});
