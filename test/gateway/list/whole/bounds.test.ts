import { describe, expect, test } from "vitest";
import { startScriptedRegistry } from "../../../support/scripted-registry.ts";
import { SECRET_KEY, until } from "../../../support/upstream.ts";
import {
  createSnapshots,
  errorOf,
  hold,
  lie,
  type SnapshotsUnderTest,
  startWorld,
  tags,
  takeCalls,
} from "./setup.ts";

async function bytesOf(count: number): Promise<number> {
  await using list = await startScriptedRegistry({ tags: tags(count) });
  await using world = createSnapshots(list.url);
  await world.idsOf("tag");
  return world.ledger.bytes;
}

describe("a list with too many records", () => {
  test("fails with SCAN_TOO_LARGE and its count, after one call", async () => {
    await using world = await startWorld(101, { MAX_SCAN_RECORDS: 100 });
    expect(await errorOf(world.idsOf("tag", SECRET_KEY))).toMatchObject({
      code: "SCAN_TOO_LARGE",
      records: 101,
      message:
        "GET /api/v1/tags: the list has at least 101 records; the gateway reads only lists of at most 100 in full",
    });
    expect(takeCalls(world.list)).toEqual(["tags?limit=1&page=1"]);
  });

  test("starts at one record more than the maximum", async () => {
    await using world = await startWorld(100, { MAX_SCAN_RECORDS: 100 });
    expect(await world.idsOf("tag")).toHaveLength(100);
  });

  test("is read up to the maximum if its count is too low", async () => {
    await using list = await startScriptedRegistry({ tags: tags(5_000) });
    lie(list, 90);
    await using world = createSnapshots(list.url, { MAX_SCAN_RECORDS: 100 });
    expect(await errorOf(world.idsOf("tag"))).toMatchObject({ code: "SCAN_TOO_LARGE" });
    expect(takeCalls(list).length).toBeLessThan(12);
  });

  test("is not judged by a count that is known to be wrong", async () => {
    await using list = await startScriptedRegistry({ tags: tags(20), terminals: tags(3) });
    await using world = createSnapshots(list.url, { MAX_SCAN_RECORDS: 100 });
    lie(list, 90);
    await world.idsOf("tag");
    lie(list, 5_000);
    expect(await world.idsOf("tag")).toHaveLength(20);
  });

  test.each([0, 2])("is any list if the maximum is 0, also one of %i", async (records) => {
    await using world = await startWorld(records, { MAX_SCAN_RECORDS: 0 });
    expect(await errorOf(world.idsOf("tag"))).toMatchObject({
      code: "SCAN_TOO_LARGE",
      message: "GET /api/v1/tags: the gateway reads no list in full",
      records,
    });
    expect(takeCalls(world.list)).toEqual(["tags?limit=1&page=1"]);
  });
});

describe("when memory is short", () => {
  test("what is kept takes at most half of it, and the latest of whoever holds most is dropped", async () => {
    const bytes = await bytesOf(500);
    await using world = await startWorld(500, { MAX_MEMORY_BYTES: bytes * 5 });
    for (const key of ["a", "b", "a", "c"]) await world.idsOf("tag", key);
    expect(world.uses).toEqual(["read", "read", "kept", "read"]);
    expect(world.snapshots.statistics.kept).toBe(2);
    expect(world.ledger.bytes).toBe(2 * bytes);
  });

  test("a list larger than all the memory is answered, and kept while nothing else is", async () => {
    const bytes = await bytesOf(2_500);
    await using world = await startWorld(2_500, { MAX_MEMORY_BYTES: bytes / 2 });
    for (let use = 0; use < 2; use += 1) {
      expect(await world.idsOf("tag")).toHaveLength(2_500);
    }
    expect(world.uses).toEqual(["read", "kept"]);
  });

  test("a snapshot that is given up is dropped, and a request that uses it goes on with it", async () => {
    await using world = await startWorld(500, { MAX_MEMORY_BYTES: 1_000_000 });
    const request = world.request("a");
    const snapshot = await request.use("tag");
    hog(world, 950_000);
    expect(world.snapshots.statistics.kept).toBe(1);
    hog(world, 950_000, "digest of a");
    expect(world.snapshots.statistics.kept).toBe(0);
    expect(await request.use("tag")).toBe(snapshot);
  });

  test("a list that is given up while it is read is OVERLOADED for those who wait for it", async () => {
    await using world = await startWorld(2_500, { MAX_MEMORY_BYTES: 3_000_000 });
    const held = hold(world.list, /page=3/);
    const waiting = [errorOf(world.idsOf("tag")), errorOf(world.idsOf("tag"))];
    await held.until(1);
    await until(() => world.ledger.bytesOf("readings") > 0);
    const read = world.ledger.bytesOf("readings");
    for (let key = 0; world.ledger.bytesOf("readings") > 0; key += 1) {
      hog(world, 0.9 * read, `key ${key}`);
    }
    const error = {
      code: "OVERLOADED",
      message:
        "GET /api/v1/tags: the gateway has too little memory to read the list; try again later",
    };
    expect(await Promise.all(waiting)).toMatchObject([error, error]);
    expect(world.ledger.bytesOf("readings")).toBe(0);
    held.release();
    await world.untilIdle();
  });

  test("what is derived from a snapshot counts, and displaces others", async () => {
    const bytes = await bytesOf(500);
    await using world = await startWorld(500, { MAX_MEMORY_BYTES: bytes * 5 });
    await world.idsOf("tag", "a");
    const snapshot = await world.request("b").use("tag");
    const derived = { bytes, renew: async () => derived };
    snapshot.derive(() => derived);
    world.clock.advance(100);
    expect(world.snapshots.statistics.kept).toBe(1);
    expect(world.ledger.bytes).toBe(bytes);
  });

  test("20 keys that want large lists take turns, four at a time, plain requests are answered meanwhile, and all are answered", async () => {
    await using world = await startWorld(2_500);
    const held = hold(world.list, /key=key.*limit=\d{2,}/);
    const lists = Array.from({ length: 20 }, (_, index) => world.idsOf("tag", `key ${index}`));
    await until(() => world.snapshots.statistics.waiting === 16);
    expect(world.snapshots.statistics.reading).toBe(4);
    const ids = Array.from({ length: 100 }, (_, index) => `t${index}`);
    const plain = await Promise.all(ids.map((id) => world.plainTag(id)));
    expect(plain.map((tag) => tag?.id)).toEqual(ids);
    expect(world.reports).toEqual([]);
    held.release();
    expect((await Promise.all(lists)).map(({ length }) => length)).toEqual(Array(20).fill(2_500));
  });
});

function hog({ ledger }: SnapshotsUnderTest, bytes: number, keyDigest = "another"): void {
  ledger.enter({ keyDigest, kind: "changes", giveUp() {} }).set(bytes);
}
