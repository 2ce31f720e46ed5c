import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isObjectType,
} from "graphql";
// A function of graphql-js itself, so that the oracle shares no code with the gateway's own way to find selections.
import { collectSubfields } from "../../../src/execution/graphql-js.ts";

/** What a resolver of the gateway asks about the selection of its field, found in the document itself. */
export interface AstSelection {
  isSelected(...path: readonly string[]): boolean;
  selectionsOf(...path: readonly string[]): readonly AstSelection[];
  readArguments(): Readonly<Record<string, unknown>> | null;
}

/** The selection of a resolver's own field. Respects fragments and directives. One whose conditions cannot be evaluated selects nothing. */
export function selectionOf(info: GraphQLResolveInfo): AstSelection {
  const definition = info.parentType.getFields()[info.fieldName];
  if (definition === undefined) throw new TypeError(`${info.fieldName} is no field`);
  return toSelection(info, definition, info.fieldNodes);
}

function toSelection(
  info: GraphQLResolveInfo,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
): AstSelection {
  const selectionsOf = ([name, ...rest]: readonly string[]): readonly AstSelection[] => {
    const below = toObjectTypes(info, definition.type).flatMap((object) =>
      fieldsOf(info, object, nodes).flatMap((field) => {
        const own = object.getFields()[field[0]?.name.value ?? ""];
        return own !== undefined && own.name === name ? [toSelection(info, own, field)] : [];
      }),
    );
    return rest.length === 0 ? below : below.flatMap((one) => one.selectionsOf(...rest));
  };
  return {
    isSelected: (...path) => selectionsOf(path).length > 0,
    selectionsOf: (...path) => selectionsOf(path),
    readArguments: () => readArguments(info, definition, nodes),
  };
}

function readArguments(
  { variableValues }: GraphQLResolveInfo,
  definition: GraphQLField<unknown, unknown>,
  [node]: readonly FieldNode[],
) {
  try {
    return node === undefined ? null : getArgumentValues(definition, node, variableValues);
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

function toObjectTypes(
  { schema }: GraphQLResolveInfo,
  type: GraphQLOutputType,
): readonly GraphQLObjectType[] {
  const named = getNamedType(type);
  if (isObjectType(named)) return [named];
  return isAbstractType(named) ? schema.getPossibleTypes(named) : [];
}

function fieldsOf(
  { schema, fragments, variableValues }: GraphQLResolveInfo,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): readonly (readonly FieldNode[])[] {
  try {
    return [...collectSubfields(schema, fragments, variableValues, type, nodes).values()];
  } catch (error) {
    if (error instanceof GraphQLError) return [];
    throw error;
  }
}
