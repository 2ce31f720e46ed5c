import { expect, test } from "vitest";
import type { ItemRule } from "../../../../src/gateway/resolvers/structure/item-rule.ts";
import { toUiSchema } from "../../../../src/gateway/resolvers/structure/ui-schema.ts";

const rule = (identifier: string): ItemRule => ({
  identifier,
  alias: null,
  name: null,
  type: "TEXTBOX",
  options: [],
  isRequired: false,
});

test("further keys come after the items, which have their own order", () => {
  expect(toUiSchema([rule("2"), rule("1")])["ui:order"]).toEqual(["2", "1", "*"]);
});

test("an item with the identifier `ui:order` does not replace the form's setting", () => {
  const uiSchema = toUiSchema([rule("ui:order"), rule("a")]);
  expect(uiSchema).toEqual({ "ui:order": ["ui:order", "a", "*"], a: { "ui:widget": "text" } });
});

test("an item with the identifier `*`, the wildcard, leaves the order to the schema", () => {
  expect(Object.keys(toUiSchema([rule("a"), rule("*")]))).toEqual(["a", "*"]);
});
