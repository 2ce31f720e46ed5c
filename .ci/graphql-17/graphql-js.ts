/*
 * src/execution/graphql-js.ts for graphql-js 17: the check puts it in that file's place. The callers are written for 16, so what
 * they give and get here has the form of 16.
 */
import { createRequire } from "node:module";
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues as getArguments,
  getVariableValues as getVariables,
  type VariableDefinitionNode,
} from "graphql";

// Vitest would load the inner file in its form for CommonJS, whose errors are not those of graphql itself.
const { collectSubfields: collect } = createRequire(import.meta.url)(
  "graphql/execution/collectFields.js",
);

export const { suggestionList } = createRequire(import.meta.url)(
  "graphql/jsutils/suggestionList.js",
);

export const { validateSDL } = createRequire(import.meta.url)("graphql/validation/validate.js");

type Variables = Readonly<Record<string, unknown>>;

/** In 17, variables come with where they are from. Only resolvers of other schemas' fields read that. */
function toVariableValues(variables: Variables) {
  const { sources, coerced } = variables;
  // The oracle of the differential test gives what graphql-js itself has given it.
  return sources && coerced ? variables : { sources: Object.create(null), coerced: variables };
}

export function getArgumentValues(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Variables,
) {
  return getArguments(field, node, toVariableValues(variables));
}

export function getVariableValues(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  values: Variables,
  options: object,
) {
  const { variableValues, errors } = getVariables(schema, definitions, values, options);
  return variableValues ? { coerced: variableValues.coerced } : { errors };
}

export function collectSubfields(
  schema: GraphQLSchema,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  variables: Variables,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): ReadonlyMap<string, readonly FieldNode[]> {
  const details = Object.create(null);
  for (const [name, definition] of Object.entries(fragments)) details[name] = { definition };
  const fields = nodes.map((node) => ({ node }));
  const values = toVariableValues(variables);
  const { groupedFieldSet } = collect(schema, details, values, type, fields, false);
  return new Map(
    [...groupedFieldSet].map(([name, found]) => [name, found.map(({ node }) => node)]),
  );
}

export function getFieldDef(schema: GraphQLSchema, type: GraphQLObjectType, node: FieldNode) {
  return schema.getField(type, node.name.value);
}
