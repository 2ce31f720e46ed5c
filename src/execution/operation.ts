import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type Source,
  type TypeNode,
  type VariableDefinitionNode,
} from "graphql";
import { detach, lengthOf, toInputError } from "./arguments.ts";
import { mostLevels, nestsTooDeep } from "./nesting.ts";
import type { OperationPlan, Variables } from "./plan.ts";
import { prepareOperation } from "./prepare.ts";

/** Mistakes in variables that are told. */
const mostErrors = 50;

/** What an operation takes in memory beside its plans, and each character of its variables, about, in bytes. */
const operationBytes = 1_500;
const variableBytes = 50;

/** How many operations there were so far. */
let count = 0;

/** What an operation is prepared with. */
export interface OperationOptions {
  readonly schema: GraphQLSchema;
  /** Whether messages are to keep what the schema has to themselves. */
  readonly hidesSchema: boolean;
}

/** The values of an operation's variables, or why they cannot be taken. */
export type ReadVariables =
  | { readonly variables: Variables }
  | { readonly errors: readonly GraphQLError[] };

/** An operation of a valid document: reads its variables, and makes its plans. */
export class Operation {
  /** Its name in the document; undefined: it has none. */
  readonly name: string | undefined;
  /** Whether it is answered once, or with event after event. */
  readonly isSubscription: boolean;
  /** No other operation of the process has it. */
  readonly id: string;
  /** Memory that it takes, about. */
  readonly bytes: number;
  readonly #options: OperationOptions;
  readonly #source: Source;
  readonly #variables: readonly VariableDefinitionNode[];
  /** The variables that `@skip` and `@include` may depend on. */
  readonly #conditions: readonly string[];

  constructor(
    options: OperationOptions,
    { name, operation, variableDefinitions = [] }: OperationDefinitionNode,
    source: Source,
  ) {
    count += 1;
    this.id = String(count);
    this.name = name?.value;
    this.isSubscription = operation === OperationTypeNode.SUBSCRIPTION;
    this.#options = options;
    this.#source = source;
    this.#variables = variableDefinitions.map(detach);
    this.#conditions = variableDefinitions
      .filter(({ type }) => isBoolean(type))
      .map(({ variable }) => variable.name.value);
    const length = variableDefinitions.reduce((sum, node) => sum + lengthOf(node), 0);
    this.bytes = operationBytes + length * variableBytes;
  }

  /** The variables, coerced by graphql-js, or why they cannot be taken. */
  readVariables(given: Variables): ReadVariables {
    if (nestsTooDeep(given)) return { errors: [tooDeep] };
    if (this.#variables.length === 0) return noVariables;
    const { schema, hidesSchema } = this.#options;
    const { coerced, errors } = getVariableValues(schema, this.#variables, given, {
      maxErrors: mostErrors,
      hideSuggestions: hidesSchema,
    });
    // Without a prototype: a variable may be called `constructor`.
    if (coerced) return { variables: Object.assign(Object.create(null), coerced) };
    return { errors: errors.map(toInputError) };
  }

  /** What tells the plan for these variables from those for others. */
  planNameFor(variables: Variables): string {
    return this.#conditions.reduce((name, of) => `${name} ${variables[of]}`, this.id);
  }

  /**
   * Makes the plan for these variables.
   * @param document parsed again where it is not at hand, for to keep it would take more memory than the plan.
   */
  async prepare(
    variables: Variables,
    document: DocumentNode = parse(this.#source),
  ): Promise<OperationPlan> {
    const operation = getOperationAST(document, this.name);
    if (!operation) throw new TypeError("a valid document has its operations");
    const { schema } = this.#options;
    return prepareOperation({ schema, document, operation, source: this.#source, variables });
  }
}

const tooDeep = new GraphQLError(`The variables nest more than ${mostLevels} levels.`, {
  extensions: { code: "BAD_USER_INPUT" },
});

const noVariables: ReadVariables = { variables: Object.freeze(Object.create(null)) };

/** A condition is no list, and nothing but a boolean. */
function isBoolean(type: TypeNode): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return isBoolean(type.type);
  return type.kind === Kind.NAMED_TYPE && type.name.value === "Boolean";
}
