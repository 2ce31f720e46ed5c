import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
} from "graphql";

/** Prints the TypeScript types of an operation's data and of its variables: `<name>Query` and `<name>QueryVariables`. */
export function printOperationTypes(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  name: string,
): string {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  const root = schema.getRootType(operation.operation);
  const data = root
    ? printSelections({ schema, fragments }, root, [operation.selectionSet], "")
    : "unknown";
  const inputs = new Map<string, string>();
  const variables = (operation.variableDefinitions ?? []).map((definition) => {
    const type = typeFromAST(schema, definition.type as never) as GraphQLInputType | undefined;
    const printed = isInputType(type) ? printInput(type, inputs) : "unknown";
    const isOptional = !isNonNullType(type) || definition.defaultValue !== undefined;
    return `  ${definition.variable.name.value}${isOptional ? "?" : ""}: ${printed};\n`;
  });
  return [
    ...inputs.values(),
    `export type ${name}Query = ${data};\n`,
    variables.length === 0
      ? `export type ${name}QueryVariables = Record<string, never>;\n`
      : `export type ${name}QueryVariables = {\n${variables.join("")}};\n`,
  ].join("\n");
}

interface Context {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** An object's type; for an interface or a union, that of each of its types, unless they are all alike. */
function printSelections(
  context: Context,
  type: GraphQLNamedType,
  sets: readonly SelectionSetNode[],
  indent: string,
): string {
  const types = isAbstractType(type) ? context.schema.getPossibleTypes(type) : [type];
  const printed = types.flatMap((one) =>
    isObjectType(one) ? [printObject(context, one, sets, indent)] : [],
  );
  return [...new Set(printed)].join(" | ") || "unknown";
}

interface Selected {
  readonly nodes: FieldNode[];
  isConditional: boolean;
}

function printObject(
  context: Context,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  indent: string,
): string {
  const selected = new Map<string, Selected>();
  for (const set of sets) collect(context, type, set, { selected, isConditional: false });
  const lines = [...selected].map(([key, { nodes, isConditional }]) => {
    const printed = printField(context, type, nodes, `${indent}  `);
    return `${indent}  ${key}${isConditional ? "?" : ""}: ${printed};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

interface Collecting {
  readonly selected: Map<string, Selected>;
  readonly isConditional: boolean;
  readonly entered?: ReadonlySet<string>;
}

function collect(
  context: Context,
  type: GraphQLObjectType,
  set: SelectionSetNode,
  { selected, isConditional, entered = new Set() }: Collecting,
): void {
  for (const selection of set.selections) {
    const mayBeLeftOut =
      isConditional ||
      selection.directives?.some(({ name }) => ["skip", "include"].includes(name.value)) === true;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const known = selected.get(key);
      if (known === undefined) {
        selected.set(key, { nodes: [selection], isConditional: mayBeLeftOut });
      } else {
        known.nodes.push(selection);
        known.isConditional &&= mayBeLeftOut;
      }
      continue;
    }
    const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : null;
    const fragment = name === null ? undefined : context.fragments.get(name);
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragment;
    // A fragment that contains itself is invalid, and must not be followed forever.
    if (inner === undefined || (name !== null && entered.has(name))) continue;
    if (!applies(context, inner.typeCondition?.name.value, type)) continue;
    const within = name === null ? entered : new Set([...entered, name]);
    collect(context, type, inner.selectionSet, {
      ...{ selected, isConditional: mayBeLeftOut, entered: within },
    });
  }
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
  return printOutput(field.type, (type) =>
    sets.length === 0 ? printLeaf(type) : printSelections(context, type, sets, indent),
  );
}

function printOutput(
  type: GraphQLOutputType,
  printNamed: (type: GraphQLNamedType) => string,
): string {
  if (!isNonNullType(type)) return `${printPresent(type, printNamed)} | null`;
  return printPresent(type.ofType, printNamed);
}

function printPresent(
  type: GraphQLOutputType,
  printNamed: (type: GraphQLNamedType) => string,
): string {
  if (isNonNullType(type)) return printPresent(type.ofType, printNamed);
  if (isListType(type)) return `Array<${printOutput(type.ofType, printNamed)}>`;
  return printNamed(type);
}

function printInput(type: GraphQLInputType, inputs: Map<string, string>): string {
  if (!isNonNullType(type)) return `${printPresentInput(type, inputs)} | null`;
  return printPresentInput(type.ofType, inputs);
}

function printPresentInput(type: GraphQLInputType, inputs: Map<string, string>): string {
  if (isNonNullType(type)) return printPresentInput(type.ofType, inputs);
  if (isListType(type)) return `Array<${printInput(type.ofType, inputs)}>`;
  if (isInputObjectType(type)) declareInput(type, inputs);
  return isInputObjectType(type) ? type.name : printLeaf(type);
}

function declareInput(type: GraphQLInputObjectType, inputs: Map<string, string>): void {
  if (inputs.has(type.name)) return;
  // An input may contain itself.
  inputs.set(type.name, "");
  const lines = Object.values(type.getFields()).map((field) => {
    const isOptional = !isNonNullType(field.type) || field.defaultValue !== undefined;
    return `  ${field.name}${isOptional ? "?" : ""}: ${printInput(field.type, inputs)};\n`;
  });
  inputs.set(type.name, `export type ${type.name} = {\n${lines.join("")}};\n`);
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
