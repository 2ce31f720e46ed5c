import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  getArgumentValues,
  Kind,
  type Source,
  visit,
} from "graphql";
import { detach, toInputError } from "./detached.ts";
import type { Arguments } from "./plan.ts";

const noArguments: Arguments = {};

/** The arguments of a field, worked out once where no variable is among them. */
export function createArguments(
  field: GraphQLField<unknown, unknown>,
  { name, arguments: given }: FieldNode,
  source: Source,
): Arguments {
  if (field.args.length === 0) return noArguments;
  const { node, positions } = detach({
    kind: Kind.FIELD,
    name,
    ...(given && { arguments: given }),
  });
  const read: Arguments = (variables) => {
    try {
      return getArgumentValues(field, node, variables);
    } catch (error) {
      throw error instanceof GraphQLError ? toInputError(error, source, positions) : error;
    }
  };
  return hasVariables(node) ? read : read({});
}

function hasVariables(node: FieldNode): boolean {
  let found = false;
  visit(node, {
    Variable() {
      found = true;
    },
  });
  return found;
}
