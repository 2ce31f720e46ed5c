import type { JsonObject } from "../../../registry-client/json-values.ts";
import type { ItemRule } from "./item-rule.ts";

const rows = 5;

const others = "*";

/**
 * The `uiSchema` by which react-jsonschema-form renders a record's additional data: items in order,
 * each with its kind of input.
 */
export function toUiSchema(rules: readonly ItemRule[]): JsonObject {
  const order = [...rules.map(({ identifier }) => identifier), others];
  // A key that begins with `ui:` would configure the form itself. Such an item is rendered by its
  // schema alone.
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
      // The schema may also allow null and the empty string, which the list of options should not
      // show.
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
