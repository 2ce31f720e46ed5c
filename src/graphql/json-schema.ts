import { decodeBoolean, decodeString, decodeStrings, type JsonObject } from "../upstream/decode.ts";
import { type ItemRecord, readOptional, readPromised } from "../upstream/records.ts";
import { readItemType } from "./item-type.ts";

/**
 * The JSON Schema (2020-12) that a record's additional data should satisfy: a property for each item, in its order,
 * required where the item must be filled at registration. Further keys are allowed, as registries have them.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` where an item has no identifier.
 */
export function toJsonSchema(items: readonly ItemRecord[]): JsonObject {
  const properties = items.map((item) => [readIdentifier(item), toProperty(item)] as const);
  const required = items.filter((item) => readOptional(item, "set_via_app", decodeBoolean));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: Object.fromEntries(properties),
    required: required.map(readIdentifier),
    additionalProperties: true,
  };
}

function toProperty(item: ItemRecord): JsonObject {
  const title = readOptional(item, "name", decodeString);
  return { ...(title === null ? {} : { title }), ...toConstraint(item) };
}

function toConstraint(item: ItemRecord): JsonObject {
  const type = readItemType(item);
  switch (type) {
    case "TEXTBOX":
    case "TEXTAREA":
      return { type: "string" };
    case "SELECTBOX": {
      const options = readOptional(item, "enum", decodeStrings) ?? [];
      return options.length > 0
        ? { type: "string", enum: [...new Set(options)] }
        : { type: "string" };
    }
    case "NUMBER":
      return { type: "number" };
    case "IMAGE":
      return { type: "string", format: "uri" };
    case "UNKNOWN":
      return {};
    default:
      return type satisfies never;
  }
}

function readIdentifier(item: ItemRecord): string {
  return readPromised(item, "identifier", decodeString);
}
