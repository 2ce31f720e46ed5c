import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toKeyDigest } from "../../../../src/gateway/base/key-digest.ts";
import { KeyMemory } from "../../../../src/gateway/base/key-memory.ts";
import { FairQueue } from "../../../../src/gateway/call/protection/fair-queue.ts";
import { json, stall, startScriptedRegistry } from "../../../support/scripted-registry.ts";
import { createBudget, createCalls, failureOf, tagCall } from "../../../support/upstream.ts";

test("a single key takes three quarters of the slots", () => {
  const { queue, started } = watchedQueue(256);
  for (let call = 0; call < 1_000; call += 1) queue.enter("slow", `${call}`);
  expect(started).toHaveLength(192);
  expect(queue.waiting).toBe(808);
});

test("a queue with a single slot uses it", () => {
  const { queue, started } = watchedQueue(1);
  for (const call of ["1", "2"]) queue.enter("only", call);
  expect(started).toEqual(["1"]);
  queue.release("only");
  expect(started).toEqual(["1", "2"]);
});

test("a new key's call starts immediately, however many calls of another key wait", () => {
  const { queue, started } = watchedQueue(16);
  for (let call = 0; call < 1_000; call += 1) queue.enter("slow", "slow");
  queue.enter("other", "other");
  expect(started).toContain("other");
});

test("when slots are added, waiting calls start, and when slots are removed, no call ends and none starts", () => {
  const { queue, started } = watchedQueue(4);
  for (let call = 0; call < 20; call += 1) queue.enter("key", `${call}`);
  expect(started).toHaveLength(3);
  queue.resize(16);
  expect(started).toHaveLength(12);
  queue.resize(4);
  expect(queue).toMatchObject({ running: 12, waiting: 8, isWaiting: true });
  for (let call = 0; call < 9; call += 1) queue.release("key");
  expect(queue).toMatchObject({ running: 3, waiting: 8 });
  queue.release("key");
  expect(queue).toMatchObject({ running: 3, waiting: 7 });
});

