import fc from "fast-check";
import { expect, it } from "vitest";
import type { StructureItem } from "../../../src/explorer/connect/structure.ts";
import { printTypes } from "../../../src/explorer/page/take-along/print-types.ts";
import type { ItemRecord } from "../../../src/gateway/call/decode/records.ts";
import { printTypes as printAsCommand } from "../../../src/gateway/resolvers/structure/typescript.ts";

const text = fc.oneof(
  fc.constantFrom("site", "a b", "*/ evil", "\u2028", "constructor", "__proto__", ""),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);
const item = fc.record({
  type: fc.constantFrom("TEXTBOX", "TEXTAREA", "SELECTBOX", "NUMBER", "IMAGE", "UNKNOWN"),
  name: fc.option(text),
  identifier: fc.option(text),
  setViaApp: fc.option(fc.boolean()),
  enum: fc.option(fc.array(text, { maxLength: 4 })),
});
const items = fc.option(fc.array(item, { maxLength: 5 }));

function toRecord({ type, name, identifier, setViaApp, enum: options }: StructureItem): ItemRecord {
  const raw = type === "UNKNOWN" ? "hologram" : type.toLowerCase();
  return {
    fields: { type: raw, name, identifier, set_via_app: setViaApp, enum: options },
    template: "",
  };
}

it("prints the types of any structures to the letter as `tapgraph types` does", () => {
  fc.assert(
    fc.property(items, items, (tag, terminal) => {
      const toRecords = (given: typeof tag) => given?.map(toRecord) ?? null;
      expect(printTypes({ tag, terminal })).toBe(
        printAsCommand(toRecords(tag), toRecords(terminal)),
      );
    }),
  );
});
