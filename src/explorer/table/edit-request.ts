import { type FieldNode, Kind } from "graphql";
import { setValue } from "../build/edit-value.ts";

/** A request's text: its document and its variables as JSON. */
export interface RequestText {
  readonly query: string;
  readonly variables: string;
}

/** An argument as a request has it. */
export interface NewArgument {
  readonly name: string;
  /** What the query's text gets; empty: the argument goes. */
  readonly literal: string;
  /** What a variable that stands there gets. */
  readonly value: unknown;
}

/**
 * A request with an argument of a field set wherever the document selects it: the query's variable gets the value where one
 * stands there, else the query's own text does. Null when the variables cannot be read as JSON. The nodes must be of this very text.
 */
export function withArgument(
  request: RequestText,
  nodes: readonly FieldNode[],
  { name, literal, value }: NewArgument,
): RequestText | null {
  let { query, variables } = request;
  const fromLastToFirst = nodes.toSorted((one, other) => startOf(other) - startOf(one));
  for (const node of fromLastToFirst) {
    const given = node.arguments?.find((argument) => argument.name.value === name)?.value;
    if (given?.kind === Kind.VARIABLE) {
      const changed = withVariable(variables, given.name.value, value);
      if (changed === null) return null;
      variables = changed;
    } else query = setValue(query, node, [name], literal);
  }
  return { query, variables };
}

/** Where a field begins in the text. */
export function startOf({ loc }: FieldNode): number {
  return loc?.start ?? 0;
}

function withVariable(text: string, name: string, value: unknown): string | null {
  try {
    const variables: unknown = text.trim() === "" ? {} : JSON.parse(text);
    if (typeof variables !== "object" || variables === null) return null;
    return `${JSON.stringify({ ...variables, [name]: value }, null, 2)}\n`;
  } catch {
    return null;
  }
}
