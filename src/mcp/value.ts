import { type GraphQLSchema, isEnumType, isInputObjectType } from "graphql";
import { parseDateTime } from "../registry-client/date-string.ts";
import { isJsonObject, type JsonObject } from "../registry-client/json-values.ts";
import type { Subject } from "../registry-client/records.ts";
import { expectedTime } from "./flat-schema.ts";
import { type Known, ToolError } from "./tool.ts";

/** What an identifier names: a field of every record, as filters call it, or additional data. */
export type Named =
  | { readonly field: string; readonly filter: string; readonly facet: string }
  | { readonly identifier: string; readonly type: string };

/**
 * Finds an item of the structure, a field of the record, an item by its name, or else a key without
 * an item.
 * @throws ToolError if several items have that name.
 */
export async function findNamed(
  subject: Subject,
  name: string,
  { schema, documentIds, ask }: Known,
): Promise<Named> {
  const variables = { of: subject.toUpperCase() };
  const { data } = await ask({ documentId: documentIds.get("structure"), variables });
  const found = Object(data["additionalDataStructure"]).items as unknown;
  const all = Array.isArray(found) ? found.filter(isJsonObject) : [];
  // An item whose identifier cannot be read says nothing about any key.
  const items = all.filter((item) => typeof item["identifier"] === "string");
  const own = items.find((item) => item["identifier"] === name);
  const field = own === undefined ? findField(subject, name, schema) : undefined;
  if (field !== undefined) return field;
  const named = own ? [own] : items.filter((item) => item["name"] === name);
  if (named.length > 1) {
    const allowed = named.map((item) => item["identifier"]).join(", ");
    const what = `several fields have the name ${name}`;
    throw new ToolError(`BAD_USER_INPUT: ${what}; expected one of their identifiers: ${allowed}`);
  }
  const { identifier = name, type = "UNKNOWN" } = Object(named[0]);
  return { identifier, type };
}

function findField(subject: Subject, name: string, schema: GraphQLSchema): Named | undefined {
  const filter = schema.getType(subject === "tag" ? "TagFilter" : "TerminalFilter");
  const camelCase = name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase());
  const field = name === "id" ? `${subject}Id` : camelCase;
  const type = isInputObjectType(filter) ? String(filter.getFields()[field]?.type) : "";
  if (!["TextFilter", "BooleanFilter", "DateTimeFilter"].includes(type)) return undefined;
  return { field, filter: type, facet: name.toUpperCase() };
}

export function toFacet(named: Named, subject: Subject, schema: GraphQLSchema): JsonObject {
  if (!("field" in named)) return { field: "ADDITIONAL_DATA", identifier: named.identifier };
  const type = schema.getType(subject === "tag" ? "TagFacetField" : "TerminalFacetField");
  const all = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
  const fields = all.filter((field) => !/^ADDITIONAL_DATA$|^DATA_|_AT$/.test(field));
  if (fields.includes(named.facet)) return { field: named.facet };
  const own = fields.join(", ").toLowerCase();
  throw new ToolError(`field: expected one of ${own}, or a field of the additional data`);
}

/**
 * The condition that a field has a value, by the comparison that its kind takes; without a value,
 * that it has any.
 * @throws ToolError if the value is of another kind.
 */
export function toCondition(named: Named, value: string | undefined): JsonObject {
  const truth = value === "true" ? true : value === "false" ? false : undefined;
  if ("field" in named) {
    const { field, filter } = named;
    if (value === undefined) return { [field]: { isNull: false } };
    if (filter === "DateTimeFilter") {
      if (parseDateTime(value) === null) throw new ToolError(`value: expected ${expectedTime}`);
      return { [field]: { gte: value, lte: value } };
    }
    if (filter === "TextFilter") return { [field]: { eq: value } };
    if (truth === undefined) throw new ToolError("value: expected true or false");
    return { [field]: { eq: truth } };
  }
  const { identifier, type } = named;
  const compare = (comparison: JsonObject) => ({ additionalData: [{ identifier, ...comparison }] });
  if (value === undefined) return compare({ isNull: false });
  const number = value.trim() === "" ? Number.NaN : Number(value);
  const isNumber = Number.isFinite(number);
  if (type === "NUMBER") {
    if (isNumber) return compare({ number: { eq: number } });
    throw new ToolError(`value: expected a number, as ${identifier} has`);
  }
  const or = [{ text: { eq: value } }, { number: { eq: number } }, { boolean: { eq: truth } }];
  const fits = [true, type === "UNKNOWN" && isNumber, type === "UNKNOWN" && truth !== undefined];
  return { or: or.filter((_, place) => fits[place]).map(compare) };
}
