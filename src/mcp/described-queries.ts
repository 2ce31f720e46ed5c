import {
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromASTUntyped,
} from "graphql";
import type { FlatMember, FlatSchema, FlatType } from "./flat-schema.ts";

interface DescribedQuery {
  readonly name: string;
  readonly description: string;
  readonly document: string;
  readonly variables: FlatSchema | string;
}

const maxVariables = 8;

const scalars: Readonly<Record<string, FlatType["type"]>> = {
  ID: "string",
  String: "string",
  DateTime: "string",
  Int: "integer",
  SafeInt: "integer",
  Float: "number",
  Boolean: "boolean",
};

/**
 * The queries of registered documents that have a name and a description of their own, in the
 * documents' order.
 * @param documents valid in the schema.
 */
export function readDescribedQueries(
  documents: Iterable<string>,
  schema: GraphQLSchema,
): readonly DescribedQuery[] {
  return [...documents].flatMap((document) =>
    parse(document).definitions.flatMap((node): readonly DescribedQuery[] => {
      if (node.kind !== Kind.OPERATION_DEFINITION) return [];
      const name = node.name?.value;
      const description = node.description?.value;
      if (node.operation !== OperationTypeNode.QUERY || !name || !description) return [];
      return [{ name, description, document, variables: readVariables(node, schema) }];
    }),
  );
}

function readVariables(
  { variableDefinitions = [] }: OperationDefinitionNode,
  schema: GraphQLSchema,
): FlatSchema | string {
  if (variableDefinitions.length > maxVariables)
    return `it has more than ${maxVariables} variables`;
  const properties: [string, FlatMember][] = [];
  const required: string[] = [];
  for (const definition of variableDefinitions) {
    const name = definition.variable.name.value;
    const read = readVariable(definition, schema);
    if (read === null) return `its variable $${name} is no scalar, enum or list of them`;
    properties.push([name, read]);
    if (definition.type.kind === Kind.NON_NULL_TYPE && !definition.defaultValue)
      required.push(name);
  }
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function readVariable(
  { type: node, defaultValue, description }: VariableDefinitionNode,
  schema: GraphQLSchema,
): FlatMember | null {
  const type = typeFromAST(schema, node);
  const outer = isNonNullType(type) ? type.ofType : type;
  const member = isListType(outer) ? outer.ofType : outer;
  const named = isNonNullType(member) ? member.ofType : member;
  const single = isEnumType(named)
    ? { type: "string" as const, enum: named.getValues().map(({ name }) => name) }
    : toScalar(String(named));
  if (single === null) return null;
  const told = {
    description: description?.value ?? `Of the GraphQL type ${type}`,
    ...(defaultValue && { default: valueFromASTUntyped(defaultValue) }),
  };
  return isListType(outer) ? { type: "array", items: single, ...told } : { ...single, ...told };
}

function toScalar(name: string): FlatType | null {
  const type = Object.hasOwn(scalars, name) ? scalars[name] : undefined;
  return type === undefined ? null : { type };
}
