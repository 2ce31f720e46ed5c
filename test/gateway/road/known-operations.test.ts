import { parse } from "graphql";
import { beforeEach, expect, test } from "vitest";
import { KnownOperations } from "../../../src/gateway/road/known-operations.ts";
import { createSchema } from "../../../src/graphql/schema.ts";

let known: KnownOperations;

beforeEach(() => {
  known = new KnownOperations(createSchema(), () => null);
});

/** A document of 40 fields that no other number has. */
function learn(number: number): string {
  const fields = Array.from({ length: 39 }, (_, field) => `f${number}_${field}: name`);
  const text = `{ tag(id: 5) { ${fields.join(" ")} } }`;
  known.learn(text, parse(text));
  return text;
}

function isFound(text: string): boolean {
  return known.find(text, null) !== null;
}

test("a document is compiled when it is asked for again", () => {
  expect(isFound(learn(1))).toBe(true);
});

test("of many documents that are asked for once, few are compiled", () => {
  const texts = Array.from({ length: 1000 }, (_, number) => learn(number));
  const compiled = texts.filter((text) => {
    known.learn(text, parse(text));
    return isFound(text);
  });
  expect(compiled.length).toBeGreaterThan(49);
  expect(compiled.length).toBeLessThan(80);
});

test("a document that is asked for often is compiled after any number of others", () => {
  for (let number = 0; number < 100; number += 1) isFound(learn(number));
  const text = learn(100);
  const asked = Array.from({ length: 40 }, () => isFound(text));
  expect(asked.at(-1)).toBe(true);
});
