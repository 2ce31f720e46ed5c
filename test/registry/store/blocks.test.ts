import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RecordKind } from "../../../src/registry/record.ts";
import { blockSizes } from "../../../src/registry/store/blocks.ts";
import { openStore } from "../../../src/registry/store/open-store.ts";
import type { Store, StoredRecord } from "../../../src/registry/store/store.ts";
import { type StorePlace, storeKinds } from "../../support/stores.ts";

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

async function change(store: Store, projectId: number, all: readonly Step[]): Promise<void> {
  await using changing = await store.beginChange();
  for (const { action, kind, first, count, distance } of all) {
    const numbers = Array.from({ length: count }, (_, index) => first + index * distance);
    const idOf = (number: number) => (kind === "tag" ? `t${number}` : number);
    if (action === "remove") {
      for (const number of numbers) await changing.removeRecord(projectId, kind, idOf(number));
      continue;
    }
    await changing.putRecords(
      numbers.map((number): StoredRecord => {
        const addedWhen = action === "put" ? number - (number % 3) : (number * 7919) % 5000;
        return { projectId, kind, id: idOf(number), addedWhen, json: `{"id":"${number}"}` };
      }),
    );
  }
  await changing.commit();
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

describe.each(storeKinds)("blocks in $name", (kind) => {
  test("have the right counts and sizes after any changes", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    let projectId = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(steps, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        async (changes) => {
          projectId += 1;
          for (const all of changes) await change(store, projectId, all);
          await expectRightBlocks(place, projectId);
        },
      ),
      { numRuns: 15 },
    );
  });

  test("go when their records are removed", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    const all = { kind: "tag", first: 0, count: 5_000, distance: 1 } as const;
    await change(store, 1, [{ action: "put", ...all }]);
    expect(await recount(place, 1, "tag")).toHaveLength(5);
    await change(store, 1, [{ action: "remove", ...all }]);
    expect(await recount(place, 1, "tag")).toEqual([{ count: 0, records: 0 }]);
  });

  test("are written only where a change adds or removes records", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    await change(store, 1, [{ action: "put", kind: "tag", first: 0, count: 20_000, distance: 1 }]);
    // A block that keeps this wrong count has not been written again.
    await place.query("UPDATE block SET count = -1");
    await change(store, 1, [
      { action: "remove", kind: "tag", first: 7_000, count: 1, distance: 1 },
    ]);
    const blocks = await recount(place, 1, "tag");
    expect(blocks.filter(({ count }) => count !== -1)).toHaveLength(1);
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
        { numRuns: 10 },
      );
    });
  },
);
