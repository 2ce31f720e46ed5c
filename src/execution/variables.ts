import {
  type ASTNode,
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
  type Source,
  type VariableDefinitionNode,
} from "graphql";
import { detach, toInputError, weighValues } from "./detached.ts";
import type { Variables } from "./plan.ts";

/** Mistakes in variables that are told. */
const mostErrors = 50;

/** The values of an operation's variables, or why they cannot be taken. */
export type ReadVariables =
  | { readonly variables: Variables }
  | { readonly errors: readonly GraphQLError[] };

/** The variables of an operation, coerced by graphql-js. */
export class VariableReader {
  /** How many variables there are, with what the values in their defaults weigh. */
  readonly weight: number;
  readonly #schema: GraphQLSchema;
  readonly #source: Source;
  readonly #definitions: readonly VariableDefinitionNode[];
  readonly #positions = new Map<ASTNode, number>();
  /** Whether messages may name what the schema has. */
  readonly #hidesSchema: boolean;

  constructor(
    schema: GraphQLSchema,
    { variableDefinitions = [] }: OperationDefinitionNode,
    { source, hidesSchema }: { readonly source: Source; readonly hidesSchema: boolean },
  ) {
    this.#schema = schema;
    this.#source = source;
    this.#hidesSchema = hidesSchema;
    this.weight = variableDefinitions.reduce((sum, part) => sum + 1 + weighValues(part), 0);
    this.#definitions = variableDefinitions.map((definition) => {
      const { node, positions } = detach(definition);
      for (const [part, position] of positions) this.#positions.set(part, position);
      return node;
    });
  }

  read(given: Variables): ReadVariables {
    if (this.#definitions.length === 0) return noVariables;
    const { coerced, errors } = getVariableValues(this.#schema, this.#definitions, given, {
      maxErrors: mostErrors,
      hideSuggestions: this.#hidesSchema,
    });
    // Without a prototype: a variable may be called `constructor`.
    if (coerced) return { variables: Object.assign(Object.create(null), coerced) };
    return { errors: errors.map((error) => toInputError(error, this.#source, this.#positions)) };
  }
}

const noVariables: ReadVariables = { variables: Object.freeze(Object.create(null)) };
