import { expect, test } from "vitest";
import { append, type Json, PendingJson } from "../../src/execution/json.ts";

test("thousands of small parts are joined to pieces, and long ones are pieces of their own", () => {
  const values = Array.from({ length: 10_000 }, () => new PendingJson(true));
  const json = values.reduce<Json>((list, value) => append(list, value, true), "");
  const textOf = (index: number) =>
    `"value ${index} in Zürich${"!".repeat(index === 5_000 ? 1e5 : 0)}",`;
  for (const [index, value] of values.entries()) value.append(textOf(index));
  if (typeof json === "string") throw new Error("nothing is awaited");
  const pieces = json.take();
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.length).toBeLessThan(20);
  expect(pieces.join("")).toBe(values.map((_, index) => textOf(index)).join(""));
});
