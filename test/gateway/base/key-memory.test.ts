import { expect, test } from "vitest";
import { KeyMemory } from "../../../src/gateway/base/key-memory.ts";
import { ManualClock } from "../../support/manual-clock.ts";

test("ten thousand keys stay known, and any number of made-up ones push none of them out", () => {
  const { keys, refuse } = setUp();
  for (let key = 0; key <= 10_000; key += 1) keys.noteAnswer(`${key}`);
  expect([0, 1, 10_000].map((key) => keys.isKnown(`${key}`))).toEqual([false, true, true]);
  for (let key = 0; key < 30_000; key += 1) {
    refuse(`made up ${key}`);
  }
  expect(keys.isKnown("1")).toBe(true);
});

test("a key that is asked for stays known, however many others are answered", () => {
  const { keys } = setUp();
  keys.noteAnswer("stays");
  for (let key = 0; key < 30_000; key += 1) {
    keys.noteAnswer(`${key}`);
    if (key % 5_000 === 0) keys.isKnown("stays");
  }
  expect(keys.isKnown("stays")).toBe(true);
});

test("a new key is refused everywhere for a second, and a known one only where it was refused", () => {
  const { keys, refuse, clock } = setUp();
  keys.noteAnswer("known");
  for (const key of ["known", "new"]) refuse(key);
  expect(["/tags", "/terminals"].map((end) => keys.refusalOf("new", end))).toEqual([no, no]);
  expect(["/tags", "/terminals"].map((end) => keys.refusalOf("known", end))).toEqual([
    no,
    undefined,
  ]);
  clock.advance(1_000);
  expect(["new", "known"].map((key) => keys.refusalOf(key, "/tags"))).toEqual([
    undefined,
    undefined,
  ]);
});

test("a key that was refused is asked for again once it is answered", () => {
  const { keys, refuse } = setUp();
  refuse("new");
  keys.noteAnswer("new");
  expect(keys.refusalOf("new", "/tags")).toBeUndefined();
});

const no = { reason: "no" };

function setUp() {
  const clock = new ManualClock();
  const keys = new KeyMemory<{ readonly reason: string }>(clock);
  const refuse = (keyDigest: string) => keys.noteRefusal(keyDigest, "/tags", no);
  return { clock, keys, refuse };
}
