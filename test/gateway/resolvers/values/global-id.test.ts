import fc from "fast-check";
import { expect, test } from "vitest";
import { parseGlobalId, toGlobalId } from "../../../../src/gateway/resolvers/values/global-id.ts";

const type = fc.constantFrom("Tag", "Terminal");

test("a global id holds its type and the registry's id", () => {
  fc.assert(
    fc.property(type, fc.string({ unit: "grapheme" }), (given, id) => {
      expect(parseGlobalId(toGlobalId(given, id))).toEqual({ type: given, id });
    }),
  );
});

test("ids of different records differ", () => {
  expect(toGlobalId("Tag", "5")).not.toBe(toGlobalId("Terminal", "5"));
  expect(toGlobalId("Tag", "5")).not.toBe(toGlobalId("Tag", "6"));
});

test("a registry's own id is not a global id", () => {
  const own = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.base64String(),
    fc.uuid(),
    fc.nat().map(String),
  );
  fc.assert(
    fc.property(own, (id) => parseGlobalId(id) === null),
    { numRuns: 2000 },
  );
});

test("a global id with one character changed is not one", () => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  fc.assert(
    fc.property(
      type,
      fc.string(),
      fc.nat(),
      fc.constantFrom(...alphabet),
      (given, id, at, letter) => {
        const global = toGlobalId(given, id);
        const index = at % global.length;
        const altered = global.slice(0, index) + letter + global.slice(index + 1);
        expect(parseGlobalId(altered)).toEqual(altered === global ? { type: given, id } : null);
      },
    ),
    { numRuns: 2000 },
  );
});

test("another spelling of a global id is not one", () => {
  const global = toGlobalId("Tag", "04A224B2");
  for (const spelling of [`${global}=`, `${global} `, `${global}\n`]) {
    expect(parseGlobalId(spelling)).toBeNull();
  }
});
