import { expect, test } from "vitest";
import { RefusalRate } from "../../../../src/upstream/calls/protection/refusal-rate.ts";

test("new keys are suspected once most of them have been refused, and not for a few", () => {
  const rate = new RefusalRate();
  for (let key = 0; key < 40; key += 1) rate.count("refused");
  expect(rate.isHigh).toBe(false);
  for (let key = 0; key < 10; key += 1) rate.count("refused");
  expect(rate.isHigh).toBe(true);
});

test("new keys are not suspected where most are answered, and no longer once they are again", () => {
  const rate = new RefusalRate();
  for (let key = 0; key < 1_000; key += 1) rate.count(key % 3 === 0 ? "refused" : "answered");
  expect(rate.isHigh).toBe(false);
  for (let key = 0; key < 1_000; key += 1) rate.count("refused");
  for (let key = 0; key < 50; key += 1) rate.count("answered");
  expect(rate.isHigh).toBe(false);
});
