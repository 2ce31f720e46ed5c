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
  count: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 1200 })),
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

/** A block as the store holds it, with its members and records counted again. */
interface CountedBlock {
  readonly level: number;
  readonly size: number;
  readonly count: number;
  members: number;
  records: number;
}

async function recount(place: StorePlace, projectId: number, kind: RecordKind) {
  const where = `project_id = ${projectId} AND kind = '${kind}'`;
  // Of rows with the same sort key, the block of level 2 comes first and the record last.
  const rows = await place.query(
    `SELECT added_when, id, 0 AS level, 0 AS size, 0 AS count FROM record WHERE ${where}
     UNION ALL SELECT added_when, id, level, size, count FROM block WHERE ${where}
     ORDER BY added_when, id, level DESC`,
  );
  const blocks: CountedBlock[] = [];
  const open = new Map<number, CountedBlock>();
  for (const row of rows) {
    const [level, size, count] = [Number(row["level"]), Number(row["size"]), Number(row["count"])];
    const above = open.get(level + 1);
    if (above) above.members += 1;
    if (level === 0) {
      for (const block of open.values()) block.records += 1;
      continue;
    }
    const block = { level, size, count, members: 0, records: 0 };
    open.set(level, block);
    if (level === 2) open.delete(1);
    blocks.push(block);
  }
  return blocks;
}

/** Expects that the counts of every block are right, and that no block is too large. */
async function expectRightBlocks(place: StorePlace, projectId: number): Promise<void> {
  for (const list of ["tag", "terminal"] as const) {
    for (const block of await recount(place, projectId, list)) {
      expect(block).toMatchObject({ size: block.members, count: block.records });
      expect(block.size).toBeLessThanOrEqual(blockSizes.max);
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
      { numRuns: 30 },
    );
  });

  test("become few again when most records are removed", async () => {
    await using place = await kind.createPlace();
    await using store = await openStore(place.address);
    await change(store, 1, [{ action: "put", kind: "tag", first: 0, count: 5_000, distance: 1 }]);
    const counted = async () =>
      (await recount(place, 1, "tag")).filter(({ level }) => level === 1).length;
    expect(await counted()).toBe(25);
    // Removes all but every hundredth, so that no block becomes empty.
    for (let first = 0; first < 99; first += 1) {
      await change(store, 1, [{ action: "remove", kind: "tag", first, count: 50, distance: 100 }]);
    }
    expect(await counted()).toBeLessThanOrEqual(50 / blockSizes.min);
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
    expect(blocks.filter(({ count }) => count !== -1)).toHaveLength(2);
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
        { numRuns: 20 },
      );
    });
  },
);
