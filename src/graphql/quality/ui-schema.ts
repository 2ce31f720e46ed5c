import type { JsonObject } from "../../upstream/decode.ts";
import type { ItemRule } from "./item-rule.ts";

/** Lines of a long text that are seen at once. */
const rows = 5;

/** An order's word for all further keys. */
const others = "*";

/** How react-jsonschema-form draws the form of a record's additional data: the items in their order, each by its kind of input. */
export function toUiSchema(rules: readonly ItemRule[]): JsonObject {
  const order = [...rules.map(({ identifier }) => identifier), others];
  // What belongs to the form itself cannot tell of an item: that is drawn by its schema alone.
  const drawn = rules.filter(({ identifier }) => !identifier.startsWith("ui:"));
  return {
    ...(new Set(order).size === order.length && { "ui:order": order }),
    ...Object.fromEntries(drawn.map((rule) => [rule.identifier, toInput(rule)])),
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
