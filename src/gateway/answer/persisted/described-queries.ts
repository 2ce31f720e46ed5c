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

/** A registered query that says what it does. */
export interface DescribedQuery {
  readonly name: string;
  readonly description: string;
  readonly document: string;
  /** Its variables as JSON Schema; or why it cannot be called with a flat object of them. */
  readonly variables: readonly DescribedVariable[] | string;
}

export interface DescribedVariable {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: VariableSchema;
}

type JsonType = "string" | "integer" | "number" | "boolean";

type VariableSchema = {
  readonly type: JsonType | "array";
  readonly description: string;
  readonly items?: { readonly type: JsonType; readonly enum?: readonly string[] };
  readonly enum?: readonly string[];
  readonly default?: unknown;
};

const maxVariables = 8;

/** The scalars whose values are of one kind in JSON. */
const scalars: Readonly<Record<string, JsonType>> = {
  ID: "string",
  String: "string",
  DateTime: "string",
  Int: "integer",
  SafeInt: "integer",
  Float: "number",
  Boolean: "boolean",
};

/**
 * The queries of registered documents that have a name and a description of their own, in the documents' order.
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
): readonly DescribedVariable[] | string {
  if (variableDefinitions.length > maxVariables)
    return `it has more than ${maxVariables} variables`;
  const variables: DescribedVariable[] = [];
  for (const definition of variableDefinitions) {
    const name = definition.variable.name.value;
    const read = readVariable(definition, schema);
    if (read === null) return `its variable $${name} is no scalar, enum or list of them`;
    const isRequired = definition.type.kind === Kind.NON_NULL_TYPE && !definition.defaultValue;
    variables.push({ name, isRequired, schema: read });
  }
  return variables;
}

function readVariable(
  { type: node, defaultValue, description }: VariableDefinitionNode,
  schema: GraphQLSchema,
): VariableSchema | null {
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

function toScalar(name: string): { readonly type: JsonType } | null {
  const type = Object.hasOwn(scalars, name) ? scalars[name] : undefined;
  return type === undefined ? null : { type };
}
