import { expect, test } from "vitest";
import { append, type Json, PendingJson } from "../../src/execution/json.ts";

test("thousands of small parts are taken piece by piece, so that others get their turn between (rule 12)", () => {
  const values = Array.from({ length: 10_000 }, () => new PendingJson(true));
  const json = values.reduce<Json>((list, value) => append(list, value, true), "");
  for (const [index, value] of values.entries()) value.append(`"value ${index} in Zürich",`);
  if (typeof json === "string") throw new Error("nothing is awaited");
  const pieces = json.take();
  const { value: first } = pieces.next();
  expect(first).toMatch(/^"value 0 in Zürich",/);
  expect(first?.length).toBeLessThan(100_000);
  const rest = [...pieces];
  expect(rest.length).toBeGreaterThan(2);
  const expected = values.map((_, index) => `"value ${index} in Zürich",`).join("");
  expect([first, ...rest].join("")).toBe(expected);
});
