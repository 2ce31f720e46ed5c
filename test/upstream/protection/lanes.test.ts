import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toLane } from "../../../src/upstream/calls/lane.ts";
import { Lanes } from "../../../src/upstream/protection/lanes.ts";
import { json, stall, startScriptedRegistry } from "../../support/scripted-registry.ts";
import { createScope, createTransport, failureOf, tagCall } from "../../support/upstream.ts";

test("one key alone takes three quarters of the slots", () => {
  const { lanes, started } = watchedLanes(256);
  for (let call = 0; call < 1_000; call += 1) lanes.enter("slow", `${call}`);
  expect(started).toHaveLength(192);
  expect(lanes.waiting).toBe(808);
});

test("the single slot of a single connection is used", () => {
  const { lanes, started } = watchedLanes(1);
  for (const call of ["1", "2"]) lanes.enter("only", call);
  expect(started).toEqual(["1"]);
  lanes.leave("only");
  expect(started).toEqual(["1", "2"]);
});

test("a key that comes late starts at once, however much another has waiting", () => {
  const { lanes, started } = watchedLanes(16);
  for (let call = 0; call < 1_000; call += 1) lanes.enter("slow", "slow");
  lanes.enter("other", "other");
  expect(started).toContain("other");
});

test("more slots start what waits, fewer end nothing and let nothing new begin", () => {
  const { lanes, started } = watchedLanes(4);
  for (let call = 0; call < 20; call += 1) lanes.enter("key", `${call}`);
  expect(started).toHaveLength(3);
  lanes.resize(16);
  expect(started).toHaveLength(12);
  lanes.resize(4);
  expect(lanes).toMatchObject({ running: 12, waiting: 8, isWaiting: true });
  for (let call = 0; call < 9; call += 1) lanes.leave("key");
  expect(lanes).toMatchObject({ running: 3, waiting: 8 });
  lanes.leave("key");
  expect(lanes).toMatchObject({ running: 3, waiting: 7 });
});

