import fc from "fast-check";
import { buildSchema, Source } from "graphql";
import { expect, test } from "vitest";
import {
  FieldError,
  type PathStep,
  sortErrors,
  toGraphqlErrors,
} from "../../src/execution/field-error.ts";
import type { FieldPlan } from "../../src/execution/plan.ts";

const source = new Source("{ z list { nodes { b a } } a }");
const parentType = buildSchema("type Query { a: Int }").getQueryType();

function step(responseKey: string, index: number): PathStep {
  return { responseKey, index, parentType, positions: [2] } as unknown as FieldPlan;
}

const [z, list, nodes, a] = [step("z", 0), step("list", 1), step("nodes", 0), step("a", 2)];
const [innerB, innerA] = [step("b", 0), step("a", 1)];
const inOrder: readonly (readonly PathStep[])[] = [
  [],
  [z],
  [list, nodes, 0, innerB],
  [list, nodes, 0, innerA],
  [list, nodes, 1],
  [list, nodes, 2, innerA],
  [list, nodes, 10],
  [a],
];

function toPaths(places: readonly (readonly PathStep[])[]) {
  const fieldErrors = places.map((place) => new FieldError(new Error("m"), place));
  return toGraphqlErrors(sortErrors(fieldErrors), source).map(({ path }) => path);
}

test("errors are in the order of the data, whichever occurred first", () => {
  const paths = inOrder.map((place) =>
    place.map((one) => (typeof one === "number" ? one : one.responseKey)),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray([...inOrder], { minLength: inOrder.length }), (places) => {
      expect(toPaths(places)).toEqual(paths);
    }),
    { verbose: true },
  );
});
