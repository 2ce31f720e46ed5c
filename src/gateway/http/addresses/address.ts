import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromASTUntyped,
} from "graphql";
import type { RowForm } from "../../answer/request.ts";
import { rowFormsOf } from "../../answer/rows/row-forms.ts";
import { type InputSchema, schemaOfInput } from "./json-schema.ts";

// A registered query that is asked for by its name.
export interface Address {
  readonly name: string;
  readonly description: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly rowForms: readonly RowForm[];
  readonly text: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

export interface Parameter {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly schema: InputSchema;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  // Undefined if there is none.
  readonly defaultValue: unknown;
}

export interface Addresses {
  // All registered queries that have a name, though some may share it.
  readonly queries: readonly Address[];
  readonly byName: ReadonlyMap<string, Address>;
  // The registered operations that have none, each with the reason.
  readonly without: readonly string[];
}

/**
 * @param texts documents that are valid in the schema.
 * @param known addresses of earlier documents, so that these are not read again.
 */
export function readAddresses(
  texts: Iterable<string>,
  schema: GraphQLSchema,
  known: readonly Address[] = [],
): Addresses {
  const knownByText = Map.groupBy(known, ({ text }) => text);
  const found = [...new Set(texts)].flatMap((text) => {
    const document = knownByText.get(text)?.[0]?.document ?? parse(text);
    return document.definitions.flatMap((operation) =>
      operation.kind === Kind.OPERATION_DEFINITION ? [{ text, document, operation }] : [],
    );
  });
  const without: string[] = [];
  const queries: Address[] = [];
  const byName = new Map<string, Address>();
  for (const [name, all] of Map.groupBy(found, ({ operation }) => operation.name?.value)) {
    if (name === undefined) {
      without.push("an operation without a name");
      continue;
    }
    const named = all.filter(isQuery).map((query) => {
      const former = knownByText.get(query.text)?.find((one) => one.name === name);
      return former ?? toAddress(name, query, schema);
    });
    queries.push(...named);
    const [address] = named;
    if (all.length > 1) without.push(`${name} (it occurs ${all.length} times)`);
    else if (address === undefined) without.push(`${name} (no query)`);
    else byName.set(name, address);
  }
  return { queries, byName, without };
}

function isQuery({ operation }: Registered): boolean {
  return operation.operation === OperationTypeNode.QUERY;
}

type Registered = Pick<Address, "text" | "document" | "operation">;

function toAddress(name: string, query: Registered, schema: GraphQLSchema): Address {
  const { document, operation } = query;
  const { variableDefinitions = [], description } = operation;
  return {
    ...{ ...query, name, description: description?.value },
    parameters: variableDefinitions.map((variable) => toParameter(variable, schema)),
    rowForms: rowFormsOf(schema, document, operation),
  };
}

function toParameter(
  { variable, type: node, defaultValue, description }: VariableDefinitionNode,
  schema: GraphQLSchema,
): Parameter {
  const type = typeFromAST(schema, node);
  if (!isInputType(type)) throw new TypeError("a valid document has variables of input types");
  return {
    ...{ name: variable.name.value, type, description: description?.value },
    schema: schemaOfInput(type),
    isRequired: isNonNullType(type) && defaultValue === undefined,
    defaultValue: defaultValue && valueFromASTUntyped(defaultValue),
  };
}

export type Ending = "" | `.${RowForm}`;

export function endingsOf({ rowForms }: Address): readonly Ending[] {
  return ["", ...rowForms.map((form): Ending => `.${form}`)];
}
