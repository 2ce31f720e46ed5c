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
import type { ArgumentReader, Arguments, Variables } from "./plan.ts";

const noArguments: Arguments = {};

/** The arguments of a field, worked out once where no variable is among them. */
export function createArguments(
  field: GraphQLField<unknown, unknown>,
  { name, arguments: given = [] }: FieldNode,
  source: Source,
): Arguments {
  if (field.args.length === 0) return noArguments;
  const { node, positions } = detach({ kind: Kind.FIELD, name, arguments: given });
  const read: ArgumentReader = (variables) => {
    try {
      return getArgumentValues(field, node, variables);
    } catch (error) {
      throw error instanceof GraphQLError ? toInputError(error, source, positions) : error;
    }
  };
  if (!hasVariables(node)) return read(noVariables);
  const [only, another] = node.arguments ?? [];
  const isLone = another === undefined && field.args.length === 1;
  return only && isLone && only.value.kind === Kind.VARIABLE
    ? createLoneReader(only.name.value, only.value.name.value, read)
    : read;
}

const noVariables: Variables = {};

/** For the most frequent arguments of all, an id in a variable: graphql-js gives a coerced variable as it is. */
function createLoneReader(
  argument: string,
  variable: string,
  read: ArgumentReader,
): ArgumentReader {
  return (variables) => {
    const value = variables[variable];
    // It may be missing, or null where it must not be.
    return value === undefined || value === null ? read(variables) : { [argument]: value };
  };
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
