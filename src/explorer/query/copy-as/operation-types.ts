import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type TypeNode,
  typeFromAST,
} from "graphql";

/**
 * Prints the TypeScript types of an operation's data and of its variables: `<name>Query` and
 * `<name>QueryVariables`. The document must be valid.
 */
export function printOperationTypes(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  name: string,
): string {
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  const root = schema.getRootType(operation.operation);
  const sets = [operation.selectionSet];
  const data = root ? printSelections({ schema, fragments }, root, sets, "") : "unknown";
  const inputs = new Map<string, string>();
  const variables = (operation.variableDefinitions ?? []).map((definition) => ({
    name: definition.variable.name.value,
    type: inputType(schema, definition.type),
    defaultValue: definition.defaultValue,
  }));
  const variableTypes =
    variables.length === 0 ? "Record<string, never>" : printInputs(variables, inputs);
  return [
    ...inputs.values(),
    `export type ${name}Query = ${data};\n`,
    `export type ${name}QueryVariables = ${variableTypes};\n`,
  ].join("\n");
}

interface Context {
  readonly schema: GraphQLSchema;
  readonly fragments: readonly FragmentDefinitionNode[];
}

function printSelections(
  context: Context,
  type: GraphQLNamedType,
  sets: readonly SelectionSetNode[],
  indent: string,
): string {
  const types = isAbstractType(type) ? context.schema.getPossibleTypes(type) : [type];
  const printed = types.filter(isObjectType).map((one) => printObject(context, one, sets, indent));
  return [...new Set(printed)].join(" | ");
}

function printObject(
  context: Context,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  indent: string,
): string {
  const selections = sets.flatMap((set) => selectionsOn(context, type, set, false));
  const byKey = Map.groupBy(selections, ({ node }) => node.alias?.value ?? node.name.value);
  const lines = [...byKey].map(([key, same]) => {
    const isOptional = same.every(({ isConditional }) => isConditional);
    const nodes = same.map(({ node }) => node);
    return `${indent}  ${key}${isOptional ? "?" : ""}: ${printField(context, type, nodes, `${indent}  `)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function selectionsOn(
  context: Context,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  isWithinCondition: boolean,
): readonly { readonly node: FieldNode; readonly isConditional: boolean }[] {
  return selections.flatMap((node) => {
    const isConditional =
      isWithinCondition ||
      (node.directives ?? []).some(({ name }) => ["skip", "include"].includes(name.value));
    if (node.kind === Kind.FIELD) return [{ node, isConditional }];
    const fragment =
      node.kind === Kind.INLINE_FRAGMENT
        ? node
        : context.fragments.find(({ name }) => name.value === node.name.value);
    if (!fragment || !applies(context, fragment.typeCondition?.name.value, type)) return [];
    return selectionsOn(context, type, fragment.selectionSet, isConditional);
  });
}

function applies({ schema }: Context, condition: string | undefined, type: GraphQLObjectType) {
  if (condition === undefined || condition === type.name) return true;
  const named = schema.getType(condition);
  return isAbstractType(named) && schema.isSubType(named, type);
}

function printField(
  context: Context,
  parent: GraphQLObjectType,
  nodes: readonly FieldNode[],
  indent: string,
): string {
  const name = nodes[0]?.name.value ?? "";
  if (name === "__typename") return JSON.stringify(parent.name);
  const field = parent.getFields()[name];
  if (field === undefined) return "unknown";
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  return printType(field.type, (type) =>
    sets.length === 0 ? printLeaf(type) : printSelections(context, type, sets, indent),
  );
}

function printType(type: GraphQLType, printNamed: (type: GraphQLNamedType) => string): string {
  const present = getNullableType(type);
  const printed = isListType(present)
    ? `Array<${printType(present.ofType, printNamed)}>`
    : printNamed(getNamedType(present));
  return isNonNullType(type) ? printed : `${printed} | null`;
}

function inputType(schema: GraphQLSchema, node: TypeNode): GraphQLType {
  const type: GraphQLType | undefined = typeFromAST(schema, node as never);
  if (type === undefined) throw new Error("The document is not valid");
  return type;
}

function printInputs(
  fields: readonly {
    readonly name: string;
    readonly type: GraphQLType;
    readonly defaultValue?: unknown;
  }[],
  inputs: Map<string, string>,
): string {
  const lines = fields.map(({ name, type, defaultValue }) => {
    const isOptional = !isNonNullType(type) || defaultValue !== undefined;
    const printed = printType(type, (named) => printInput(named, inputs));
    return `  ${name}${isOptional ? "?" : ""}: ${printed};\n`;
  });
  return `{\n${lines.join("")}}`;
}

function printInput(type: GraphQLNamedType, inputs: Map<string, string>): string {
  if (!isInputObjectType(type)) return printLeaf(type);
  if (!inputs.has(type.name)) {
    // An input may contain itself.
    inputs.set(type.name, "");
    const printed = printInputs(Object.values(type.getFields()), inputs);
    inputs.set(type.name, `export type ${type.name} = ${printed};\n`);
  }
  return type.name;
}

const scalars: Readonly<Record<string, string>> = {
  Int: "number",
  Float: "number",
  SafeInt: "number",
  Boolean: "boolean",
  String: "string",
  ID: "string",
  DateTime: "string",
  JSONObject: "Record<string, unknown>",
};

function printLeaf(type: GraphQLNamedType): string {
  if (!isEnumType(type)) return scalars[type.name] ?? "unknown";
  return type
    .getValues()
    .map(({ name }) => JSON.stringify(name))
    .join(" | ");
}
