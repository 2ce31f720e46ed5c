import fc from "fast-check";
import { expect, test } from "vitest";
import { sortErrors } from "../../../src/gateway/road/error-order.ts";

const data = { z: null, list: { nodes: [{ b: null, a: null }, null, { a: null }] }, a: null };
const inOrder = [
  undefined,
  ["z"],
  ["list", "nodes", 0, "b"],
  ["list", "nodes", 0, "a"],
  ["list", "nodes", 1],
  ["list", "nodes", 2, "a"],
  ["list", "nodes", 10],
  ["a"],
].map((path) => ({ message: "m", ...(path && { path }) }));

test("errors stand in the order of the data, whatever order they came up in", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(inOrder, { minLength: inOrder.length }), (errors) => {
      expect(sortErrors(errors, data)).toEqual(inOrder);
    }),
    { verbose: true },
  );
});

test("errors of one place keep their order, and data that is null does not matter", () => {
  const errors = ["1", "2", "3"].map((message) => ({ message, path: ["a", message] }));
  expect(sortErrors(errors, null)).toEqual(errors);
});
