import { ApolloServerErrorCode } from "@apollo/server/errors";
import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  isObjectType,
  parse,
  validate,
} from "graphql";
import { type ContextOptions, RequestContext } from "../../../src/gateway/answer/context.ts";
import { maskError } from "../../../src/gateway/answer/errors.ts";
import { Ledger } from "../../../src/gateway/base/ledger.ts";
import { systemClock } from "../../../src/gateway/base/time/clock.ts";
import { Calls } from "../../../src/gateway/call/calls.ts";
import { RegistryClient } from "../../../src/gateway/call/client.ts";
import { identify } from "../../../src/gateway/keys/key.ts";
import { Snapshots } from "../../../src/gateway/list/whole/snapshots.ts";
import { noOwnFields } from "../../../src/gateway/resolvers/own-fields/own-fields.ts";
import { createSchema } from "../../../src/gateway/resolvers/schema.ts";
import { parseSettings } from "../../../src/settings.ts";
import { selectionOf } from "./ast-selection.ts";
import type { Operation } from "./write-document.ts";

/** How far a request gets: the document is refused, it names no operation, the variables are refused, or it is executed. */
export type Outcome = "document refused" | "no operation" | "variables refused" | "executed";

export interface ExpectedResponse {
  readonly outcome: Outcome;
  readonly errors: readonly GraphQLFormattedError[];
  /** Undefined: the response has no data. */
  readonly data: unknown;
  readonly extensions: unknown;
}

export interface OracleOptions {
  readonly registryUrl: string;
  readonly links: ContextOptions["links"];
}

/** Nothing is kept, and no limit is reached. */
const settings = parseSettings({
  REGISTRY_TIMEOUT_MS: "30000",
  REGISTRY_MAX_CONNECTIONS: "64",
  CACHE_TTL_SECONDS: "0",
  SNAPSHOT_TTL_SECONDS: "0",
  MAX_MEMORY_BYTES: String(2 ** 31),
  REQUEST_DEADLINE_MS: "60000",
  MAX_REGISTRY_CALLS: "10000",
});

/** Finds the right response to a request: by graphql-js with the gateway's resolvers. Nothing is kept between requests. */
export class Oracle implements AsyncDisposable {
  readonly schema: GraphQLSchema = withSelections(createSchema({ federation: true }));
  readonly #options: OracleOptions;
  readonly #calls: Calls;

  constructor(options: OracleOptions) {
    this.#options = options;
    this.#calls = new Calls({ baseUrl: options.registryUrl, settings });
  }

  /** @param key null: the request has no key. */
  async answer(sent: Operation, key: string | null): Promise<ExpectedResponse> {
    const operation = withPlainNames(sent);
    let document: DocumentNode;
    try {
      document = parse(operation.query);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return refuse("document refused", [error], "GRAPHQL_PARSE_FAILED");
    }
    const mistakes = validate(this.schema, document);
    if (mistakes.length > 0) {
      return refuse("document refused", mistakes, "GRAPHQL_VALIDATION_FAILED");
    }
    return this.#execute(document, operation, key);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#calls[Symbol.asyncDispose]();
  }

  async #execute(
    document: DocumentNode,
    { operationName, variables }: Operation,
    key: string | null,
  ): Promise<ExpectedResponse> {
    const context = this.#createContext(key);
    const { errors = [], data } = await execute({
      schema: this.schema,
      document,
      contextValue: context,
      operationName,
      variableValues: variables,
    });
    if (!getOperationAST(document, operationName)) {
      return refuse("no operation", errors, ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE);
    }
    if (data === undefined) {
      return refuse("variables refused", errors, ApolloServerErrorCode.BAD_USER_INPUT);
    }
    const { warnings } = context;
    return {
      outcome: "executed",
      errors: sortErrors(errors.map((error) => mask(error, codeOf(error)))),
      data,
      extensions: warnings.length > 0 ? { warnings } : undefined,
    };
  }

  #createContext(key: string | null): RequestContext {
    const client = new RegistryClient(this.#calls, { settings });
    const { links } = this.#options;
    const ledger = new Ledger({ maxBytes: Number.POSITIVE_INFINITY, isKnown: () => true });
    const snapshots = new Snapshots({ settings, client, ledger, clock: systemClock });
    const ownFields = noOwnFields;
    const options = { settings, client, snapshots, links, ownFields, ledger, clock: systemClock };
    return new RequestContext(options, { identity: key === null ? null : identify(key) });
  }
}

/** Sorts errors by their paths, and those at the same path by everything else, so that the order is always the same. */
export function sortErrors(
  errors: readonly GraphQLFormattedError[],
): readonly GraphQLFormattedError[] {
  const named = errors.map((error) => [JSON.stringify([error.path, error]), error] as const);
  return named.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, error]) => error);
}

/**
 * Names of inherited properties, each with a substitute of the same length: if a variable with such a name is not given, graphql-js
 * mistakes the inherited property for its value.
 */
const plainNames = [
  ["toString", "t0String"],
  ["constructor", "c0nstructor"],
  ["valueOf", "value0f"],
  ["hasOwnProperty", "has0wnProperty"],
  ["__proto__", "__prot0__"],
] as const;

function withPlainNames(operation: Operation): Operation {
  let { query } = operation;
  const variables = new Map(Object.entries(operation.variables ?? {}));
  for (const [name, plain] of plainNames) {
    query = query.replaceAll(new RegExp(`\\$${name}\\b`, "g"), `$$${plain}`);
    if (variables.has(name)) variables.set(plain, variables.get(name));
    variables.delete(name);
  }
  return { ...operation, query, variables: Object.fromEntries(variables) };
}

function withSentNames(message: string): string {
  return plainNames.reduce((text, [name, plain]) => text.replaceAll(plain, name), message);
}

/** Adds to graphql-js's resolve info the functions by which the gateway's resolvers find out what is selected. */
function withSelections(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.resolve) field.resolve = withSelection(field.resolve);
    }
  }
  return schema;
}

function withSelection(
  resolve: GraphQLFieldResolver<unknown, unknown>,
): GraphQLFieldResolver<unknown, unknown> {
  return (parent, args, context, info) =>
    resolve(parent, args, context, Object.assign(Object.create(info), selectionOf(info)));
}

function refuse(outcome: Outcome, errors: readonly GraphQLError[], code: string): ExpectedResponse {
  const masked = sortErrors(errors.map((error) => mask(error, code)));
  return { outcome, errors: masked, data: undefined, extensions: undefined };
}

function mask(error: GraphQLError, code: unknown): GraphQLFormattedError {
  const message = withSentNames(error.message);
  const formatted = { ...error.toJSON(), message, extensions: { ...error.extensions, code } };
  return maskError(formatted, error, { error() {} });
}

/**
 * An error's code before it is masked. If graphql-js itself refuses an argument, such as a null for a non-null type, that is the
 * caller's mistake.
 */
function codeOf({ extensions, originalError }: GraphQLError): unknown {
  if (extensions["code"] !== undefined) return extensions["code"];
  const isOwn = originalError === undefined || originalError instanceof GraphQLError;
  return isOwn ? ApolloServerErrorCode.BAD_USER_INPUT : ApolloServerErrorCode.INTERNAL_SERVER_ERROR;
}
