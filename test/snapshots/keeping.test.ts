import { expect, test } from "vitest";
import type { Derived, Snapshot } from "../../src/snapshots/snapshot.ts";
import { RegistryError } from "../../src/upstream/errors.ts";
import { startScriptedList } from "../support/scripted-list.ts";
import { until } from "../support/upstream.ts";
import { createSnapshots, errorOf, failWith, hold, lie, tags, takeCalls } from "./setup.ts";

const confirmation = "tags?limit=1&page=1";
const reading = ["tags?limit=1000&page=1", "additional_data/structure/tag"];

test("each use of a kept snapshot costs one call, which confirms the key and the count", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url);
  await store.idsOf("tag");
  expect(takeCalls(list)).toEqual([confirmation, ...reading]);
  store.clock.advance(14_000);
  await store.idsOf("tag");
  expect(takeCalls(list)).toEqual([confirmation]);
  expect(store.uses).toEqual(["read", "kept"]);
});

test("simultaneous uses are confirmed by the same call", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url);
  await store.idsOf("tag");
  list.calls.length = 0;
  await Promise.all(Array.from({ length: 30 }, () => store.idsOf("tag")));
  expect(takeCalls(list)).toEqual([confirmation]);
});

test("a use is not confirmed again as long as the last confirmation can be served from the cache", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url, { CACHE_TTL_SECONDS: 5 });
  await store.idsOf("tag");
  list.calls.length = 0;
  store.clock.advance(3_000);
  await store.idsOf("tag");
  expect(takeCalls(list)).toEqual([]);
  store.clock.advance(2_000);
  await store.idsOf("tag");
  expect(takeCalls(list)).toEqual([confirmation]);
});

test("reading a list neither takes pages from the cache nor leaves them there", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url, {
    CACHE_TTL_SECONDS: 60,
    SNAPSHOT_TTL_SECONDS: 10,
  });
  await store.idsOf("tag");
  list.calls.length = 0;
  store.clock.advance(10_000);
  await store.idsOf("tag");
  expect(takeCalls(list)).toEqual(reading);
});

test("a snapshot is never used past its lifetime, which starts with its first page", async () => {
  await using list = await startScriptedList({ tags: tags(2_500) });
  await using store = createSnapshots(list.url);
  const held = hold(list, /page=3/);
  const first = store.request();
  const snapshot = first.use("tag");
  const takenAt = store.clock.now();
  await held.until(1);
  store.clock.advance(4_000);
  held.release();
  expect((await snapshot).takenAt).toBe(takenAt);
  store.clock.advance(26_000);
  list.calls.length = 0;
  await store.idsOf("tag");
  expect(takeCalls(list)).toHaveLength(5);
});

test("an unused snapshot is dropped at the end of its lifetime, and the clock is no longer watched", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url);
  await store.idsOf("tag");
  expect(store.snapshots.figures).toMatchObject({ kept: 1, reading: 0 });
  expect(store.snapshots.figures.bytes).toBeGreaterThan(20 * 200);
  list.calls.length = 0;
  store.clock.advance(30_000);
  expect(store.snapshots.figures).toEqual({ kept: 0, bytes: 0, reading: 0, waiting: 0 });
  expect(store.clock.isWatched).toBe(false);
  expect(list.calls).toEqual([]);
});

test("if the count has changed, the list is read again before it is used", async () => {
  const records = tags(20);
  await using list = await startScriptedList({ tags: records });
  await using store = createSnapshots(list.url);
  await store.idsOf("tag");
  records.pop();
  list.calls.length = 0;
  expect(await store.idsOf("tag")).toHaveLength(19);
  expect(takeCalls(list)).toEqual([confirmation, ...reading]);
});

test("a count that is wrong, but always the same, does no harm", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url);
  lie(list.registry, 700);
  expect(await store.idsOf("tag")).toHaveLength(20);
  list.calls.length = 0;
  expect(await store.idsOf("tag")).toHaveLength(20);
  expect(takeCalls(list)).toEqual([confirmation]);
});

test("requests that see another count than the reading under way wait for one more reading, shared by all", async () => {
  const records = tags(20);
  await using list = await startScriptedList({ tags: records });
  await using store = createSnapshots(list.url);
  const held = hold(list, /limit=1000/);
  const early = store.idsOf("tag");
  await held.until(1);
  records.push(...tags(1, 20));
  const late = Array.from({ length: 10 }, () => store.idsOf("tag"));
  await until(() => list.calls.filter(({ name }) => name === confirmation).length >= 2);
  held.release();
  await early;
  expect((await Promise.all(late)).map(({ length }) => length)).toEqual(Array(10).fill(21));
  expect(takeCalls(list).filter((name) => name.includes("limit=1000"))).toHaveLength(2);
});

test("when a key is refused, its snapshot is dropped and its requests fail with the refusal", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url);
  await store.idsOf("tag");
  list.rules.keys.set("key", 401);
  expect(await errorOf(store.idsOf("tag"))).toMatchObject({ code: "UNAUTHENTICATED", status: 401 });
  expect(store.snapshots.figures.bytes).toBe(0);
});

