import { expect, test } from "vitest";
import { RegistryError } from "../../../../src/gateway/base/errors.ts";
import type { Derived, Snapshot } from "../../../../src/gateway/list/whole/snapshot.ts";

import { until } from "../../../support/upstream.ts";
import { errorOf, failWith, hold, startKept, startWorld, tags, takeCalls } from "./setup.ts";

const confirmation = "tags?limit=1&page=1";
const reading = ["tags?limit=1000&page=1", "additional_data/structure/tag"];

test("each use of a kept snapshot costs one call, which confirms the key and the count", async () => {
  await using world = await startWorld(20);
  await world.idsOf("tag");
  expect(takeCalls(world.list)).toEqual([confirmation, ...reading]);
  world.clock.advance(14_000);
  await world.idsOf("tag");
  expect(takeCalls(world.list)).toEqual([confirmation]);
  expect(world.uses).toEqual(["read", "kept"]);
});

test("a use is not confirmed again as long as the last confirmation can be served from the cache", async () => {
  await using world = await startKept(20, { CACHE_TTL_SECONDS: 5 });
  world.clock.advance(3_000);
  await world.idsOf("tag");
  expect(takeCalls(world.list)).toEqual([]);
  world.clock.advance(2_000);
  await world.idsOf("tag");
  expect(takeCalls(world.list)).toEqual([confirmation]);
});

test("reading a list neither takes pages from the cache nor leaves them there", async () => {
  await using world = await startKept(20, {
    CACHE_TTL_SECONDS: 60,
    SNAPSHOT_TTL_SECONDS: 10,
  });
  world.clock.advance(10_000);
  await world.idsOf("tag");
  expect(takeCalls(world.list)).toEqual(reading);
});

test("a snapshot is never used past its lifetime, which starts with its first page", async () => {
  await using world = await startWorld(2_500);
  const held = hold(world.list, /page=3/);
  const first = world.request();
  const snapshot = first.use("tag");
  const takenAt = world.clock.now();
  await held.until(1);
  world.clock.advance(4_000);
  held.release();
  expect((await snapshot).takenAt).toBe(takenAt);
  world.clock.advance(26_000);
  world.list.calls.length = 0;
  await world.idsOf("tag");
  expect(takeCalls(world.list)).toHaveLength(5);
});

test("an unused snapshot is dropped at the end of its lifetime, and the clock is no longer watched", async () => {
  await using world = await startKept(20);
  expect(world.snapshots.statistics).toMatchObject({ kept: 1, reading: 0 });
  expect(world.ledger.bytes).toBeGreaterThan(20 * 200);
  world.list.calls.length = 0;
  world.clock.advance(30_000);
  expect(world.snapshots.statistics).toEqual({ kept: 0, reading: 0, waiting: 0 });
  expect(world.clock.isWatched).toBe(false);
  expect(world.list.calls).toEqual([]);
});

test("if the count has changed, the list is read again before it is used", async () => {
  await using world = await startKept(20);
  world.records.pop();
  world.list.calls.length = 0;
  expect(await world.idsOf("tag")).toHaveLength(19);
  expect(takeCalls(world.list)).toEqual([confirmation, ...reading]);
});

test("requests that see other counts than the reading under way share one more reading", async () => {
  await using world = await startWorld(20);
  const held = hold(world.list, /limit=1000/);
  const early = world.idsOf("tag");
  await held.until(1);
  const late: Promise<readonly string[]>[] = [];
  for (const count of [21, 22]) {
    world.records.push(...tags(1, count));
    late.push(world.idsOf("tag"), world.idsOf("tag"));
    await until(
      () => world.list.calls.filter(({ name }) => name === confirmation).length > count - 20,
    );
    await world.untilRunning(1);
  }
  held.release();
  await early;
  expect((await Promise.all(late)).map(({ length }) => length)).toEqual(Array(4).fill(22));
  expect(takeCalls(world.list).filter((name) => name.includes("limit=1000"))).toHaveLength(2);
});

