import { type FieldNode, Kind, type Location } from "graphql";
import type { RequestText } from "../../connect/graphql-over-http.ts";
import { type JsonObject, parseVariables } from "../../connect/json.ts";
import { setValue } from "../../query/build/edit-value.ts";

/**
 * The request with an argument set at each selection of a field. If the argument is a variable
 * there, the variable changes; otherwise the query's text does. The nodes must be parsed from the
 * request's query, and the request must have been sent.
 */
export function withArgument(
  request: RequestText,
  nodes: readonly FieldNode[],
  {
    name,
    literal,
    value,
  }: {
    readonly name: string;
    /** For the query's text; empty removes the argument. */
    readonly literal: string;
    readonly value: unknown;
  },
): RequestText {
  let { query, variables } = request;
  // An edit moves the text after it, but not the text before it.
  const fromLastToFirst = nodes.toSorted((one, other) => startOf(other) - startOf(one));
  for (const node of fromLastToFirst) {
    const given = node.arguments?.find((argument) => argument.name.value === name)?.value;
    if (given?.kind === Kind.VARIABLE) {
      variables = formatVariables({ ...parseVariables(variables), [given.name.value]: value });
    } else query = setValue(query, node, [name], literal);
  }
  return { query, variables };
}

export function startOf(node: { readonly loc?: Location | undefined } | undefined): number {
  return node?.loc?.start ?? 0;
}

function formatVariables(variables: JsonObject): string {
  const isEmpty = Object.keys(variables).length === 0;
  return isEmpty ? "" : `${JSON.stringify(variables, null, 2)}\n`;
}
