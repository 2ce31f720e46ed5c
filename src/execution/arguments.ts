import {
  type ASTNode,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  Kind,
  print,
  visit,
} from "graphql";
import { getArgumentValues } from "./graphql-js.ts";
import type { ArgumentReader, Arguments } from "./plan.ts";

const noArguments: Arguments = {};

/** A field's arguments if they use no variable, else a function that reads them from variables. */
export function createArguments(
  field: GraphQLField<unknown, unknown>,
  { name, arguments: nodes = [] }: FieldNode,
): Arguments {
  if (field.args.length === 0) return noArguments;
  const node = detach({ kind: Kind.FIELD, name, arguments: nodes });
  const read: ArgumentReader = (variables) => {
    try {
      return getArgumentValues(field, node, variables);
    } catch (error) {
      throw error instanceof GraphQLError ? toInputError(error) : error;
    }
  };
  // A `$` may also be part of a string. Then the arguments are read each time, which is slower but
  // correct.
  if (!print(node).includes("$")) return read({});
  const [only, another] = nodes;
  const isOnly = another === undefined && field.args.length === 1;
  if (!isOnly || only?.value.kind !== Kind.VARIABLE) return read;
  // The most frequent case is a single argument from a variable, such as an id. Its value is
  // coerced already.
  const argument = only.name.value;
  const variable = only.value.name.value;
  return (variables) => {
    const value = variables[variable];
    // graphql-js handles a missing variable, and null for an argument that must not be null.
    return value === undefined || value === null ? read(variables) : { [argument]: value };
  };
}

/**
 * Copies a node without its tokens: they link to each other, and would keep the whole document.
 */
export function detach<Node extends ASTNode>(original: Node): Node {
  return visit(original, {
    leave({ loc, ...node }) {
      return loc ? { ...node, loc: { start: loc.start, end: loc.end, source: loc.source } } : node;
    },
  });
}

/** In characters of the document: the memory of a node is estimated from it. */
export function lengthOf({ loc }: ASTNode): number {
  return loc ? loc.end - loc.start : 0;
}

export function toInputError({ message, source, positions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { source, positions, extensions: { code: "BAD_USER_INPUT" } });
}
