import { isJsonObject, type JsonObject } from "../call/decode/json-values.ts";
import type { Subject } from "../call/decode/records.ts";
import { type Call, ToolError } from "./tool.ts";

/** What an identifier names: a field of every record, or one of the additional data. */
export type Named =
  | { readonly field: string }
  | { readonly identifier: string; readonly type: string };

/** The records' own fields that can be counted by, and the others that can be compared. */
const countable: Readonly<Record<Subject, readonly string[]>> = {
  tag: ["type", "is_active"],
  terminal: [
    "model",
    "platform",
    "platform_version",
    "form_identifier",
    "is_active",
    "can_insert_chip",
    "can_change_chip",
  ],
};
const comparable: Readonly<Record<Subject, readonly string[]>> = {
  tag: ["id", "name", "description"],
  terminal: ["id", "name", "description", "imei", "uuid"],
};

/**
 * Finds what an identifier means: an item of the structure, a field of the record, an item by its name, or a key without an item.
 * @param query asks for the structure's items.
 */
export async function findNamed(
  { ask }: Call,
  {
    subject,
    name,
    query,
  }: { readonly subject: Subject; readonly name: string; readonly query: string },
): Promise<Named> {
  const { data } = await ask({ query, variables: { of: subject.toUpperCase() } });
  const found = Object(data["additionalDataStructure"]).items as unknown;
  const items = Array.isArray(found) ? found.filter(isJsonObject) : [];
  const own = items.find((item) => item["identifier"] === name);
  const isField = countable[subject].includes(name) || comparable[subject].includes(name);
  if (own === undefined && isField) return { field: name };
  const sameName = items.filter((item) => item["name"] === name);
  const { identifier = name, type = "UNKNOWN" } =
    own ?? (sameName.length === 1 ? Object(sameName[0]) : {});
  return { identifier, type };
}

/**
 * The condition that a field has a value, by the comparison that its kind takes; without a value, that it has any.
 * @throws ToolError if the value is of another kind.
 */
export function toCondition(named: Named, subject: Subject, value: string | undefined): JsonObject {
  if ("field" in named) {
    const { field } = named;
    const inSchema =
      field === "id"
        ? `${subject}Id`
        : field.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase());
    if (value === undefined) return { [inSchema]: { isNull: false } };
    return { [inSchema]: { eq: /^(is|can)_/.test(field) ? toBoolean(value) : value } };
  }
  const { identifier, type } = named;
  const compare = (comparison: JsonObject) => ({ additionalData: [{ identifier, ...comparison }] });
  if (value === undefined) return compare({ isNull: false });
  const text = compare({ text: { eq: value } });
  const number = value.trim() === "" ? Number.NaN : Number(value);
  const isNumber = Number.isFinite(number);
  if (type === "NUMBER" && !isNumber)
    throw new ToolError(`value: expected a number, as ${identifier} has`);
  if (type === "NUMBER") return compare({ number: { eq: number } });
  if (type !== "UNKNOWN") return text;
  const isBoolean = value === "true" || value === "false";
  const others = [
    isNumber && { number: { eq: number } },
    isBoolean && { boolean: { eq: value === "true" } },
  ];
  return { or: [text, ...others.filter((other) => other !== false).map(compare)] };
}

/** What to count by. @throws ToolError if that cannot be counted by. */
export function toFacet(named: Named, subject: Subject): JsonObject {
  if (!("field" in named)) return { field: "ADDITIONAL_DATA", identifier: named.identifier };
  if (countable[subject].includes(named.field)) return { field: named.field.toUpperCase() };
  const message = `field: expected one of ${countable[subject].join(", ")}, or a field of the additional data`;
  throw new ToolError(message);
}

function toBoolean(value: string): boolean {
  if (value === "true" || value === "false") return value === "true";
  throw new ToolError("value: expected true or false");
}
