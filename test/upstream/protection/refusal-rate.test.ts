import { expect, test } from "vitest";
import { Newcomers } from "../../../src/upstream/protection/newcomers.ts";

test("new keys are suspected once most of them have been refused, and not for a few", () => {
  const newcomers = new Newcomers();
  for (let key = 0; key < 40; key += 1) newcomers.note("refused");
  expect(newcomers.areRefused).toBe(false);
  for (let key = 0; key < 10; key += 1) newcomers.note("refused");
  expect(newcomers.areRefused).toBe(true);
});

test("new keys are not suspected where most are answered, and no longer once they are again", () => {
  const newcomers = new Newcomers();
  for (let key = 0; key < 1_000; key += 1) newcomers.note(key % 3 === 0 ? "refused" : "answered");
  expect(newcomers.areRefused).toBe(false);
  for (let key = 0; key < 1_000; key += 1) newcomers.note("refused");
  for (let key = 0; key < 50; key += 1) newcomers.note("answered");
  expect(newcomers.areRefused).toBe(false);
});
