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

/** Creates the arguments of a field: their values if they use no variable, else a function that reads them from variables. */
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
  // A `$` may also be part of a string. Then the arguments are read each time, which is slower but correct.
  if (!print(node).includes("$")) return read({});
  const [only, another] = nodes;
  const isOnly = another === undefined && field.args.length === 1;
  if (!isOnly || only?.value.kind !== Kind.VARIABLE) return read;
  // The most frequent case is a single argument from a variable, such as an id. Its value is coerced already.
  const argument = only.name.value;
  const variable = only.value.name.value;
  return (variables) => {
    const value = variables[variable];
    // graphql-js handles a missing variable, and null for an argument that must not be null.
    return value === undefined || value === null ? read(variables) : { [argument]: value };
  };
}

/** Copies a node without its tokens, which link to each other and would keep the whole document in memory. */
export function detach<Node extends ASTNode>(original: Node): Node {
  return visit(original, {
    leave({ loc, ...node }) {
      return loc ? { ...node, loc: { start: loc.start, end: loc.end, source: loc.source } } : node;
    },
  });
}

/** How many characters of the document a node spans, from which its memory is estimated. */
export function lengthOf({ loc }: ASTNode): number {
  return loc ? loc.end - loc.start : 0;
}

/** Turns an error that graphql-js reports about a caller's values into `BAD_USER_INPUT`, at the same place in the document. */
export function toInputError({ message, source, positions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { source, positions, extensions: { code: "BAD_USER_INPUT" } });
}
