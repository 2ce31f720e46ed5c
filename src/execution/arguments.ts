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

/** The arguments of a field, worked out once where no variable is among them. */
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
  // One within a string means nothing, and costs no more than reading them each time.
  if (!print(node).includes("$")) return read({});
  const [only, another] = given;
  const isLone = another === undefined && field.args.length === 1;
  if (!isLone || only?.value.kind !== Kind.VARIABLE) return read;
  // The most frequent arguments of all, an id in a variable: graphql-js gives a coerced variable as it is.
  const argument = only.name.value;
  const variable = only.value.name.value;
  return (variables) => {
    const value = variables[variable];
    // It may be missing, or null where it must not be.
    return value === undefined || value === null ? read(variables) : { [argument]: value };
  };
}

/** A copy of a part of a document that keeps nothing else of it: nodes know their neighbours by their tokens. */
export function detach<Node extends ASTNode>(original: Node): Node {
  return visit(original, {
    leave({ loc, ...node }) {
      return loc ? { ...node, loc: { start: loc.start, end: loc.end, source: loc.source } } : node;
    },
  });
}

/** Characters of a part of a document: what it takes in memory grows with them. */
export function lengthOf({ loc }: ASTNode): number {
  return loc ? loc.end - loc.start : 0;
}

/** What graphql-js says of a caller's values: their mistake, at its place in the document. */
export function toInputError({ message, source, positions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { source, positions, extensions: { code: "BAD_USER_INPUT" } });
}
