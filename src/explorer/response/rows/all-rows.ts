import { type FieldNode, parse, print, separateOperations, visit } from "graphql";
import type { GraphQLRequest } from "../../connect/graphql-over-http.ts";
import { startOf } from "../rewrite/edit-request.ts";
import type { TableSource } from "../table/find-tables.ts";
import type { SelectedField } from "../table/selection.ts";

const recordLists = new Set(["tags", "terminals", "linkedTags", "linkedTerminals"]);

/** May be selected beside the list, or above it. */
const besides = new Set(["__typename", "id", "projectId"]);

/** Whether the gateway can send a list as rows: no other may be selected, nor this one of rows. */
export function hasRows(
  selection: readonly SelectedField[],
  { path, connection }: TableSource,
): boolean {
  return recordLists.has(connection?.field?.name ?? "") && isAlone(selection, path.split("."));
}

function isAlone(fields: readonly SelectedField[], [key, ...within]: readonly string[]): boolean {
  if (key === undefined) return true;
  const [field, another] = fields.filter(({ name }) => !besides.has(name));
  return another === undefined && field?.key === key && isAlone(field.fields, within);
}

const paging = new Set(["first", "after", "last", "before", "offset"]);

/** The request for a list from its start to its end. Variables that only paged it are gone, too. */
export function allRowsRequest(
  request: GraphQLRequest,
  nodes: readonly FieldNode[],
): GraphQLRequest {
  const isPaged = nodes.some((node) => node.arguments?.some(({ name }) => paging.has(name.value)));
  const operation = separateOperations(parse(request.query))[request.operationName ?? ""];
  if (!isPaged || operation === undefined) return request;
  const starts = new Set(nodes.map(startOf));
  const whole = visit(operation, {
    Field: (field) =>
      starts.has(startOf(field))
        ? { ...field, arguments: field.arguments?.filter(({ name }) => !paging.has(name.value)) }
        : undefined,
  });
  const used = new Set<string>();
  visit(whole, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.add(name.value),
  });
  const document = visit(whole, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? undefined : null),
  });
  return { ...request, query: print(document) };
}
