import { expect, test } from "vitest";
import { RefusalRate } from "../../../../src/gateway/call/protection/refusal-rate.ts";

test("the rate is high once most new keys have been refused, but not after a few refusals", () => {
  const rate = new RefusalRate();
  for (let key = 0; key < 40; key += 1) rate.count("refused");
  expect(rate.isHigh).toBe(false);
  for (let key = 0; key < 10; key += 1) rate.count("refused");
  expect(rate.isHigh).toBe(true);
});

test("the rate is not high while most new keys are answered, nor once they are answered again", () => {
  const rate = new RefusalRate();
  for (let key = 0; key < 1_000; key += 1) rate.count(key % 3 === 0 ? "refused" : "answered");
  expect(rate.isHigh).toBe(false);
  for (let key = 0; key < 1_000; key += 1) rate.count("refused");
  for (let key = 0; key < 50; key += 1) rate.count("answered");
  expect(rate.isHigh).toBe(false);
});
