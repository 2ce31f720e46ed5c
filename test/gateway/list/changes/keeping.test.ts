import { expect, test } from "vitest";
import { RegistryError } from "../../../../src/gateway/base/errors.ts";
import { Ledger } from "../../../../src/gateway/base/ledger.ts";
import type { Listener } from "../../../../src/gateway/list/changes/listener.ts";
import { createSnapshot, createWorld, next, pollMs, toRecord, type World } from "./world.ts";

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
  const late = await world.listen(["tag"]);
  expect(await next(late)).toBe("RESET");
  world.tag.set("t0", "newer");
  await world.poll();
  await world.poll(5 * 60_000);
  world.tag.set("t0", "newest");
  await grow(world, 998);
  expect(await next(await world.listen(["tag"], start))).toBe("RESET");
  expect(await next(await world.listen(["tag"], middle))).toBe("ADDED t3000");
  expect([await next(late), await next(late)]).toEqual(["CHANGED t0", "ADDED t12000"]);
});

async function cursorAfter(listener: Listener, count: number): Promise<string> {
  let cursor = "";
  for (let read = 0; read < count; read += 1) cursor = await cursorOf(listener);
  return cursor;
}

test("a listener that reads nothing gets a RESET when the changes that wait for it are no longer kept", async () => {
  const ledger = new Ledger({ maxBytes: 2 ** 28, isKnown: () => true });
  using world = createWorld({ ledger });
  const listener = await world.listen(["tag"]);
  expect(await next(listener)).toBe("RESET");
  await grow(world, 12_000);
  const bytes = ledger.bytesOf("changes");
  await world.poll(5 * 60_000);
  expect(ledger.bytesOf("changes")).toBeLessThan(bytes - 2_000 * 200);
  await grow(world, 1_000);
  expect(await next(listener)).toBe("RESET");
  await grow(world, 1);
  expect(await next(listener)).toBe("ADDED t13000");
});

test("changes that are given up are read anew, with a RESET for whoever listens or comes back", async () => {
  const ledger = new Ledger({ maxBytes: 400_000, isKnown: () => true });
  using world = createWorld({ ledger });
  for (let added = 0; added < 1_000; added += 1) world.tag.set(`t${added}`, "new");
  const listener = await world.listen(["tag"]);
  const start = await cursorOf(listener);
  await world.poll();
  expect(ledger.bytesOf("changes")).toBeGreaterThan(100_000);
  for (const keyDigest of ["another", "a third"]) {
    ledger.enter({ keyDigest, kind: "unread", giveUp() {} }).set(120_000);
  }
  expect(ledger.bytesOf("changes")).toBe(0);
  const event = next(listener);
  await world.poll();
  await world.poll();
  expect(await event).toBe("RESET");
  expect(await next(await world.listen(["tag"], start))).toBe("RESET");
});

test("without listeners, changes are only kept, and for an hour", async () => {
  const ledger = new Ledger({ maxBytes: 2 ** 28, isKnown: () => true });
  using world = createWorld({ ledger });
  for (let added = 0; added < 100; added += 1) world.tag.set(`t${added}`, "new");
  const listener = await world.listen(["tag"]);
  await listener.next();
  await grow(world, 3);
  const cursor = await cursorAfter(listener, 3);
  world.clock.advance(100);
  expect(ledger.bytesOf("snapshots")).toBe(0);
  expect(ledger.bytesOf("changes")).toBeGreaterThan(10_000);
  await listener.return();
  await (await world.listen(["tag"], null, "another")).return();
  world.clock.advance(100);
  expect(ledger.bytesOf("snapshots")).toBe(ledger.bytes);
  world.clock.advance(60 * 60_000);
  expect(ledger.bytes).toBe(0);
  await world.listen(["tag"]);
  await grow(world, 9);
  expect(await next(await world.listen(["tag"], cursor))).toBe("RESET");
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

test("a list that is refused ends its own streams, and not those of the other list", async () => {
  using world = createWorld();
  const tags = await world.listen(["tag"]);
  expect(await next(tags)).toBe("RESET");
  world.clock.advance(pollMs / 2);
  const terminals = await world.listen(["terminal"]);
  expect(await next(terminals)).toBe("RESET");
  world.failure = new RegistryError("FORBIDDEN", "/api/v1/tags", "no", { status: 403 });
  await world.poll(pollMs / 2);
  await expect(tags.next()).rejects.toThrow(world.failure);
  world.failure = undefined;
  world.terminal.set("1", "gate");
  await world.poll();
  expect(await next(terminals)).toBe("ADDED 1");
});

test("a stream that takes long to begin is polled all the same", async () => {
  using world = createWorld();
  const joining = world.listen(["tag"]);
  world.clock.advance(pollMs);
  const listener = await joining;
  expect(await next(listener)).toBe("RESET");
  world.tag.set("a", "new");
  await world.poll();
  expect(await next(listener)).toBe("ADDED a");
});

test("a listener that comes does not delay a poll that is late", async () => {
  const slow = Promise.withResolvers<void>();
  let readings = 0;
  const read = async () => createSnapshot({ subject: "tag", records: [], sequence: readings });
  using world = createWorld({
    lists: {
      use: read,
      async readFresh() {
        readings += 1;
        await slow.promise;
        return read();
      },
      confirm: async () => {},
    },
  });
  await world.listen(["tag"]);
  await world.poll();
  await world.poll();
  await world.listen(["tag", "terminal"]);
  slow.resolve();
  await world.poll(1);
  expect(readings).toBe(2);
});

test("listeners that come and go do not delay polls", async () => {
  using world = createWorld();
  for (let come = 0; come < 3; come += 1) {
    const listener = await world.listen(["tag"]);
    await world.poll(pollMs / 2);
    await listener.return();
  }
  expect(world.readings).toEqual(["tag", "tag", "tag fresh", "tag"]);
});

test("listeners that come back while their list is compared have each change once", async () => {
  using world = createWorld();
  for (let added = 0; added < 6_000; added += 1) world.tag.set(`t${added}`, "old");
  const first = await world.listen(["tag"]);
  const start = await cursorOf(first);
  await first.return();
  const events = ["a", "b", "c"].map(async (id) => {
    world.tag.set(id, "new");
    const listener = await world.listen(["tag"], start);
    return [await next(listener), await next(listener), await next(listener)];
  });
  const each = ["ADDED a", "ADDED b", "ADDED c"];
  expect(await Promise.all(events)).toEqual([each, each, each]);
});

test("a reading older than the last one changes nothing", async () => {
  let latest = 1;
  const records = ["a", "b"].map((id) => toRecord("tag", id, {}));
  const read = async (sequence: number) =>
    createSnapshot({ subject: "tag", records: records.slice(0, sequence), sequence });
  using world = createWorld({
    lists: { use: () => read(0), readFresh: () => read(latest), confirm: async () => {} },
  });
  const listener = await world.listen(["tag"]);
  await listener.next();
  await world.poll();
  const cursor = await cursorOf(listener);
  await listener.return();
  const again = await world.listen(["tag"], cursor);
  latest = 2;
  await world.poll();
  expect(await next(again)).toBe("ADDED b");
});
