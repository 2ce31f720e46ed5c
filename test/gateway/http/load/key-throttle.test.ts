import { expect, test } from "vitest";
import { toKeyDigest } from "../../../../src/gateway/base/key-digest.ts";
import { KeyMemory } from "../../../../src/gateway/base/key-memory.ts";
import { KeyThrottle } from "../../../../src/gateway/http/load/key-throttle.ts";

test("while the process has time to spare, as many requests as it allows begin immediately", async () => {
  const { enter, begun, pass } = setUp(0.4);
  for (let key = 0; key < 1_000; key += 1) enter(`${key}`);
  await Promise.resolve();
  expect(begun.splice(0)).toHaveLength(40);
  expect(await pass(8 * 16)).toHaveLength(16);
  for (let key = 1_000; key < 1_040; key += 1) expect(enter(`${key}`)).toBe("waits");
  expect(await pass(0)).toHaveLength(40);
});

test("spare time that is not used does not add up", async () => {
  const { enter, pass, load } = setUp(0.4);
  enter("a");
  await pass(1_000);
  load.part = 0.95;
  enter("b");
  expect(await pass(0)).toEqual([]);
});

test("while the process is busy, one request begins every eight milliseconds, however late the timer is", async () => {
  const { enter, pass } = setUp(0.95);
  for (let key = 0; key < 8; key += 1) enter(`${key}`);
  const numbers: number[] = [];
  for (const ms of [4, 4, 8, 12, 36]) numbers.push((await pass(ms)).length);
  expect(numbers).toEqual([0, 1, 1, 1, 5]);
});

test("time in which nobody waits does not add up", async () => {
  const { enter, pass } = setUp(0.95);
  await pass(1_000);
  enter("a");
  expect(await pass(4)).toEqual([]);
});

test("requests begin immediately again when the process has time again", async () => {
  const { enter, pass, load } = setUp(0.95);
  for (const key of ["a", "b"]) enter(key);
  load.part = 0.1;
  expect(await pass(20)).toEqual(["a", "b"]);
  for (const key of ["c", "d"]) enter(key);
  expect(await pass(0)).toEqual(["c", "d"]);
});

test("of keys that come only once, a bounded number wait, and the others are turned away", async () => {
  const { enter, pass } = setUp(0.95);
  const outcomes = Array.from({ length: 100 }, (_, key) => enter(`${key}`));
  expect(outcomes.filter((outcome) => outcome === "waits")).toHaveLength(16);
  expect(outcomes.at(-1)).toBe("turned away");
  expect(await pass(8)).toEqual(["0"]);
  expect(enter("next")).toBe("waits");
});

test("a request whose key has been turned away once begins soon, however many other keys come only once", async () => {
  const { enter, pass } = setUp(0.95);
  for (let key = 0; key < 16; key += 1) enter(`made-up ${key}`);
  const honest = Array.from({ length: 20 }, (_, key) => `honest ${key}`);
  for (const key of honest) expect(enter(key)).toBe("turned away");
  for (let key = 16; key < 10_016; key += 1) enter(`made-up ${key}`);
  // A few may have been forgotten, because later keys took their places.
  const waiting = honest.filter((key) => enter(key) === "waits");
  expect(waiting.length).toBeGreaterThanOrEqual(16);
  const begun: string[] = [];
  for (let turn = 0; turn < 16 + waiting.length; turn += 1) {
    for (let key = 0; key < 80; key += 1) enter(`made-up ${turn} ${key}`);
    begun.push(...(await pass(8)));
  }
  expect(begun.filter((key) => key.startsWith("honest"))).toEqual(waiting);
});

test("the queue for keys that come again is also bounded", () => {
  const { enter } = setUp(0.95);
  for (let key = 0; key < 2_000; key += 1) enter(`${key}`);
  const outcomes = Array.from({ length: 2_000 }, (_, key) => enter(`${key}`));
  expect(outcomes.filter((outcome) => outcome === "waits")).toHaveLength(128 - 16);
});

test("once the registry has refused wrong keys, they do not keep out new ones, however often they come", async () => {
  const wrong = Array.from({ length: 1_000 }, (_, key) => `wrong ${key}`);
  const { enter, pass, keyMemory } = setUp(0.95);
  const refusal = { refusal: {}, mayChange: false };
  for (const key of wrong) {
    enter(key);
    keyMemory.noteRefusal(toKeyDigest(key), "/api/v1/tags", refusal);
  }
  expect(enter("new")).toBe("turned away");
  for (const key of wrong) enter(key);
  expect(enter("new")).toBe("waits");
  expect(await pass(8 * 17)).toContain("new");
});

test("a caller that leaves while it waits makes room for another", async () => {
  const { enter, leave, left, pass } = setUp(0.95);
  for (let key = 0; key < 16; key += 1) enter(`${key}`);
  for (let key = 0; key < 15; key += 1) leave(`${key}`);
  expect(enter("next")).toBe("waits");
  expect(await pass(8)).toEqual(["15"]);
  expect(await pass(8)).toEqual(["next"]);
  expect(left).toHaveLength(15);
});

test("when all have left and others come, they begin at the usual pace, by one timer", async () => {
  const { enter, leave, pass, timed } = setUp(0.95);
  for (let round = 0; round < 50; round += 1) {
    enter(`early ${round}`);
    leave(`early ${round}`);
  }
  expect(timed()).toBe(1);
  for (let key = 0; key < 10; key += 1) enter(`${key}`);
  expect(await pass(8)).toEqual(["0"]);
  expect(await pass(8)).toEqual(["1"]);
});

/** A throttle with a manual clock, in a process that is busy for this part of the time. */
function setUp(part: number) {
  const keyMemory = new KeyMemory();
  const load = { part };
  const begun: string[] = [];
  const left: string[] = [];
  const leaving = new Map<string, () => void>();
  let ms = 100;
  let timers: { readonly at: number; readonly callback: () => void }[] = [];
  const throttle = new KeyThrottle({
    keyMemory,
    now: () => ms,
    later: (callback, delayMs) => void timers.push({ at: ms + delayMs, callback }),
    utilization: () => load.part,
  });
  return {
    load,
    keyMemory,
    begun,
    left,
    /** How many timers are set. */
    timed: () => timers.length,
    enter(key: string): "waits" | "turned away" {
      const request = { onClose: (listener: () => void) => void leaving.set(key, listener) };
      const promise = throttle.enter(toKeyDigest(key), request);
      void promise?.then((turn) => (turn === "begin" ? begun : left).push(key));
      return promise === null ? "turned away" : "waits";
    },
    /** Makes the caller of a request leave. */
    leave(key: string): void {
      leaving.get(key)?.();
    },
    /** Lets time pass, and returns the keys whose requests have begun since. */
    async pass(passedMs: number): Promise<readonly string[]> {
      ms += passedMs;
      const due = timers.filter(({ at }) => at <= ms);
      timers = timers.filter(({ at }) => at > ms);
      for (const { callback } of due) callback();
      await Promise.resolve();
      return begun.splice(0);
    },
  };
}
