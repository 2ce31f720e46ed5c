import { expect, test } from "vitest";
import { toKeyDigest } from "../../../src/gateway/base/key-digest.ts";
import { KeyMemory } from "../../../src/gateway/base/key-memory.ts";
import { ManualClock } from "../../support/manual-clock.ts";

test("ten thousand keys stay known, and any number of made-up ones push none of them out", () => {
  const { keys, refuse } = setUp();
  for (let key = 0; key <= 10_000; key += 1) keys.noteAnswer(`${key}`);
  expect([0, 1, 10_000].map((key) => keys.isKnown(`${key}`))).toEqual([false, true, true]);
  for (let key = 0; key < 30_000; key += 1) {
    refuse(`made up ${key}`);
    keys.noteTurnedAway(toKeyDigest(`made up ${key}`));
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

test("a refusal that may change is not repeated, and does not end one that is", () => {
  const { keys, refuse } = setUp();
  keys.noteRefusal("new", "/tags", { refusal: no, mayChange: true });
  expect(keys.refusalOf("new", "/tags")).toBeUndefined();
  expect(keys.isDistrusted("new")).toBe(true);
  refuse("new");
  keys.noteRefusal("new", "/tags", { refusal: no, mayChange: true });
  expect(keys.refusalOf("new", "/tags")).toBe(no);
});

test("a refused key is distrusted for a minute, unless it is answered meanwhile or was known before", () => {
  const { keys, refuse, clock } = setUp();
  keys.noteAnswer("known");
  for (const key of ["known", "answered", "refused"]) refuse(key);
  keys.noteAnswer("answered");
  const distrusted = () => ["known", "answered", "refused"].map((key) => keys.isDistrusted(key));
  expect(distrusted()).toEqual([false, false, true]);
  expect(keys.refusalOf("answered", "/tags")).toBeUndefined();
  clock.advance(60_000);
  expect(distrusted()).toEqual([false, false, false]);
});

test("there is a key flood once most new keys are refused, but not after a few refusals, nor if one key makes them all", () => {
  const { keys, refuse, clock } = setUp();
  keys.noteAnswer("known");
  for (let key = 0; key < 40; key += 1) refuse("one");
  for (let key = 0; key < 40; key += 1) refuse(`${key}`);
  expect(keys.isFlooded).toBe(false);
  for (let key = 40; key < 50; key += 1) refuse(`${key}`);
  expect(keys.isFlooded).toBe(true);
  clock.advance(1_000);
  for (let key = 0; key < 50; key += 1) keys.noteAnswer(`answered ${key}`);
  expect(keys.isFlooded).toBe(false);
});

test("there is no key flood while most new keys are answered, or as long as none is known", () => {
  const { keys, refuse } = setUp();
  for (let key = 0; key < 1_000; key += 1) refuse(`${key}`);
  expect([keys.hasKnown, keys.isFlooded]).toEqual([false, false]);
  keys.noteAnswer("known");
  expect(keys.isFlooded).toBe(true);
  for (let key = 0; key < 1_000; key += 1) {
    if (key % 3 === 0) refuse(`new ${key}`);
    else keys.noteAnswer(`new ${key}`);
  }
  expect(keys.isFlooded).toBe(false);
});

const no = { reason: "no" };

function setUp() {
  const clock = new ManualClock();
  const keys = new KeyMemory<{ readonly reason: string }>(clock);
  const refuse = (keyDigest: string) =>
    keys.noteRefusal(keyDigest, "/tags", { refusal: no, mayChange: false });
  return { clock, keys, refuse };
}