test("when the registry fails to confirm a snapshot, the request fails and the snapshot stays", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url);
  await store.idsOf("tag");
  list.rules.keys.set("key", 500);
  expect(await errorOf(store.idsOf("tag"))).toMatchObject({ code: "REGISTRY_UNAVAILABLE" });
  list.rules.keys.clear();
  list.calls.length = 0;
  await store.idsOf("tag");
  expect(takeCalls(list)).toEqual([confirmation]);
});

test("a snapshot in use is renewed in the background before it expires", async () => {
  const records = tags(20);
  await using list = await startScriptedList({ tags: records });
  await using store = createSnapshots(list.url);
  await store.idsOf("tag");
  store.clock.advance(5_000);
  await store.idsOf("tag");
  expect(store.reports).toHaveLength(1);
  Object.assign(records[3] as object, { id: "renamed" });
  const held = hold(list, /limit=1000/);
  store.clock.advance(20_000);
  expect(await store.idsOf("tag")).toContain("t3");
  await held.until(1);
  held.release();
  await until(() => store.reports.length === 2);
  list.calls.length = 0;
  store.clock.advance(5_000);
  expect(await store.idsOf("tag")).toContain("renamed");
  expect(takeCalls(list)).toEqual([confirmation]);
  expect(store.snapshots.figures.kept).toBe(1);
});

test("a rarely used snapshot is renewed if its next use could come too late", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url);
  for (let use = 0; use < 8; use++) {
    await store.idsOf("tag");
    await store.untilIdle();
    store.clock.advance(12_000);
  }
  expect(store.uses).toEqual(["read", ...Array(7).fill("kept")]);
  expect(store.reports.length).toBeLessThanOrEqual(5);
});

test("a failed renewal changes nothing until the snapshot expires; only then do requests fail", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url);
  await store.idsOf("tag");
  failWith(list.registry, 500, /limit=1000/);
  store.clock.advance(25_000);
  expect(await store.idsOf("tag")).toHaveLength(20);
  await until(() => store.reports.length === 2);
  store.clock.advance(4_000);
  expect(await store.idsOf("tag")).toHaveLength(20);
  store.clock.advance(1_000);
  expect(await errorOf(store.idsOf("tag"))).toMatchObject({ code: "REGISTRY_UNAVAILABLE" });
  expect(store.reports.map(({ code }) => code)).toEqual([
    undefined,
    "REGISTRY_UNAVAILABLE",
    "REGISTRY_UNAVAILABLE",
  ]);
});

test("a renewal that cannot read the structure fails, so that the structure stays until the snapshot expires", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url);
  const hasStructure = async () => {
    using request = store.request();
    return !((await request.use("tag")).structure instanceof RegistryError);
  };
  expect(await hasStructure()).toBe(true);
  failWith(list.registry, 500, /structure/);
  store.clock.advance(25_000);
  expect(await hasStructure()).toBe(true);
  await until(() => store.reports.length === 2);
  store.clock.advance(4_000);
  expect(await hasStructure()).toBe(true);
  store.clock.advance(1_000);
  expect(await hasStructure()).toBe(false);
  expect(store.reports.map(({ code }) => code)).toEqual([
    undefined,
    "REGISTRY_UNAVAILABLE",
    undefined,
  ]);
});

test("a snapshot is dropped when its renewal finds the key refused", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url);
  await store.idsOf("tag");
  failWith(list.registry, 401, /limit=1000/);
  store.clock.advance(25_000);
  await store.idsOf("tag");
  await until(() => store.reports.length === 2);
  expect(store.snapshots.figures.kept).toBe(0);
});

test("what is derived from a snapshot is made once, counted, and renewed before the next snapshot is served", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url);
  using first = store.request();
  const snapshot = await first.use("tag");
  const before = store.snapshots.figures.bytes;
  const renewed = Promise.withResolvers<void>();
  const made: string[] = [];
  const create = (name: string, { records }: Snapshot<"tag">): Length => ({
    name,
    length: records.length,
    bytes: 1_000,
    async renew(next) {
      await renewed.promise;
      return create("renewed", next);
    },
  });
  const derive = (from: Snapshot<"tag">) =>
    from.derive(() => {
      made.push("made");
      return create("made", from);
    });
  expect(derive(snapshot)).toBe(derive(snapshot));
  first[Symbol.dispose]();
  expect(store.snapshots.figures.bytes).toBe(before + 1_000);
  store.clock.advance(25_000);
  using second = store.request();
  expect(derive(await second.use("tag")).name).toBe("made");
  await until(() => list.calls.filter(({ name }) => name === reading[0]).length === 2);
  await store.untilRunning(0);
  using third = store.request();
  expect(derive(await third.use("tag")).name).toBe("made");
  renewed.resolve();
  await until(() => store.reports.length === 2);
  using last = store.request();
  expect(derive(await last.use("tag"))).toMatchObject({ name: "renewed", length: 20 });
  expect(made).toEqual(["made"]);
});

test("if the structure cannot be read, an error stands in its place, and the list is there", async () => {
  await using list = await startScriptedList({ tags: tags(20) });
  await using store = createSnapshots(list.url);
  failWith(list.registry, 500, /structure/);
  using request = store.request();
  const { records, structure } = await request.use("tag");
  expect(records).toHaveLength(20);
  expect(structure).toMatchObject({ code: "REGISTRY_UNAVAILABLE", status: 500 });
});

interface Length extends Derived<"tag"> {
  readonly name: string;
  readonly length: number;
}
