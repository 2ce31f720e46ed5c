import {
  type FieldNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isObjectType,
} from "graphql";
// A function of graphql-js itself, so that the oracle shares no code with the gateway's own way to find selections.
import { collectSubfields } from "../../../src/gateway/execution/graphql-js.ts";

/**
 * Whether the document selects a field at this path below the resolver's own field. Respects fragments and directives. A selection
 * whose conditions cannot be evaluated selects nothing.
 */
export function isSelected(info: GraphQLResolveInfo, ...path: readonly string[]): boolean {
  return selects(info, info.returnType, info.fieldNodes, path);
}

/** The arguments of each selection of a field of the object that the resolver returns, except for invalid ones. */
export function argumentsOf(info: GraphQLResolveInfo, name: string) {
  return toObjectTypes(info, info.returnType).flatMap((object) =>
    fieldsOf(info, object, info.fieldNodes).flatMap(([node]) => {
      const definition = node && object.getFields()[node.name.value];
      if (node?.name.value !== name || definition === undefined) return [];
      try {
        return [getArgumentValues(definition, node, info.variableValues)];
      } catch (error) {
        if (error instanceof GraphQLError) return [];
        throw error;
      }
    }),
  );
}

function selects(
  info: GraphQLResolveInfo,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  [name, ...further]: readonly string[],
): boolean {
  if (name === undefined) return true;
  return toObjectTypes(info, type).some((object) =>
    fieldsOf(info, object, nodes)
      .filter(([first]) => first?.name.value === name)
      .some((field) => {
        const definition = object.getFields()[name];
        return definition !== undefined && selects(info, definition.type, field, further);
      }),
  );
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