test("keys take turns", () => {
  const { queue, started } = watchedQueue(1);
  for (const call of ["a1", "a2", "a3", "b1", "b2", "c1"]) queue.enter(call.charAt(0), call);
  for (const call of started) queue.release(call.charAt(0));
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

test("within a key its tokens take turns, and those who send the key itself count as one (rule 16)", () => {
  const started: string[] = [];
  const start = (call: string) => started.push(call);
  const laneOf = (call: string) => (call.startsWith("key") ? undefined : call.charAt(0));
  const queue = new FairQueue<string>(1, new KeyMemory(), start, laneOf);
  const calls = ["a1", "a2", "a3", "a4", "b1", "key1", "key2", "b2"];
  for (const call of calls) queue.enter("shop", call);
  queue.cancel("shop", "a3");
  for (const _ of started) queue.release("shop");
  expect(started).toEqual(["a1", "a2", "b1", "key1", "a4", "b2", "key2"]);
  expect(queue).toMatchObject({ running: 0, waiting: 0, isWaiting: false });
});

test("if more new keys come than can be served along with known ones, the newest start first", () => {
  const { queue, know, started } = watchedQueue(4);
  know("known");
  for (let call = 0; call < 50; call += 1) queue.enter("known", "known");
  for (let key = 0; key < 20; key += 1) queue.enter(`new ${key}`, `new ${key}`);
  for (let call = 0; call < 16; call += 1) queue.release("known");
  // The first new key found a free slot.
  expect(started.filter((call) => call !== "known")).toEqual(["new 0", "new 19", "new 18"]);
});

test("however many new keys hang, a quarter of the slots is left to the known ones (rule 11)", () => {
  const { queue, know, started } = watchedQueue(64);
  know("known");
  for (let key = 0; key < 100; key += 1) queue.enter(`new ${key}`, "new");
  expect(started).toHaveLength(48);
  for (let call = 0; call < 20; call += 1) queue.enter("known", "known");
  expect(started.filter((call) => call === "known")).toHaveLength(16);
  for (let call = 0; call < 16; call += 1) queue.release("known");
  expect(started.slice(48)).toEqual(Array.from({ length: 20 }, () => "known"));
});

test("when one of the new keys becomes known, another takes its part of their share", () => {
  const { queue, know, started } = watchedQueue(4);
  know("known");
  for (const key of ["a", "b", "c", "d"]) queue.enter(key, key);
  expect(started).toEqual(["a", "b", "c"]);
  know("a");
  expect(started).toEqual(["a", "b", "c", "d"]);
});

test("as long as no key is known, new keys take all slots", () => {
  const { queue, started } = watchedQueue(64);
  for (let key = 0; key < 100; key += 1) queue.enter(`new ${key}`, "new");
  expect(started).toHaveLength(64);
});

test("a key keeps its slots while thousands of others come and go", () => {
  const { queue, started } = watchedQueue(8);
  for (let call = 0; call < 7; call += 1) queue.enter("stays", "stays");
  for (let key = 0; key < 10_000; key += 1) {
    queue.enter(`${key}`, "passes");
    queue.release(`${key}`);
  }
  expect(started.filter((call) => call === "passes")).toHaveLength(10_000);
  for (let call = 0; call < 7; call += 1) queue.release("stays");
  expect(queue).toMatchObject({ running: 0, waiting: 0 });
});

test("thousands of calls that end as soon as they start do not overflow the stack", () => {
  const queue: FairQueue<string> = new FairQueue(1, new KeyMemory(), (call) => {
    if (call !== "first") queue.release("key");
  });
  queue.enter("key", "first");
  for (let call = 0; call < 20_000; call += 1) queue.enter("key", `${call}`);
  queue.release("key");
  expect(queue.waiting).toBe(0);
});

describe("known keys", () => {
  test("get seven of every eight slots that become free while new keys wait", () => {
    const { queue, know, started } = watchedQueue(1);
    know("known");
    queue.enter("first", "first");
    for (let call = 0; call < 100; call += 1) {
      queue.enter(`new-${call}`, `new-${call}`);
      queue.enter("known", "known");
    }
    for (let call = 0; call < 80; call += 1) queue.release(started.at(-1) ?? "");
    expect(started.slice(1).filter((key) => key === "known")).toHaveLength(70);
    expect(started.slice(1).filter((key) => key !== "known")).toHaveLength(10);
  });

  test("can take as many slots as if no new keys were there", () => {
    const { queue, know, started } = watchedQueue(64);
    for (let call = 0; call < 500; call += 1) queue.enter(`new-${call}`, `new-${call}`);
    expect(started).toHaveLength(64);
    know("known");
    for (let call = 0; call < 100; call += 1) queue.enter("known", "known");
    for (let call = 0; call < 64; call += 1) queue.release(`new-${call}`);
    expect(started.slice(64).filter((key) => key === "known")).toHaveLength(48);
  });

  test("can become known while their calls wait", () => {
    const { queue, know, started } = watchedQueue(1);
    for (const call of ["first", "a", "b", "c"]) queue.enter(call, call);
    know("c");
    queue.release("first");
    expect(started).toEqual(["first", "c"]);
  });
});

test("during a key flood, only some calls of new keys may wait, but all calls of known keys", () => {
  const { queue, know, refuse } = watchedQueue(4);
  for (let key = 0; key < 100; key += 1) refuse(`refused ${key}`);
  know("known");
  const keys = Array.from({ length: 1_100 }, (_, key) => toKeyDigest(`new-${key}`));
  const taken = keys.map((key) => queue.enter(key, "new"));
  // Three have started, and a hundred wait.
  expect(taken.filter((isTaken) => isTaken)).toHaveLength(103);
  expect(taken.at(-1)).toBe(false);
  expect(queue.enter("known", "known")).toBe(true);
  for (const key of keys.slice(0, 3)) {
    queue.release(key);
  }
  expect(queue.enter("newest", "newest")).toBe(true);
});

test("during a key flood, a new key that comes again starts next, and only a limited number of such keys wait", () => {
  const { queue, know, refuse, started } = watchedQueue(4);
  for (let key = 0; key < 100; key += 1) refuse(`refused ${key}`);
  know("known");
  for (let call = 0; call < 50; call += 1) queue.enter("known", "known");
  for (let key = 0; key < 2_000; key += 1) queue.enter(toKeyDigest(`made-up ${key}`), "made-up");
  expect(queue.enter(toKeyDigest("honest"), "honest")).toBe(false);
  for (let key = 2_000; key < 4_000; key += 1)
    queue.enter(toKeyDigest(`made-up ${key}`), "made-up");
  expect(queue.enter(toKeyDigest("honest"), "honest")).toBe(true);
  for (let call = 0; call < 8; call += 1) queue.release("known");
  expect(started).toContain("honest");
  for (let key = 0; key < 2_000; key += 1) queue.enter(toKeyDigest(`made-up ${key}`), "made-up");
  expect(queue.waiting).toBeLessThanOrEqual(1_000 + 50);
});

test("new keys are never turned away if the registry answers most of them, however many come at the same time", () => {
  const { queue, know, refuse } = watchedQueue(4);
  for (let key = 0; key < 30; key += 1) refuse(`refused ${key}`);
  for (let key = 0; key < 100; key += 1) know(`known ${key}`);
  const taken = Array.from({ length: 5_000 }, (_, key) => queue.enter(`new ${key}`, "new"));
  expect(taken).not.toContain(false);
});

test("no slot is lost or used twice, and no call waits in vain, whatever enters, leaves or is withdrawn", () => {
  const step = fc.record({
    keyDigest: fc.constantFrom("a", "b", "c"),
    what: fc.constantFrom("enter", "enter", "enter", "leave", "withdraw", "resize", "know"),
    slots: fc.integer({ min: 1, max: 8 }),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.array(step, { maxLength: 200 }),
      (first, steps) => {
        let slots = first;
        const running: string[] = [];
        const waiting: { keyDigest: string; call: symbol }[] = [];
        const known = new Set<string>();
        const keys = new KeyMemory();
        const queue = new FairQueue<{ keyDigest: string; call: symbol }>(first, keys, (item) => {
          running.push(item.keyDigest);
          waiting.splice(waiting.indexOf(item), 1);
        });
        for (const { keyDigest, what, slots: newSlots } of steps) {
          const before = running.length;
          const item = { keyDigest, call: Symbol(keyDigest) };
          const waits = waiting.find((other) => other.keyDigest === keyDigest);
          if (what === "enter") {
            waiting.push(item);
            queue.enter(keyDigest, item);
          } else if (what === "leave" && running.includes(keyDigest)) {
            running.splice(running.indexOf(keyDigest), 1);
            queue.release(keyDigest);
          } else if (what === "withdraw" && waits) {
            waiting.splice(waiting.indexOf(waits), 1);
            queue.cancel(keyDigest, waits);
          } else if (what === "know") {
            known.add(keyDigest);
            keys.noteAnswer(keyDigest);
            queue.promote(keyDigest);
          } else if (what === "resize") {
            slots = newSlots;
            queue.resize(slots);
          }
          expect(running.length).toBeLessThanOrEqual(Math.max(slots, before));
          expect(queue.waiting).toBe(waiting.length);
          const free = slots - running.length;
          const usedByNew = running.filter((key) => !known.has(key)).length;
          for (const other of free > 0 ? waiting : []) {
            const used = running.filter((key) => key === other.keyDigest).length;
            const isKnown = known.has(other.keyDigest);
            const share = isKnown ? free + usedByNew : free;
            const isShareOfNewTaken = known.size > 0 && usedByNew >= (3 / 4) * slots;
            if (isKnown || !isShareOfNewTaken) expect(used).toBeGreaterThanOrEqual(3 * share);
          }
        }
      },
    ),
  );
});

describe("a key whose calls never end", () => {
  test("does not keep another from being served", async () => {
    await using registry = await startScriptedRegistry((call, position) =>
      (call.path.includes("slow") ? stall : json("quick"))(call, position),
    );
    await using calls = createCalls(registry.url, {
      settings: { REGISTRY_MAX_CONNECTIONS: 4 },
    });
    const slow = createBudget();
    const stuck = Array.from({ length: 50 }, (_, id) =>
      failureOf(calls.get(tagCall(`slow-${id}`, "slow"), slow)),
    );
    for (let id = 0; id < 20; id += 1) {
      expect(await calls.get(tagCall(`${id}`, "quick"), createBudget())).toBe("quick");
    }
    slow.cancel();
    await Promise.all(stuck);
  });
});

function watchedQueue(slots: number) {
  const started: string[] = [];
  const keys = new KeyMemory();
  const queue = new FairQueue<string>(slots, keys, (call) => started.push(call));
  return {
    queue,
    started,
    /** The registry answers a key. */
    know(keyDigest: string): void {
      keys.noteAnswer(keyDigest);
      queue.promote(keyDigest);
    },
    /** The registry refuses a key. */
    refuse(keyDigest: string): void {
      keys.noteRefusal(keyDigest, "/tags", { refusal: {}, mayChange: false });
    },
  };
}
