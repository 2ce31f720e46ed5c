import {
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  Kind,
  parse,
  print,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { isObject, type JsonObject } from "../../connect/json.ts";
import type { TableColumn } from "../table/columns.ts";
import { identifierArgument, type SelectedField, valueNames } from "../table/selection.ts";
import { startOf } from "./edit-request.ts";

interface SortCriterion {
  readonly field: string;
  readonly identifier: string | null;
}

export interface ListOrder extends SortCriterion {
  readonly direction: "ASC" | "DESC";
}

export interface Sorting {
  readonly fields: ReadonlySet<string>;
  readonly current: ListOrder | null;
}

export const orderArgument = "orderBy";

export function sortingOf(
  schema: GraphQLSchema,
  {
    query,
    fieldNodes,
  }: {
    readonly query: string;
    /** All selections of it, parsed from `query`. */
    readonly fieldNodes: readonly FieldNode[];
  },
  variables: JsonObject,
): Sorting | null {
  const [node] = fieldNodes;
  const fields = node === undefined ? null : orderFields(findDefinition(schema, query, node));
  if (node === undefined || fields === null) return null;
  const given = node.arguments?.find(({ name }) => name.value === orderArgument)?.value;
  // Another order would leave variables that nothing uses, which GraphQL refuses.
  if (given && given.kind !== Kind.VARIABLE && /\$[_a-z]/i.test(print(given))) return null;
  const value: unknown =
    given && valueFromASTUntyped(given, { ...defaultsIn(query), ...variables });
  return { fields, current: toOrder(Array.isArray(value) ? value[0] : value) };
}

/**
 * The criterion that sorts a list by a column; null if the server cannot sort by it.
 * @param fields the fields that the query selects of a row.
 */
export function sortCriterionOf(
  { fields: sortable }: Sorting,
  { id }: TableColumn,
  fields: readonly SelectedField[],
): SortCriterion | null {
  // The id is the path of keys from a row to the cell.
  const [key, ...within] = id.split("/").slice(1).map(decodeURIComponent);
  const field = fields.find((candidate) => candidate.key === key);
  if (field === undefined) return null;
  const identifier = identifierOf(field, within);
  const name = identifier === null ? enumValueOf(field, within) : "ADDITIONAL_DATA";
  return name !== null && sortable.has(name) ? { field: name, identifier } : null;
}

export function nextOrder(current: ListOrder | null, criterion: SortCriterion): ListOrder | null {
  if (!isOrderedBy(current, criterion)) return { ...criterion, direction: "ASC" };
  return current.direction === "ASC" ? { ...criterion, direction: "DESC" } : null;
}

export function isOrderedBy(order: ListOrder | null, criterion: SortCriterion): order is ListOrder {
  return order?.field === criterion.field && order.identifier === criterion.identifier;
}

/** The fields that hold a time as an integer, each with the enum value that sorts by it. */
const timeOrders = new Map([
  ["addedWhen", "ADDED_AT"],
  ["lastUpdate", "UPDATED_AT"],
]);

function enumValueOf(field: SelectedField, within: readonly string[]): string | null {
  if (within.length === 0) return timeOrders.get(field.name) ?? toUpperSnakeCase(field.name);
  const [own] = field.fields.filter(({ key }) => key === within[0]);
  return field.name === "data" && own !== undefined ? `DATA_${toUpperSnakeCase(own.name)}` : null;
}

/** As the gateway names own fields in enums. */
function toUpperSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toUpperCase();
}

function identifierOf(field: SelectedField, within: readonly string[]): string | null {
  const [first, second, ...further] = within;
  if (first === undefined || further.length > 0) return null;
  const isValue = (key: string | undefined) =>
    key !== undefined &&
    valueNames.includes(field.fields.find((inner) => inner.key === key)?.name ?? key);
  switch (field.name) {
    case "additionalData":
      return second === undefined ? first : null;
    case "additionalDataField":
      return second === undefined && isValue(first) ? identifierArgument(field) : null;
    case "additionalDataFields":
      return isValue(second) ? first : null;
    default:
      return null;
  }
}

function findDefinition(schema: GraphQLSchema, query: string, node: FieldNode) {
  let found: GraphQLField<unknown, unknown> | null = null;
  const types = new TypeInfo(schema);
  visit(
    parse(query),
    visitWithTypeInfo(types, {
      Field(field) {
        if (startOf(field) === startOf(node)) found = types.getFieldDef() ?? null;
      },
    }),
  );
  return found as GraphQLField<unknown, unknown> | null;
}

function orderFields(field: GraphQLField<unknown, unknown> | null): ReadonlySet<string> | null {
  const argument = field?.args.find(({ name }) => name === orderArgument);
  const order = argument && getNamedType(argument.type);
  if (!isInputObjectType(order)) return null;
  const { field: by } = order.getFields();
  const type = by && getNamedType(by.type);
  return isEnumType(type) ? new Set(type.getValues().map(({ name }) => name)) : null;
}

function defaultsIn(query: string): JsonObject {
  const defaults = new Map<string, unknown>();
  visit(parse(query), {
    VariableDefinition({ variable, defaultValue }) {
      if (defaultValue) defaults.set(variable.name.value, valueFromASTUntyped(defaultValue));
    },
  });
  return Object.fromEntries(defaults);
}

function toOrder(value: unknown): ListOrder | null {
  if (!isObject(value) || typeof value["field"] !== "string") return null;
  const { field, identifier, direction } = value;
  return {
    field,
    identifier: typeof identifier === "string" ? identifier : null,
    direction: direction === "DESC" ? "DESC" : "ASC",
  };
}
