import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type Source,
  type TypeNode,
  type VariableDefinitionNode,
} from "graphql";
import { detach, lengthOf, toInputError } from "./arguments.ts";
import { getVariableValues } from "./graphql-js.ts";
import type { OperationPlan, Variables } from "./plan.ts";
import { prepareOperation } from "./prepare.ts";

const maxErrors = 50;

// Without its plans, approximately; and for each character of the variable definitions.
const operationBytes = 1_500;
const variableBytes = 50;

let operationCount = 0;

export interface OperationOptions {
  readonly schema: GraphQLSchema;
  readonly hidesSchema: boolean;
}

type VariablesResult =
  | { readonly variables: Variables }
  | { readonly errors: readonly GraphQLError[] };

export class Operation {
  readonly name: string | undefined;
  readonly isSubscription: boolean;
  readonly id: string;
  readonly source: Source;
  readonly tokenCount: number;
  /** In memory, without the text of the document, approximately. */
  readonly bytes: number;
  readonly #options: OperationOptions;
  readonly #variables: readonly VariableDefinitionNode[];
  // Variables that hold ids. Premise: in input objects ids are texts, which keep their digits.
  readonly #ids: readonly VariableDefinitionNode[];
  // Variables that `@skip` and `@include` may depend on.
  readonly #conditions: readonly string[];

  constructor(
    options: OperationOptions,
    { name, operation, variableDefinitions = [] }: OperationDefinitionNode,
    source: Source,
    tokenCount = 0,
  ) {
    operationCount += 1;
    this.id = String(operationCount);
    this.name = name?.value;
    this.isSubscription = operation === OperationTypeNode.SUBSCRIPTION;
    this.#options = options;
    this.source = source;
    this.tokenCount = tokenCount;
    this.#variables = variableDefinitions.map(detach);
    this.#ids = this.#variables.filter(({ type }) => innerTypeOf(type) === "ID");
    this.#conditions = variableDefinitions
      .filter(({ type }) => isBoolean(type))
      .map(({ variable }) => variable.name.value);
    const length = variableDefinitions.reduce((sum, node) => sum + lengthOf(node), 0);
    this.bytes = operationBytes + length * variableBytes;
  }

  coerceVariables(values: Variables): VariablesResult {
    const excess = findExcess(values);
    if (excess !== null) return { errors: [excess] };
    if (this.#variables.length === 0) return noVariables;
    const { schema, hidesSchema } = this.#options;
    const { coerced, errors } = getVariableValues(schema, this.#variables, values, {
      maxErrors,
      hideSuggestions: hidesSchema,
    });
    if (!coerced) return { errors: errors.map(toInputError) };
    const inexact = this.#ids.find(({ variable }) => isInexact(values[variable.name.value]));
    if (inexact !== undefined) return { errors: [toInputError(inexactId(inexact))] };
    // Without a prototype, because a variable may be called `constructor`.
    return { variables: Object.assign(Object.create(null), coerced) };
  }

  /** Depends only on the Boolean variables. */
  planCacheKeyFor(variables: Variables): string {
    return this.#conditions.reduce(
      (cacheKey, condition) => `${cacheKey} ${variables[condition]}`,
      this.id,
    );
  }

  /**
   * Prepares the plan for these variables.
   * @param document the parsed document. Without it, the source is parsed again, because a kept
   * document would take more memory than the plan.
   */
  prepare(variables: Variables, document: DocumentNode = parse(this.source)): OperationPlan {
    const operation = getOperationAST(document, this.name);
    if (!operation) throw new TypeError("a valid document has its operations");
    const { schema } = this.#options;
    return prepareOperation({ schema, document, operation, source: this.source, variables });
  }
}

// More than any filter needs, and far below what overflows the stack of a recursive function.
const maxLevels = 200;

/**
 * Maximum number of lists, of objects and of the objects' members in variables: some times what the
 * largest filter needs. Coercion takes far longer for each than for a string in a list.
 */
const maxMembers = 10_000;

const tooDeep = badVariables(`The variables nest more than ${maxLevels} levels.`);
const tooMany = badVariables(
  `The variables have more than ${maxMembers} lists, objects and members of objects.`,
);

const noVariables: VariablesResult = { variables: Object.freeze(Object.create(null)) };

// Or `Boolean!`: `@skip` and `@include` accept variables of no other type.
function isBoolean(type: TypeNode): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return isBoolean(type.type);
  return type.kind === Kind.NAMED_TYPE && type.name.value === "Boolean";
}

function findExcess(values: Variables): GraphQLError | null {
  let level: readonly object[] = [values];
  let members = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxLevels) return tooDeep;
    const next: object[] = [];
    for (const object of level) {
      const inner: readonly unknown[] = Array.isArray(object) ? object : Object.values(object);
      members += inner === object ? 1 : 1 + inner.length;
      if (members > maxMembers) return tooMany;
      for (const value of inner) if (isObject(value)) next.push(value);
    }
    level = next;
  }
  return null;
}

// Within lists, such as `ID` of `[ID!]!`.
function innerTypeOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : innerTypeOf(type.type);
}

// Of more than 53 bits: JSON's reader has changed such a number, perhaps to another record's id.
function isInexact(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isInexact);
  return typeof value === "number" && !Number.isSafeInteger(value);
}

function inexactId(definition: VariableDefinitionNode): GraphQLError {
  const name = definition.variable.name.value;
  const message = `Variable "$${name}" has an id that is a number of more than 53 bits. Send it as a text, which keeps its digits.`;
  return new GraphQLError(message, { nodes: definition });
}

function badVariables(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT" } });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
