import { type FieldNode, parse, visit } from "graphql";
import type { RequestText } from "../../connect/graphql-over-http.ts";
import { startOf, withArgument } from "./edit-request.ts";
import { type ListOrder, orderArgument } from "./sorting.ts";

/**
 * The request for a list in another order. It asks for the first page, because a cursor is valid
 * for one order only.
 */
export function sortRequest(
  request: RequestText,
  nodes: readonly FieldNode[],
  order: ListOrder | null,
): RequestText {
  const indexes = indexesOf(request.query, nodes);
  const newArguments = [
    { name: orderArgument, literal: formatOrder(order), value: order ? [toInput(order)] : [] },
    { name: "after", literal: "", value: null },
    { name: "before", literal: "", value: null },
  ];
  let sorted = request;
  for (const argument of newArguments) {
    const fields = listFields(sorted.query);
    const list = indexes.flatMap((index) => fields[index] ?? []);
    sorted = withArgument(sorted, list, argument);
  }
  return sorted;
}

function toInput({ field, identifier, direction }: ListOrder) {
  return { field, ...(identifier !== null && { identifier }), direction };
}

function formatOrder(order: ListOrder | null): string {
  if (order === null) return "";
  const { field, identifier, direction } = order;
  const which = identifier === null ? "" : `, identifier: ${JSON.stringify(identifier)}`;
  return `[{ field: ${field}${which}, direction: ${direction} }]`;
}

function listFields(query: string): readonly FieldNode[] {
  const fields: FieldNode[] = [];
  visit(parse(query), { Field: (field) => void fields.push(field) });
  return fields;
}

function indexesOf(query: string, nodes: readonly FieldNode[]): readonly number[] {
  const starts = new Set(nodes.map(startOf));
  return listFields(query).flatMap((field, index) => (starts.has(startOf(field)) ? [index] : []));
}