test("what waits is started in turns", () => {
  const { lanes, started } = watchedLanes(1);
  for (const call of ["a1", "a2", "a3", "b1", "b2", "c1"]) lanes.enter(call.charAt(0), call);
  for (const call of started) lanes.leave(call.charAt(0));
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

test("of more new keys than can be served beside known ones, those that came last are started first", () => {
  const { lanes, started } = watchedLanes(4);
  lanes.know("known");
  for (let call = 0; call < 50; call += 1) lanes.enter("known", "known");
  for (let key = 0; key < 20; key += 1) lanes.enter(`new ${key}`, `new ${key}`);
  for (let call = 0; call < 16; call += 1) lanes.leave("known");
  // The first one found a free slot.
  expect(started.filter((call) => call !== "known")).toEqual(["new 0", "new 19", "new 18"]);
});

test("keys by the thousand come and go, and one that stays keeps its slots", () => {
  const { lanes, started } = watchedLanes(8);
  for (let call = 0; call < 7; call += 1) lanes.enter("stays", "stays");
  for (let key = 0; key < 10_000; key += 1) {
    lanes.enter(`${key}`, "passes");
    lanes.leave(`${key}`);
  }
  expect(started.filter((call) => call === "passes")).toHaveLength(10_000);
  for (let call = 0; call < 7; call += 1) lanes.leave("stays");
  expect(lanes).toMatchObject({ running: 0, waiting: 0 });
});

test("thousands that end as soon as they start need no stack", () => {
  const lanes: Lanes<string> = new Lanes(1, (call) => {
    if (call !== "first") lanes.leave("key");
  });
  lanes.enter("key", "first");
  for (let call = 0; call < 100_000; call += 1) lanes.enter("key", `${call}`);
  lanes.leave("key");
  expect(lanes.waiting).toBe(0);
});

describe("keys that were answered before", () => {
  test("get seven of eight slots that become free while others wait", () => {
    const { lanes, started } = watchedLanes(1);
    lanes.know("known");
    lanes.enter("first", "first");
    for (let call = 0; call < 100; call += 1) {
      lanes.enter(`new-${call}`, `new-${call}`);
      lanes.enter("known", "known");
    }
    for (let call = 0; call < 80; call += 1) lanes.leave(started.at(-1) ?? "");
    expect(started.slice(1).filter((key) => key === "known")).toHaveLength(70);
    expect(started.slice(1).filter((key) => key !== "known")).toHaveLength(10);
  });

  test("may take as much as if nobody else were there", () => {
    const { lanes, started } = watchedLanes(64);
    for (let call = 0; call < 500; call += 1) lanes.enter(`new-${call}`, `new-${call}`);
    expect(started).toHaveLength(64);
    lanes.know("known");
    for (let call = 0; call < 100; call += 1) lanes.enter("known", "known");
    for (let call = 0; call < 64; call += 1) lanes.leave(`new-${call}`);
    expect(started.slice(64).filter((key) => key === "known")).toHaveLength(48);
  });

  test("become known while their calls wait", () => {
    const { lanes, started } = watchedLanes(1);
    for (const call of ["first", "a", "b", "c"]) lanes.enter(call, call);
    lanes.know("c");
    lanes.leave("first");
    expect(started).toEqual(["first", "c"]);
  });

  test("are no longer known when ten thousand others have been answered since", () => {
    const { lanes } = watchedLanes(1);
    for (let key = 0; key <= 10_000; key += 1) lanes.know(`${key}`);
    expect([0, 1, 10_000].map((key) => lanes.isKnown(`${key}`))).toEqual([false, true, true]);
  });

  test("stay known while they are asked for, however many others are answered", () => {
    const { lanes } = watchedLanes(1);
    lanes.know("stays");
    for (let key = 0; key < 30_000; key += 1) {
      lanes.know(`${key}`);
      if (key % 5_000 === 0) lanes.isKnown("stays");
    }
    expect(lanes.isKnown("stays")).toBe(true);
  });

  test("are known again as soon as they are answered again", () => {
    const { lanes } = watchedLanes(4);
    lanes.know("busy");
    lanes.enter("busy", "its call has not ended");
    for (let key = 0; key < 10_000; key += 1) lanes.know(`${key}`);
    expect(lanes.isKnown("busy")).toBe(false);
    lanes.know("busy");
    expect(lanes.isKnown("busy")).toBe(true);
  });
});

test("as long as no key is known, none is suspected of being invented, however many are refused", () => {
  const { lanes } = watchedLanes(4);
  for (let key = 0; key < 1_000; key += 1) lanes.refuse();
  expect(lanes.isFlooded).toBe(false);
  const taken = Array.from({ length: 5_000 }, (_, key) => lanes.enter(`new ${key}`, "new"));
  expect(taken).not.toContain(false);
  lanes.know("known");
  expect(lanes.isFlooded).toBe(true);
});

test("while keys are invented so much of new ones waits, and what comes then is turned away, unless its key is known", () => {
  const { lanes } = watchedLanes(4);
  for (let key = 0; key < 100; key += 1) lanes.refuse();
  lanes.know("known");
  const keys = Array.from({ length: 1_100 }, (_, key) => toLane(`new-${key}`));
  const taken = keys.map((key) => lanes.enter(key, "new"));
  expect(taken.filter((isTaken) => isTaken)).toHaveLength(104);
  expect(taken.at(-1)).toBe(false);
  expect(lanes.enter("known", "known")).toBe(true);
  for (const key of keys.slice(0, 4)) {
    lanes.leave(key);
  }
  expect(lanes.enter("newest", "newest")).toBe(true);
});

test("while keys are invented a new one that comes again is started next, and those are bounded in number as well", () => {
  const { lanes, started } = watchedLanes(4);
  for (let key = 0; key < 100; key += 1) lanes.refuse();
  lanes.know("known");
  for (let call = 0; call < 50; call += 1) lanes.enter("known", "known");
  for (let key = 0; key < 2_000; key += 1) lanes.enter(toLane(`invented ${key}`), "invented");
  expect(lanes.enter(toLane("honest"), "honest")).toBe(false);
  for (let key = 2_000; key < 4_000; key += 1) lanes.enter(toLane(`invented ${key}`), "invented");
  expect(lanes.enter(toLane("honest"), "honest")).toBe(true);
  for (let call = 0; call < 8; call += 1) lanes.leave("known");
  expect(started).toContain("honest");
  for (let key = 0; key < 2_000; key += 1) lanes.enter(toLane(`invented ${key}`), "invented");
  expect(lanes.waiting).toBeLessThanOrEqual(1_000 + 50);
});

test("of new keys that the registry answers none is turned away, however many come at once", () => {
  const { lanes } = watchedLanes(4);
  for (let key = 0; key < 30; key += 1) lanes.refuse();
  for (let key = 0; key < 100; key += 1) lanes.know(`known ${key}`);
  const taken = Array.from({ length: 5_000 }, (_, key) => lanes.enter(`new ${key}`, "new"));
  expect(taken).not.toContain(false);
});

test("whatever enters, leaves or is withdrawn: no slot is lost, none is used twice, nothing waits in vain", () => {
  const step = fc.record({
    lane: fc.constantFrom("a", "b", "c"),
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
        const waiting: { lane: string; call: symbol }[] = [];
        const known = new Set<string>();
        const lanes = new Lanes<{ lane: string; call: symbol }>(first, (item) => {
          running.push(item.lane);
          waiting.splice(waiting.indexOf(item), 1);
        });
        for (const { lane, what, slots: newSlots } of steps) {
          const before = running.length;
          const item = { lane, call: Symbol(lane) };
          const waits = waiting.find((other) => other.lane === lane);
          if (what === "enter") {
            waiting.push(item);
            lanes.enter(lane, item);
          } else if (what === "leave" && running.includes(lane)) {
            running.splice(running.indexOf(lane), 1);
            lanes.leave(lane);
          } else if (what === "withdraw" && waits) {
            waiting.splice(waiting.indexOf(waits), 1);
            lanes.withdraw(lane, waits);
          } else if (what === "know") {
            known.add(lane);
            lanes.know(lane);
          } else if (what === "resize") {
            slots = newSlots;
            lanes.resize(slots);
          }
          expect(running.length).toBeLessThanOrEqual(Math.max(slots, before));
          expect(lanes.waiting).toBe(waiting.length);
          const free = slots - running.length;
          const usedByNew = running.filter((key) => !known.has(key)).length;
          for (const other of free > 0 ? waiting : []) {
            const used = running.filter((key) => key === other.lane).length;
            const share = known.has(other.lane) ? free + usedByNew : free;
            expect(used).toBeGreaterThanOrEqual(3 * share);
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
    await using transport = createTransport(registry.url, { maxConnections: 4 });
    const slow = createScope();
    const stuck = Array.from({ length: 50 }, (_, id) =>
      failureOf(transport.get(tagCall(`slow-${id}`, "slow"), slow)),
    );
    for (let id = 0; id < 20; id += 1) {
      expect(await transport.get(tagCall(`${id}`, "quick"), createScope())).toBe("quick");
    }
    slow.cancel();
    await Promise.all(stuck);
  });
});

function watchedLanes(slots: number): { lanes: Lanes<string>; started: string[] } {
  const started: string[] = [];
  return { lanes: new Lanes(slots, (call) => started.push(call)), started };
}
