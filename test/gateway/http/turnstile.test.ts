import { expect, test } from "vitest";
import { Turnstile } from "../../../src/gateway/http/turnstile.ts";

test("suspects' requests begin at the end of a turn in which nothing else did", async () => {
  const { enter, endTurn } = setUp();
  expect([enter("a"), enter("b")]).toEqual(["waits", "waits"]);
  expect(await endTurn()).toEqual(["a", "b"]);
});

test("beside others, one of a suspect begins a millisecond, whatever the turns are", async () => {
  const { turnstile, enter, endTurn } = setUp();
  for (let key = 0; key < 8; key += 1) enter(`${key}`);
  const begun: number[] = [];
  for (const ms of [0.5, 0.5, 0.5, 0.5, 0.1, 4]) {
    turnstile.passOther();
    begun.push((await endTurn(ms)).length);
  }
  expect(begun).toEqual([0, 1, 0, 1, 0, 4]);
});

test("time in which nobody waited lets nobody in", async () => {
  const { turnstile, clock, enter, endTurn } = setUp();
  clock.ms += 1_000;
  enter("a");
  turnstile.passOther();
  expect(await endTurn()).toEqual([]);
});

test("of keys that come once so many wait, and what comes then is turned away", async () => {
  const { enter, endTurn } = setUp();
  const outcomes = Array.from({ length: 100 }, (_, key) => enter(`${key}`));
  expect(outcomes.filter((outcome) => outcome === "waits")).toHaveLength(64);
  expect(outcomes.at(-1)).toBe("turned away");
  expect(await endTurn()).toHaveLength(64);
  expect(enter("next")).toBe("waits");
});

test("a key that was turned away and comes again begins in time, however many come once", async () => {
  const { turnstile, enter, endTurn } = setUp();
  for (let key = 0; key < 64; key += 1) enter(`invented ${key}`);
  expect(enter("honest")).toBe("turned away");
  for (let key = 64; key < 10_064; key += 1) enter(`invented ${key}`);
  expect(enter("honest")).toBe("waits");
  const turns: number[] = [];
  for (let turn = 1; turn <= 80; turn += 1) {
    for (let key = 0; key < 10; key += 1) enter(`invented ${turn} ${key}`);
    turnstile.passOther();
    if ((await endTurn(1)).includes("honest")) turns.push(turn);
  }
  expect(turns).toEqual([65]);
});

test("keys that come again are bounded in number as well, and not all begin in one turn", async () => {
  const { enter, endTurn } = setUp();
  for (let key = 0; key < 2_000; key += 1) enter(`${key}`);
  const outcomes = Array.from({ length: 2_000 }, (_, key) => enter(`${key}`));
  expect(outcomes.filter((outcome) => outcome === "waits")).toHaveLength(1_024 - 64);
  expect(await endTurn()).toHaveLength(64);
});

/** A turnstile whose turns and time pass by hand. */
function setUp() {
  const clock = { ms: 5 };
  let turn: (() => void) | undefined;
  let begun: string[] = [];
  const turnstile = new Turnstile({
    now: () => clock.ms,
    atTurnsEnd: (callback) => {
      turn = callback;
    },
  });
  return {
    turnstile,
    clock,
    enter(lane: string): "waits" | "turned away" {
      const promise = turnstile.enter(lane);
      void promise?.then(() => begun.push(lane));
      return promise === null ? "turned away" : "waits";
    },
    /** What begins at the end of a turn that takes so long. */
    async endTurn(ms = 0): Promise<readonly string[]> {
      clock.ms += ms;
      const ended = turn;
      turn = undefined;
      begun = [];
      ended?.();
      await Promise.resolve();
      return begun;
    },
  };
}
