import { expect, test } from "vitest";
import { RegistryError } from "../../../../src/gateway/base/errors.ts";
import type { Listener } from "../../../../src/gateway/list/changes/listener.ts";
import { createSnapshot, createWorld, pollMs, type World } from "./world.ts";

/** The listener's next event, in short. */
async function next(listener: Listener): Promise<string> {
  const { value } = await listener.next();
  if (value === undefined) return "ended";
  return value.kind === "RESET" ? "RESET" : `${value.kind} ${value.id}`;
}

async function cursorOf(listener: Listener): Promise<string> {
  const { value } = await listener.next();
  return value?.cursor ?? "";
}

/** Adds records to the list of tags, and lets one poll find them. */
async function grow(world: World, count: number): Promise<void> {
  for (let added = 0; added < count; added += 1) world.tag.set(`t${world.tag.size}`, "new");
  await world.poll();
}

test("a log keeps the last 10,000 changes however old they are, and those of the last five minutes however many there are", async () => {
  using world = createWorld();
  const listener = await world.listen(["tag"]);
  const start = await cursorOf(listener);
  await grow(world, 12_000);
  expect(await next(await world.listen(["tag"], start))).toBe("ADDED t0");
  const middle = await cursorAfter(listener, 3_000);
  await world.poll(5 * 60_000);
  await grow(world, 1_000);
  expect(await next(await world.listen(["tag"], start))).toBe("RESET");
  expect(await next(await world.listen(["tag"], middle))).toBe("ADDED t3000");
});

async function cursorAfter(listener: Listener, count: number): Promise<string> {
  let cursor = "";
  for (let read = 0; read < count; read += 1) cursor = await cursorOf(listener);
  return cursor;
}

test("a listener that reads nothing gets a RESET when the changes that wait for it are no longer kept", async () => {
  using world = createWorld();
  const listener = await world.listen(["tag"]);
  expect(await next(listener)).toBe("RESET");
  await grow(world, 12_000);
  await world.poll(5 * 60_000);
  await grow(world, 1_000);
  expect(await next(listener)).toBe("RESET");
  await grow(world, 1);
  expect(await next(listener)).toBe("ADDED t13000");
});

test("logs stay within their memory: the largest one drops its oldest changes", async () => {
  using world = createWorld({ maxLogBytes: 200_000 });
  const listener = await world.listen(["tag"]);
  const start = await cursorOf(listener);
  await grow(world, 2_000);
  world.clock.advance(1);
  expect(world.changes.statistics.logBytes).toBeLessThanOrEqual(200_000);
  expect(await next(await world.listen(["tag"], start))).toBe("RESET");
  expect(await next(listener)).toBe("RESET");
});

test("a listener that comes back gets the changes that happened while nobody listened", async () => {
  using world = createWorld();
  world.tag.set("a", "one");
  const listener = await world.listen(["tag"]);
  const start = await cursorOf(listener);
  await listener.return();
  world.tag.set("b", "two");
  world.tag.delete("a");
  world.clock.advance(60 * 60_000);
  const again = await world.listen(["tag"], start);
  expect([await next(again), await next(again)]).toEqual(["ADDED b", "REMOVED a"]);
});

test("when memory is short, the list of the least recently used key is dropped, and its cursors get a RESET", async () => {
  const settings = { CHANGES_POLL_SECONDS: pollMs / 1000, SNAPSHOT_MAX_BYTES: 30_000 };
  using world = createWorld({ settings });
  for (let added = 0; added < 100; added += 1) world.tag.set(`t${added}`, "new");
  const leave = async (key: string) => {
    const listener = await world.listen(["tag"], null, key);
    const cursor = await cursorOf(listener);
    await listener.return();
    world.clock.advance(1);
    return cursor;
  };
  const [first, second] = [await leave("first"), await leave("second")];
  world.clock.advance(5 * 60_000);
  world.tag.set("a", "one");
  expect(await next(await world.listen(["tag"], first, "first"))).toBe("RESET");
  expect(await next(await world.listen(["tag"], second, "second"))).toBe("ADDED a");
});

test("a cursor that did not cover a list gets a RESET when the subscription adds that list", async () => {
  using world = createWorld();
  const tags = await world.listen(["tag"]);
  const start = await cursorOf(tags);
  world.terminal.set("1", "gate");
  const both = await world.listen(["tag", "terminal"], start);
  expect(await next(both)).toBe("RESET");
  world.terminal.set("2", "door");
  await world.poll();
  expect(await next(both)).toBe("ADDED 2");
});

test("a cursor amid merged changes gets a RESET when the subscription adds a list that changed between them", async () => {
  using world = createWorld();
  world.tag.set("a", "one").set("b", "one");
  await world.listen(["tag", "terminal"]);
  const tags = await world.listen(["tag"]);
  expect(await next(tags)).toBe("RESET");
  const changes = [
    () => world.tag.set("a", "two"),
    () => world.terminal.set("1", "gate"),
    () => world.tag.set("b", "two"),
    () => world.tag.set("a", "three"),
  ];
  for (const change of changes) {
    change();
    await world.poll();
  }
  expect(await next(tags)).toBe("CHANGED a");
  const cursor = await cursorOf(tags);
  expect(await next(await world.listen(["tag", "terminal"], cursor))).toBe("RESET");
});