test("when a key is refused, its snapshot is dropped and its requests fail with the refusal", async () => {
  await using world = await startKept(20);
  world.list.rules.keys.set("key", 401);
  expect(await errorOf(world.idsOf("tag"))).toMatchObject({ code: "UNAUTHENTICATED", status: 401 });
  expect(world.ledger.bytes).toBe(0);
});

test("when the registry fails to confirm a snapshot, the request fails and the snapshot stays", async () => {
  await using world = await startKept(20);
  world.list.rules.keys.set("key", 500);
  expect(await errorOf(world.idsOf("tag"))).toMatchObject({ code: "REGISTRY_UNAVAILABLE" });
  world.list.rules.keys.clear();
  world.list.calls.length = 0;
  await world.idsOf("tag");
  expect(takeCalls(world.list)).toEqual([confirmation]);
});

test("a snapshot in use is renewed in the background before it expires", async () => {
  await using world = await startKept(20);
  world.clock.advance(5_000);
  await world.idsOf("tag");
  expect(world.reports).toHaveLength(1);
  Object.assign(world.records[3] as object, { id: "renamed" });
  const held = hold(world.list, /limit=1000/);
  world.clock.advance(20_000);
  expect(await world.idsOf("tag")).toContain("t3");
  await held.until(1);
  held.release();
  await until(() => world.reports.length === 2);
  world.list.calls.length = 0;
  world.clock.advance(5_000);
  expect(await world.idsOf("tag")).toContain("renamed");
  expect(takeCalls(world.list)).toEqual([confirmation]);
  expect(world.snapshots.statistics.kept).toBe(1);
});

test("a rarely used snapshot is renewed if its next use could come too late", async () => {
  await using world = await startWorld(20);
  for (let use = 0; use < 8; use++) {
    await world.idsOf("tag");
    await world.untilIdle();
    world.clock.advance(12_000);
  }
  expect(world.uses).toEqual(["read", ...Array(7).fill("kept")]);
  expect(world.reports.length).toBeLessThanOrEqual(5);
});

test.each([
  ["the list", /limit=1000/, "REGISTRY_UNAVAILABLE"],
  ["the structure", /structure/, undefined],
])(
  "a renewal that cannot read %s changes nothing until the snapshot expires",
  async (_, pattern, atLast) => {
    await using world = await startKept(20);
    const isSound = async () => {
      const { structure } = await world.request().use("tag");
      return !(structure instanceof RegistryError);
    };
    failWith(world.list, 500, pattern);
    world.clock.advance(25_000);
    expect(await isSound()).toBe(true);
    await until(() => world.reports.length === 2);
    world.clock.advance(4_000);
    expect(await isSound()).toBe(true);
    world.clock.advance(1_000);
    expect(await isSound().catch(({ code }) => code)).toBe(atLast ?? false);
    const codes = world.reports.map(({ code }) => code);
    expect(codes).toEqual([undefined, "REGISTRY_UNAVAILABLE", atLast]);
  },
);

test("a snapshot is dropped when its renewal finds the key refused", async () => {
  await using world = await startKept(20);
  failWith(world.list, 401, /limit=1000/);
  world.clock.advance(25_000);
  await world.idsOf("tag");
  await until(() => world.reports.length === 2);
  expect(world.snapshots.statistics.kept).toBe(0);
});

test("what is derived from a snapshot is made once, counted, and renewed before the next snapshot is served", async () => {
  await using world = await startWorld(20);
  const first = world.request();
  const snapshot = await first.use("tag");
  const before = world.ledger.bytes;
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
  world.clock.advance(100);
  expect(world.ledger.bytes).toBe(before + 1_000);
  world.clock.advance(25_000);
  const second = world.request();
  expect(derive(await second.use("tag")).name).toBe("made");
  await until(() => world.list.calls.filter(({ name }) => name === reading[0]).length === 2);
  await world.untilRunning(0);
  const third = world.request();
  expect(derive(await third.use("tag")).name).toBe("made");
  renewed.resolve();
  await until(() => world.reports.length === 2);
  const last = world.request();
  expect(derive(await last.use("tag"))).toMatchObject({ name: "renewed", length: 20 });
  expect(made).toEqual(["made"]);
});

interface Length extends Derived<"tag"> {
  readonly name: string;
  readonly length: number;
}
