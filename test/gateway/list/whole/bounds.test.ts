import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { startScriptedRegistry } from "../../../support/scripted-registry.ts";
import { SECRET_KEY, until } from "../../../support/upstream.ts";
import { createSnapshots, errorOf, hold, lie, tags, takeCalls } from "./setup.ts";

/** The memory of a snapshot of this many tags, as the gateway estimates it. */
async function bytesOf(count: number): Promise<number> {
  await using list = await startScriptedRegistry({ tags: tags(count) });
  await using world = createSnapshots(list.url);
  await world.idsOf("tag");
  return world.snapshots.statistics.bytes;
}

describe("a list with too many records", () => {
  test("fails with SCAN_TOO_LARGE and its count, after one call", async () => {
    await using list = await startScriptedRegistry({ tags: tags(101) });
    await using world = createSnapshots(list.url, { MAX_SCAN_RECORDS: 100 });
    expect(await errorOf(world.idsOf("tag", SECRET_KEY))).toMatchObject({
      code: "SCAN_TOO_LARGE",
      records: 101,
      message:
        "GET /api/v1/tags: the list has at least 101 records; the gateway reads only lists of at most 100 in full",
    });
    expect(takeCalls(list)).toEqual(["tags?limit=1&page=1"]);
  });

  test("starts at one record more than the maximum", async () => {
    await using list = await startScriptedRegistry({ tags: tags(100) });
    await using world = createSnapshots(list.url, { MAX_SCAN_RECORDS: 100 });
    expect(await world.idsOf("tag")).toHaveLength(100);
  });

  test("is read up to the maximum if its count is too low", async () => {
    await using list = await startScriptedRegistry({ tags: tags(50_000) });
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

  test("is any list if the maximum is 0, and none is read", async () => {
    await using list = await startScriptedRegistry({ tags: tags(2) });
    await using world = createSnapshots(list.url, { MAX_SCAN_RECORDS: 0 });
    expect(await errorOf(world.idsOf("tag"))).toMatchObject({
      code: "SCAN_TOO_LARGE",
      message: "GET /api/v1/tags: the gateway reads no list in full",
      records: 2,
    });
    expect(takeCalls(list)).toEqual(["tags?limit=1&page=1"]);
  });
});

describe("when memory is short", () => {
  test("the least recently used snapshot makes room", async () => {
    const bytes = await bytesOf(500);
    await using list = await startScriptedRegistry({ tags: tags(500) });
    await using world = createSnapshots(list.url, { SNAPSHOT_MAX_BYTES: bytes * 2.9 });
    for (const key of ["a", "b", "a", "c"]) await world.idsOf("tag", key);
    expect(world.uses).toEqual(["read", "read", "kept", "read"]);
    expect(world.snapshots.statistics.kept).toBe(2);
    await world.idsOf("tag", "a");
    await world.idsOf("tag", "b");
    expect(world.uses.slice(4)).toEqual(["kept", "read"]);
  });

  test("a list larger than all the memory is answered and not kept", async () => {
    const bytes = await bytesOf(2_500);
    await using list = await startScriptedRegistry({ tags: tags(2_500) });
    await using world = createSnapshots(list.url, { SNAPSHOT_MAX_BYTES: bytes * 0.9 });
    expect(await world.idsOf("tag")).toHaveLength(2_500);
    expect(world.snapshots.statistics).toEqual({ kept: 0, bytes: 0, reading: 0, waiting: 0 });
    await world.idsOf("tag");
    expect(world.uses).toEqual(["read", "read"]);
  });

  test("a snapshot in use makes no room: other lists wait for the end of its request", async () => {
    const bytes = await bytesOf(500);
    await using list = await startScriptedRegistry({ tags: tags(500) });
    await using world = createSnapshots(list.url, { SNAPSHOT_MAX_BYTES: bytes * 1.9 });
    using first = world.request("a");
    const held = await first.use("tag");
    const second = world.idsOf("tag", "b");
    await until(() => world.snapshots.statistics.waiting === 1);
    expect(held.records).toHaveLength(500);
    expect(list.calls.filter(({ key, limit }) => key === "b" && limit !== 1)).toEqual([]);
    first[Symbol.dispose]();
    expect(await second).toHaveLength(500);
  });

  test("what is derived from a snapshot counts, and displaces others", async () => {
    const bytes = await bytesOf(500);
    await using list = await startScriptedRegistry({ tags: tags(500) });
    await using world = createSnapshots(list.url, { SNAPSHOT_MAX_BYTES: bytes * 2.5 });
    await world.idsOf("tag", "a");
    {
      using request = world.request("b");
      const snapshot = await request.use("tag");
      const derived = { bytes, renew: async () => derived };
      snapshot.derive(() => derived);
    }
    expect(world.snapshots.statistics).toMatchObject({ kept: 1, bytes: 2 * bytes });
    await world.idsOf("tag", "b");
    expect(world.uses).toEqual(["read", "read", "kept"]);
  });

  test("a request whose deadline passes while its list waits for room learns that nothing was read", async () => {
    const bytes = await bytesOf(500);
    await using list = await startScriptedRegistry({ tags: tags(500) });
    await using world = createSnapshots(list.url, { SNAPSHOT_MAX_BYTES: bytes * 1.9 });
    using first = world.request("a");
    await first.use("tag");
    const hurried = world.request("b", { deadlineMs: 1_000 });
    const late = errorOf(hurried.use("tag"));
    await until(() => world.snapshots.statistics.waiting === 1);
    world.clock.advance(1_000);
    expect(await late).toMatchObject({ code: "REQUEST_DEADLINE", records: 0, total: 500 });
    world.clock.advance(30_000);
    await until(() => world.reports.length === 2);
    expect(world.snapshots.statistics).toMatchObject({ reading: 0, waiting: 0 });
    expect(list.calls.filter(({ key, limit }) => key === "b" && limit !== 1)).toEqual([]);
  });

  test("a request that needs both lists gets both, however little memory there is", async () => {
    const bytes = await bytesOf(500);
    const terminals = tags(500).map((record, index) => ({ ...record, id: index }));
    await using list = await startScriptedRegistry({ tags: tags(500), terminals });
    await using world = createSnapshots(list.url, { SNAPSHOT_MAX_BYTES: bytes * 1.5 });
    const both = Array.from({ length: 10 }, async (_, index) => {
      using request = world.request(`key ${index}`);
      const lists = [request.use("tag"), request.use("terminal")];
      const [tagList, terminalList] = await Promise.all(lists);
      return [tagList?.records.length, terminalList?.records.length];
    });
    let isDone = false;
    const all = Promise.all(both).finally(() => {
      isDone = true;
    });
    await until(() => {
      // Lists that wait for room try again at each tick of the clock.
      world.clock.advance(0);
      return isDone;
    });
    expect(await all).toEqual(Array(10).fill([500, 500]));
  });

  test("50 keys that want large lists at the same time take turns within the bound, and all are answered", async () => {
    const bytes = await bytesOf(2_000);
    await using list = await startScriptedRegistry({ tags: tags(2_000) });
    const maxBytes = bytes * 5;
    await using world = createSnapshots(list.url, { SNAPSHOT_MAX_BYTES: maxBytes });
    let most = 0;
    let maxReading = 0;
    let isDone = false;
    const all = Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        using request = world.request(`key ${index}`);
        const snapshot = await request.use("tag");
        const derived = { bytes: snapshot.cost.bytes * 0.6, renew: async () => derived };
        snapshot.derive(() => derived);
        world.clock.advance(0);
        await setImmediate();
        return snapshot.records;
      }),
    ).finally(() => {
      isDone = true;
    });
    await until(() => {
      const { statistics } = world.snapshots;
      most = Math.max(most, statistics.bytes);
      maxReading = Math.max(maxReading, statistics.reading);
      return isDone;
    });
    expect((await all).map(({ length }) => length)).toEqual(Array(50).fill(2_000));
    expect(most).toBeGreaterThan(bytes * 2);
    expect(most).toBeLessThanOrEqual(maxBytes);
    expect(maxReading).toBeLessThanOrEqual(3);
    expect(world.reports).toHaveLength(50);
  });

  test("plain requests are answered while 50 keys wait for lists that do not come", async () => {
    await using list = await startScriptedRegistry({ tags: tags(8_000) });
    await using world = createSnapshots(list.url);
    const held = hold(list, /key=key.*limit=\d{2,}/);
    const lists = Array.from({ length: 50 }, (_, index) => world.idsOf("tag", `key ${index}`));
    await held.until(32);
    expect(world.snapshots.statistics).toMatchObject({ reading: 4, waiting: 46 });
    const plain = Array.from({ length: 100 }, (_, index) => world.plainTag(`t${index}`));
    expect((await Promise.all(plain)).map((tag) => tag?.id)).toEqual(
      Array.from({ length: 100 }, (_, index) => `t${index}`),
    );
    expect(held.count).toBe(32);
    held.release();
    expect((await Promise.all(lists)).map(({ length }) => length)).toEqual(Array(50).fill(8_000));
  });
});
