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
