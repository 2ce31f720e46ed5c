import type { JsonObject } from "../../upstream/decode.ts";
import type { ItemRule } from "./item-rule.ts";

/** Lines of a long text that are seen at once. */
const rows = 5;

/** How react-jsonschema-form draws the form of a record's additional data: the items in their order, each by its kind of input. */
export function toUiSchema(rules: readonly ItemRule[]): JsonObject {
  return {
    "ui:order": [...rules.map(({ identifier }) => identifier), "*"],
    ...Object.fromEntries(rules.map((rule) => [rule.identifier, toInput(rule)])),
  };
}

function toInput({ type, options }: ItemRule): JsonObject {
  switch (type) {
    case "TEXTBOX":
    case "UNKNOWN":
      return { "ui:widget": "text" };
    case "TEXTAREA":
      return { "ui:widget": "textarea", "ui:options": { rows } };
    case "SELECTBOX":
      // The schema allows no choice as well, which is no option to choose.
      return options.length > 0
        ? { "ui:widget": "select", "ui:enumOrder": options }
        : { "ui:widget": "text" };
    case "NUMBER":
      return { "ui:widget": "updown" };
    case "IMAGE":
      return { "ui:widget": "uri", "ui:placeholder": "https://" };
    default:
      return type satisfies never;
  }
}