test("a list is polled once for all listeners, as long as there are any, and confirmed for each new one", async () => {
  using world = createWorld();
  const first = await world.listen(["tag"]);
  const second = await world.listen(["tag", "terminal"]);
  await world.poll();
  expect(world.readings).toEqual(["tag", "tag?", "terminal", "tag fresh", "terminal fresh"]);
  await second.return();
  world.readings.length = 0;
  await world.poll();
  await first.return();
  await world.poll();
  expect(world.readings).toEqual(["tag fresh"]);
});

test("followed lists stay within their memory, though the first one is always followed", async () => {
  using world = createWorld({
    settings: { CHANGES_POLL_SECONDS: pollMs / 1000, SNAPSHOT_MAX_BYTES: 15_000 },
  });
  for (let added = 0; added < 100; added += 1) world.tag.set(`t${added}`, "new");
  const first = await world.listen(["tag"], null, "first");
  await expect(world.listen(["tag"], null, "second")).rejects.toMatchObject({ code: "OVERLOADED" });
  await first.return();
  expect(await next(await world.listen(["tag"], null, "second"))).toBe("RESET");
});

test("listeners hear nothing of a failed poll, and get the changes from the next one", async () => {
  using world = createWorld();
  const listener = await world.listen(["tag"]);
  await next(listener);
  const event = next(listener);
  world.failure = new RegistryError("REGISTRY_UNAVAILABLE", "/api/v1/tags", "down");
  world.tag.set("a", "one");
  await world.poll();
  world.failure = undefined;
  world.clock.advance(pollMs);
  expect(await event).toBe("ADDED a");
});

test("a poll goes on when a listener leaves, and is cancelled when the last one does", async () => {
  const polled: string[] = [];
  using world = createWorld({ onPoll: ({ subject }) => polled.push(subject) });
  const [first, last] = [await world.listen(["tag"]), await world.listen(["tag"])];
  const leaveInPoll = async (listener: Listener) => {
    world.clock.advance(pollMs);
    await listener.return();
    await world.poll(0);
  };
  world.readings.length = 0;
  await leaveInPoll(first);
  expect(polled).toEqual(["tag"]);
  await leaveInPoll(last);
  expect(polled).toEqual(["tag"]);
  expect(world.readings).toHaveLength(2);
});

test("a cursor of a log that was dropped altogether gets a RESET", async () => {
  using world = createWorld({ maxLogBytes: 0 });
  const listener = await world.listen(["tag"]);
  await cursorOf(listener);
  await grow(world, 3);
  const cursor = await cursorOf(listener);
  await listener.return();
  world.clock.advance(1);
  expect(await next(await world.listen(["tag"], cursor))).toBe("RESET");
});

test("a new listener does not delay the poll of another list", async () => {
  const slow = Promise.withResolvers<void>();
  const readings: string[] = [];
  const read = async () => {
    await slow.promise;
    return createSnapshot({ subject: "tag", records: [], sequence: readings.length });
  };
  using world = createWorld({
    lists: {
      use: async () => createSnapshot({ subject: "tag", records: [], sequence: 0 }),
      readFresh: (_, subject) => {
        readings.push(subject);
        return read();
      },
      confirm: async () => {},
      release: () => {},
    },
  });
  await world.listen(["tag"]);
  await world.poll();
  await world.poll();
  await world.listen(["terminal"]);
  slow.resolve();
  await world.poll(1);
  expect(readings).toEqual(["tag", "tag"]);
});

test("a listener of a list that is larger than the logs' memory resumes within five minutes", async () => {
  // The list takes ten times the memory of the logs.
  using world = createWorld({ maxLogBytes: 30_000 });
  for (let added = 0; added < 3_000; added += 1) world.tag.set(`t${added}`, "one");
  const listener = await world.listen(["tag"]);
  let start = await cursorOf(listener);
  await listener.return();
  for (const pause of [500, 60_000, 5 * 60_000 - 500]) {
    for (let waited = 0; waited < pause; waited += 500) world.clock.advance(500);
    const name = `new after ${pause}`;
    world.tag.set(name, "one");
    const again = await world.listen(["tag"], start);
    const { value } = await again.next();
    expect(value).toMatchObject({ kind: "ADDED", id: name });
    start = value?.cursor ?? "";
    await again.return();
  }
  // Beyond five minutes, a list that large is not kept for one who may never come back.
  for (let waited = 0; waited < 5 * 60_000; waited += 500) world.clock.advance(500);
  expect(await next(await world.listen(["tag"], start))).toBe("RESET");
});
