import { expect, test } from "vitest";
import { until } from "../../../support/upstream.ts";
import { errorOf, hold, idsIn, startWorld, tags, takeCalls } from "./setup.ts";

test("a snapshot is the whole list in its order, and costs the confirmation, its pages and its structure", async () => {
  await using world = await startWorld(2_500);
  const request = world.request();
  const snapshot = await request.use("tag");
  expect(idsIn(snapshot)).toEqual(tags(2_500).map(({ id }) => id));
  expect(snapshot).toMatchObject({
    subject: "tag",
    structure: null,
    takenAt: world.clock.now(),
    cost: { records: 2_500, calls: 4 },
  });
  expect(takeCalls(world.list).toSorted()).toEqual([
    "additional_data/structure/tag",
    "tags?limit=1&page=1",
    "tags?limit=1000&page=1",
    "tags?limit=998&page=3",
    "tags?limit=999&page=2",
  ]);
  expect(request.budget.calls).toBe(1);
});

test("a list is read once for all requests that come meanwhile", async () => {
  await using world = await startWorld(20);
  const held = hold(world.list, /limit=1000/);
  const requests = Array.from({ length: 50 }, () => world.idsOf("tag"));
  await held.until(1);
  const late = world.request();
  const joined = late.use("tag");
  held.release();
  const ids = await Promise.all(requests);
  expect(idsIn(await joined)).toEqual(ids[0]);
  expect(new Set(ids.map(String)).size).toBe(1);
  expect(takeCalls(world.list).filter((name) => !name.includes("limit=1&"))).toEqual([
    "tags?limit=1000&page=1",
    "additional_data/structure/tag",
  ]);
  expect(late.budget.calls).toBe(1);
});

test("a key never gets a snapshot that another key has read", async () => {
  await using world = await startWorld(2);
  await world.idsOf("tag", "a");
  world.list.rules.keys.set("b", 401);
  expect(await errorOf(world.idsOf("tag", "b"))).toMatchObject({ code: "UNAUTHENTICATED" });
  world.list.rules.keys.delete("b");
  world.list.calls.length = 0;
  await world.idsOf("tag", "c");
  expect(world.list.calls.filter(({ key }) => key === "c")).toHaveLength(3);
});

test("with a lifetime of 0 only requests that come during the reading share a snapshot", async () => {
  await using world = await startWorld(2, { SNAPSHOT_TTL_SECONDS: 0 });
  const held = hold(world.list, /limit=1000/);
  const both = [world.idsOf("tag"), world.idsOf("tag")];
  await held.until(1);
  held.release();
  await Promise.all(both);
  await world.idsOf("tag");
  expect(takeCalls(world.list).filter((name) => name.includes("limit=1000"))).toHaveLength(2);
  expect(world.snapshots.statistics).toEqual({ kept: 0, reading: 0, waiting: 0 });
});

test("a request that is cancelled does not end the reading, and the next request joins it", async () => {
  await using world = await startWorld(20);
  const held = hold(world.list, /limit=1000/);
  const leaving = world.request();
  const left = errorOf(leaving.use("tag"));
  await held.until(1);
  leaving.budget.cancel();
  expect(await left).toMatchObject({ code: "REQUEST_DEADLINE", records: 0, total: 20 });
  const next = world.idsOf("tag");
  held.release();
  expect(await next).toHaveLength(20);
  expect(takeCalls(world.list).filter((name) => name.includes("limit=1000"))).toHaveLength(1);
});

test("a request past its deadline learns how many records are read, and the reading continues", async () => {
  await using world = await startWorld(2_500);
  const held = hold(world.list, /page=3/);
  const hurried = world.request("key", { deadlineMs: 1_000 });
  const late = errorOf(hurried.use("tag"));
  await held.until(1);
  await world.untilRunning(1);
  world.clock.advance(1_000);
  expect(await late).toMatchObject({
    code: "REQUEST_DEADLINE",
    message: "GET /api/v1/tags: the request has run out of time",
    total: 2_500,
  });
  expect((await late).records).toBeGreaterThanOrEqual(1_999);
  const next = world.idsOf("tag");
  held.release();
  expect(await next).toHaveLength(2_500);
  expect(takeCalls(world.list).filter((name) => name.includes("limit=1000"))).toHaveLength(1);
});

test.each([
  ["page", /limit=1000/],
  ["structure", /structure/],
])("a reading that nobody waits for ends after a while without its %s", async (_, pattern) => {
  await using world = await startWorld(20, { REGISTRY_TIMEOUT_MS: 600_000 });
  const held = hold(world.list, pattern);
  const hurried = world.request("key", { deadlineMs: 1_000 });
  const late = errorOf(hurried.use("tag"));
  await held.until(1);
  world.clock.advance(1_000);
  await late;
  world.clock.advance(29_999);
  expect(world.snapshots.statistics.reading).toBe(1);
  world.clock.advance(1);
  await until(() => world.reports.length === 1);
  expect(world.reports).toEqual([{ code: "REQUEST_DEADLINE", milliseconds: 31_000 }]);
  expect(world.snapshots.statistics).toEqual({ kept: 0, reading: 0, waiting: 0 });
});
