import {
  type ASTNode,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  getArgumentValues,
  Kind,
  print,
  visit,
} from "graphql";
import type { ArgumentReader, Arguments } from "./plan.ts";

const noArguments: Arguments = {};

/** The arguments of a field: their values if they use no variable, else a reader of the variables. */
export function createArguments(
  field: GraphQLField<unknown, unknown>,
  { name, arguments: given = [] }: FieldNode,
): Arguments {
  if (field.args.length === 0) return noArguments;
  const node = detach({ kind: Kind.FIELD, name, arguments: given });
  const read: ArgumentReader = (variables) => {
    try {
      return getArgumentValues(field, node, variables);
    } catch (error) {
      throw error instanceof GraphQLError ? toInputError(error) : error;
    }
  };
  // A `$` may also be part of a string. Then the arguments are read each time, which is slower but right.
  if (!print(node).includes("$")) return read({});
  const [only, another] = given;
  const isLone = another === undefined && field.args.length === 1;
  if (!isLone || only?.value.kind !== Kind.VARIABLE) return read;
  // The most frequent case is a lone variable, such as an id. graphql-js has coerced it already and would pass it on unchanged.
  const argument = only.name.value;
  const variable = only.value.name.value;
  return (variables) => {
    const value = variables[variable];
    // graphql-js decides about a missing variable, and about null for an argument that must not be null.
    return value === undefined || value === null ? read(variables) : { [argument]: value };
  };
}

/** Copies a node without its tokens. These link to their neighbours, and would keep the whole document in memory. */
export function detach<Node extends ASTNode>(original: Node): Node {
  return visit(original, {
    leave({ loc, ...node }) {
      return loc ? { ...node, loc: { start: loc.start, end: loc.end, source: loc.source } } : node;
    },
  });
}

/** The number of the document's characters that a node spans. Its memory is estimated by this. */
export function lengthOf({ loc }: ASTNode): number {
  return loc ? loc.end - loc.start : 0;
}

/** Turns an error that graphql-js reports about a caller's values into `BAD_USER_INPUT`, at the same place in the document. */
export function toInputError({ message, source, positions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { source, positions, extensions: { code: "BAD_USER_INPUT" } });
}
