import { expect, test } from "vitest";
import { Turnstile } from "../../src/gateway/turnstile.ts";

test("suspects' requests begin at once while the process has time", async () => {
  const { enter, begun } = setUp(0.5);
  for (let key = 0; key < 1_000; key += 1) expect(enter(`${key}`)).toBe("waits");
  await Promise.resolve();
  expect(begun).toHaveLength(1_000);
});

test("while the process is busy one of them begins a millisecond, however late the timer is", async () => {
  const { enter, pass } = setUp(0.95);
  for (let key = 0; key < 8; key += 1) enter(`${key}`);
  const numbers: number[] = [];
  for (const ms of [0.5, 0.5, 1, 1.5, 4.5]) numbers.push((await pass(ms)).length);
  expect(numbers).toEqual([0, 1, 1, 1, 5]);
});

test("time in which nobody waited lets nobody in", async () => {
  const { enter, pass } = setUp(0.95);
  await pass(1_000);
  enter("a");
  expect(await pass(0.5)).toEqual([]);
});

test("they begin at once again when the process has time again", async () => {
  const { enter, pass, load } = setUp(0.95);
  for (const key of ["a", "b"]) enter(key);
  load.part = 0.1;
  expect(await pass(20)).toEqual(["a", "b"]);
  for (const key of ["c", "d"]) enter(key);
  expect(await pass(0)).toEqual(["c", "d"]);
});

test("of keys that come once so many wait, and what comes then is turned away", async () => {
  const { enter, pass } = setUp(0.95);
  const outcomes = Array.from({ length: 100 }, (_, key) => enter(`${key}`));
  expect(outcomes.filter((outcome) => outcome === "waits")).toHaveLength(64);
  expect(outcomes.at(-1)).toBe("turned away");
  expect(await pass(1)).toEqual(["0"]);
  expect(enter("next")).toBe("waits");
});

test("a key that was turned away and comes again begins in time, however many come once", async () => {
  const { enter, pass } = setUp(0.95);
  for (let key = 0; key < 64; key += 1) enter(`invented ${key}`);
  expect(enter("honest")).toBe("turned away");
  for (let key = 64; key < 10_064; key += 1) enter(`invented ${key}`);
  expect(enter("honest")).toBe("waits");
  const at: number[] = [];
  for (let ms = 1; ms <= 80; ms += 1) {
    for (let key = 0; key < 10; key += 1) enter(`invented ${ms} ${key}`);
    if ((await pass(1)).includes("honest")) at.push(ms);
  }
  expect(at).toEqual([65]);
});

test("keys that come again are bounded in number as well", () => {
  const { enter } = setUp(0.95);
  for (let key = 0; key < 2_000; key += 1) enter(`${key}`);
  const outcomes = Array.from({ length: 2_000 }, (_, key) => enter(`${key}`));
  expect(outcomes.filter((outcome) => outcome === "waits")).toHaveLength(1_024 - 64);
});

/** A turnstile whose time passes by hand, in a process that is busy for a part of it. */
function setUp(part: number) {
  const load = { part };
  const begun: string[] = [];
  let ms = 100;
  let timer: { readonly at: number; readonly callback: () => void } | undefined;
  const turnstile = new Turnstile({
    now: () => ms,
    later: (callback, delayMs) => {
      timer = { at: ms + delayMs, callback };
    },
    utilization: () => load.part,
  });
  return {
    load,
    begun,
    enter(lane: string): "waits" | "turned away" {
      const promise = turnstile.enter(lane);
      void promise?.then(() => begun.push(lane));
      return promise === null ? "turned away" : "waits";
    },
    /** What begins when so much time has passed. */
    async pass(passedMs: number): Promise<readonly string[]> {
      ms += passedMs;
      if (timer && timer.at <= ms) {
        const { callback } = timer;
        timer = undefined;
        callback();
      }
      await Promise.resolve();
      return begun.splice(0);
    },
  };
}
