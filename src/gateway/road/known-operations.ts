import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
} from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import { LRUCache } from "lru-cache";
import type { RequestContext } from "../context.ts";
import type { OperationCheck } from "../limits/limits-nodes.ts";
import { countFields } from "../limits/limits-shape.ts";

/** The variables of an operation, by name. */
export type Variables = Readonly<Record<string, unknown>>;

/** An operation of a document that was found valid, compiled. */
export interface KnownOperation {
  /** Its name in the document. */
  readonly name: string | undefined;
  /** Whether it may read the additional data of records. */
  readonly readsAdditionalData: boolean;
  /** The variables as graphql-js coerces them; null where it cannot, or where they make the operation too complex. */
  coerce(variables: Variables): Variables | null;
  execute(
    context: RequestContext,
    variables: Variables,
  ): ExecutionResult | Promise<ExecutionResult>;
}

/** A document, and its operations as far as they were asked for again; null for one that cannot be compiled. */
interface KnownDocument {
  readonly document: DocumentNode;
  readonly readsAdditionalData: boolean;
  readonly operations: Map<OperationDefinitionNode, KnownOperation | null>;
}

/** Documents that are remembered. */
export const mostDocuments = 256;

/** Text that the remembered documents may have together. Compiled, a document takes some 200 times as much memory. */
export const mostCharacters = 128 * 1024;

/** Fields of an operation that is compiled: each takes a tenth of a millisecond, in which nothing else is answered. */
const mostFields = 1_000;

/**
 * Fields that may be compiled at once; a request for a known document gives back one of them. Each leaves some 5 kB to V8,
 * which is slow to collect it: with texts that come twice and never again the gateway held 870 MiB, and spent its time on
 * compiling.
 */
const mostCredit = 2_000;

/**
 * The documents that Apollo Server has parsed and found valid, by their text. The operation of one that comes again is
 * compiled by graphql-jit, which answers lists 2.4 to 3.5 times as fast as graphql-js does.
 */
export class KnownOperations {
  readonly #schema: GraphQLSchema;
  readonly #check: OperationCheck;
  readonly #documents = new LRUCache<string, KnownDocument>({
    max: mostDocuments,
    maxSize: mostCharacters,
    sizeCalculation: (_, text) => text.length + 1,
  });

  #credit = mostCredit;

  constructor(schema: GraphQLSchema, check: OperationCheck) {
    this.#schema = schema;
    this.#check = check;
  }

  /** Remembers a document that was found valid. */
  learn(text: string, document: DocumentNode): void {
    if (this.#documents.has(text)) return;
    // All fields that read them have this in their name.
    const readsAdditionalData = text.includes("additionalData");
    this.#documents.set(text, { document, readsAdditionalData, operations: new Map() });
  }

  /**
   * The operation of this name in a known document; null where there is none, the document is not known, or enough has been
   * compiled for now.
   */
  find(text: string, operationName: string | null): KnownOperation | null {
    const known = this.#documents.get(text);
    if (known === undefined) return null;
    // By the definition, not by the name asked for: callers may ask for as many names as they like.
    const definition = getOperationAST(known.document, operationName);
    if (!definition) return null;
    this.#credit = Math.min(this.#credit + 1, mostCredit);
    let operation = known.operations.get(definition);
    if (operation === undefined) {
      const fields = countFields(known.document, definition);
      if (fields > mostFields || fields > this.#credit) return null;
      this.#credit -= fields;
      operation = compile(this.#schema, this.#check, known, definition);
      known.operations.set(definition, operation);
    }
    return operation;
  }
}

function compile(
  schema: GraphQLSchema,
  check: OperationCheck,
  { document, readsAdditionalData }: KnownDocument,
  definition: OperationDefinitionNode,
): KnownOperation | null {
  const compiled = compileQuery(schema, document, definition.name?.value, {
    // Its errors are masked before anybody sees a stack.
    disablingCapturingStackErrors: true,
    // The resolvers give every leaf as the schema has it: serialising them again takes 5 % of a list's time.
    disableLeafSerialization: true,
  });
  if (!isCompiledQuery(compiled)) return null;
  const definitions = definition.variableDefinitions ?? [];
  return {
    name: definition.name?.value,
    readsAdditionalData,
    coerce(variables) {
      const coerced =
        definitions.length === 0
          ? noVariables
          : getVariableValues(schema, definitions, variables).coerced;
      return coerced && check(document, definition, coerced) === null ? coerced : null;
    },
    execute: (context, variables) => compiled.query(undefined, context, variables),
  };
}

const noVariables: Variables = {};
