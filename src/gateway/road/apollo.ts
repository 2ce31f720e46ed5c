import { ApolloServer, type ApolloServerPlugin, type DocumentStore } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import type { DocumentNode, GraphQLSchema } from "graphql";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { RequestContext } from "../context.ts";
import type { OperationCheck } from "../limits/limits-nodes.ts";
import { sortErrors } from "./error-order.ts";
import { maskError, toCodes } from "./errors.ts";
import { mostCharacters, mostDocuments } from "./known-operations.ts";

/** How Apollo Server is to run. */
export interface ApolloOptions {
  readonly schema: GraphQLSchema;
  /** Whether the schema is published: introspection, and names of the schema in error messages. */
  readonly introspection: boolean;
  readonly log: Logger;
  /** Refuses an operation that is too complex with its variables. */
  readonly checkOperation: OperationCheck;
  /** Is told of every document that was found valid, with its text. */
  readonly onValid: (text: string, document: DocumentNode) => void;
}

/** A request with one of these headers was not sent by a form or an image of a strange page: a browser asks first. */
const preflightedHeaders = [
  "x-apollo-operation-name",
  "apollo-require-preflight",
  "x-api-key",
  "authorization",
];

/**
 * Apollo Server over the schema, started. Its plugins are off: they report to a cloud service or, as cache control does,
 * wrap every resolver to serve hints that the schema does not have.
 */
export async function startApollo(options: ApolloOptions): Promise<ApolloServer<RequestContext>> {
  const { schema, introspection, log, checkOperation, onValid } = options;
  const apollo = new ApolloServer<RequestContext>({
    schema,
    introspection,
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: { requestHeaders: preflightedHeaders },
    persistedQueries: false,
    documentStore: createDocumentStore(),
    stopOnTerminationSignals: false,
    logger: log,
    formatError: (formatted, error) =>
      maskError(formatted, error, (hidden) => log.error({ err: hidden }, "unforeseen error")),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      orderPlugin,
      extensionsPlugin,
      outcomePlugin,
      {
        async requestDidStart() {
          return {
            didResolveOperation: async ({ source, document, operation, request }) => {
              onValid(source, document);
              const refusal =
                operation && checkOperation(document, operation, request.variables ?? {});
              if (refusal) throw refusal;
            },
          };
        },
      },
    ],
  });
  await apollo.start();
  return apollo;
}

/** Puts the errors into the order of the data. */
const orderPlugin: ApolloServerPlugin<RequestContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response: { body } }) {
        if (body.kind !== "single" || body.singleResult.errors === undefined) return;
        const { errors, data } = body.singleResult;
        body.singleResult.errors = sortErrors(errors, data);
      },
    };
  },
};

/**
 * The documents that Apollo Server has parsed and found valid. Its own store, bounded at an estimate of 30 MiB, held 66 MiB
 * after 2,000 documents of 40 fields.
 */
function createDocumentStore(): DocumentStore {
  const documents = new LRUCache<string, DocumentNode>({
    max: mostDocuments,
    maxSize: mostCharacters,
    sizeCalculation: ({ loc }) => (loc?.end ?? 0) + 1,
  });
  return {
    get: async (name) => documents.get(name),
    set: async (name, document) => void documents.set(name, document),
    delete: async (name) => documents.delete(name),
  };
}

/** Puts the request's warnings into `extensions.warnings`, and what it cost into `extensions.tapgraph` for whoever asks. */
const extensionsPlugin: ApolloServerPlugin<RequestContext> = {
  async requestDidStart({ request: { http } }) {
    const isExplained = http?.headers.get("x-tapgraph-explain") === "1";
    return {
      async willSendResponse({ response: { body }, contextValue }) {
        const { warnings } = contextValue;
        if (body.kind !== "single" || (warnings.length === 0 && !isExplained)) return;
        body.singleResult.extensions = {
          ...body.singleResult.extensions,
          ...(warnings.length > 0 && { warnings }),
          ...(isExplained && { tapgraph: contextValue.explain() }),
        };
      },
    };
  },
};

/** Keeps what the log tells of the request. */
const outcomePlugin: ApolloServerPlugin<RequestContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response: { body }, operationName, contextValue: { outcome } }) {
        outcome.operationName = operationName ?? undefined;
        outcome.errorCodes = body.kind === "single" ? toCodes(body.singleResult.errors) : [];
      },
    };
  },
};
