import {
  ApolloServer,
  type ApolloServerPlugin,
  HeaderMap,
  type HTTPGraphQLRequest,
  type HTTPGraphQLResponse,
} from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  parse,
} from "graphql";
import type { Logger } from "pino";
import type { Settings } from "../../../settings.ts";
import { maskError, toCodes } from "../format/errors.ts";
import { jsonMediaType } from "../format/media-type.ts";
import { eventsNotAccepted, RefusedError, requestErrorStatus } from "../refusals.ts";
import { type GraphqlRequest, isJsonType, readHeader } from "../request/graphql-request.ts";
import { toSearch } from "../request/members.ts";
import type { ParsedRequest } from "../request/read-request.ts";

export interface ValidatorOptions {
  readonly settings: Pick<Settings, "INTROSPECTION">;
  readonly schema: GraphQLSchema;
  readonly log: Logger;
}

/**
 * Apollo Server. It receives requests with a new document and malformed requests, and executes nothing. It refuses what is not a GraphQL
 * request, what a page of another site may have sent (CSRF), and documents that do not parse or validate.
 */
export type Validator = ApolloServer<ValidatorContext>;

/** Receives the valid document. It is in an inner object, because Apollo Server copies the context. */
interface ValidatorContext {
  readonly valid: { document?: DocumentNode };
}

/** Forms and images on another site cannot send these headers. A script can, but only after a preflight request (CORS). */
const preflightedHeaders = [
  "x-apollo-operation-name",
  "apollo-require-preflight",
  "x-api-key",
  "authorization",
];

/** Starts Apollo Server. The caller must stop it. */
export async function startValidator({
  settings: { INTROSPECTION: introspection },
  schema,
  log,
}: ValidatorOptions): Promise<Validator> {
  const apollo = new ApolloServer<ValidatorContext>({
    schema,
    introspection,
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: { requestHeaders: preflightedHeaders },
    persistedQueries: false,
    // The answerer keeps valid documents itself.
    documentStore: null,
    stopOnTerminationSignals: false,
    logger: log,
    formatError: (formatted, error) => maskError(formatted, error, log),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      keepValidDocument(schema),
    ],
  });
  await apollo.start();
  return apollo;
}

/** Puts a valid document into the context instead of executing it. Refuses an operation whose kind the schema does not have. */
function keepValidDocument(schema: GraphQLSchema): ApolloServerPlugin<ValidatorContext> {
  return {
    requestDidStart: async () => ({
      async didResolveOperation({ operation }) {
        const kind = operation?.operation;
        if (kind === undefined || schema.getRootType(kind)) return;
        throw new GraphQLError(`The schema has no ${kind}s.`, {
          extensions: { code: "GRAPHQL_VALIDATION_FAILED", http: { status: 400 } },
        });
      },
      // If there is no operation of this name, Apollo Server responds with an error.
      async responseForOperation({ document, operation, contextValue: { valid } }) {
        if (!operation) return null;
        valid.document = document;
        return { http: { headers: new HeaderMap() }, body: emptyBody };
      },
    }),
  };
}

/**
 * Validates a new document, and returns it. A malformed request is always refused.
 * @throws RefusedError with Apollo Server's status, headers and errors; 406 `BAD_REQUEST` for a subscription by GET that Apollo Server
 *   refuses.
 */
export async function validateRequest(
  validator: Validator,
  request: GraphqlRequest,
  parsed: RequestToValidate,
): Promise<DocumentNode> {
  const valid: ValidatorContext["valid"] = {};
  const response = await validator.executeHTTPGraphQLRequest({
    httpGraphQLRequest: toApolloRequest(request, parsed),
    context: async () => ({ valid }),
  });
  const { document } = valid;
  if (document !== undefined && response.status === undefined) return document;
  if (response.status === 405 && isSubscription(parsed)) throw eventsNotAccepted();
  throw toRefusal(response, parsed);
}

type RequestToValidate = Pick<ParsedRequest, "members" | "operationRequest" | "events">;

/** Whether the operation is a subscription. Its document must parse. */
function isSubscription({ operationRequest }: RequestToValidate): boolean {
  if (operationRequest === null) return false;
  const { query, operationName } = operationRequest;
  const operation = getOperationAST(parse(query), operationName);
  return operation?.operation === OperationTypeNode.SUBSCRIPTION;
}

function toApolloRequest(
  request: GraphqlRequest,
  { members, events }: RequestToValidate,
): HTTPGraphQLRequest {
  const body = members ?? {};
  const headers = new HeaderMap();
  for (const name of Object.keys(request.headers)) {
    headers.set(name, readHeader(request, name) ?? "");
  }
  if (events.isPreferred) headers.set("accept", "application/graphql-response+json");
  const { method } = request;
  if (method !== "GET") return { method, headers, search: "", body };
  // Apollo Server refuses subscriptions by GET, so it gets them as a POST.
  const mayBeSubscription = events.protocol !== null && hasJsonType(request);
  if (mayBeSubscription) return { method: "POST", headers, search: "", body };
  return { method, headers, search: toSearch(body), body: undefined };
}

/**
 * Whether a page of another site can send this request only after a preflight request. Apollo Server need not see such a request if its
 * document is remembered.
 */
export function isPreflighted(request: GraphqlRequest): boolean {
  const { method, headers } = request;
  // The gateway reads only JSON from a POST, and a page of another site cannot send JSON without a preflight.
  if (method === "POST") return true;
  if (readHeader(request, "content-type") !== undefined) return hasJsonType(request);
  return preflightedHeaders.some((name) => headers[name]);
}

/** Whether a request's content type is JSON, or missing. */
function hasJsonType(request: GraphqlRequest): boolean {
  const type = readHeader(request, "content-type");
  return type === undefined || isJsonType(type);
}

const emptyBody = { kind: "single", singleResult: {} } as const;

/** The refusal of Apollo Server, with status 200 where GraphQL over HTTP requires it. */
function toRefusal(
  { status = 200, headers, body }: HTTPGraphQLResponse,
  { events }: RequestToValidate,
): RefusedError {
  if (body.kind !== "complete") throw new TypeError("the schema has no incremental delivery");
  const { errors = [] }: { errors?: readonly GraphQLFormattedError[] } = JSON.parse(body.string);
  // The length would be wrong, because the line break at the end of the body is removed.
  const { "content-length": _, ...others } = Object.fromEntries(headers);
  // The refusal of what is not a GraphQL request keeps its status.
  const isRequestError = status === 400 && !toCodes(errors).includes("BAD_REQUEST");
  return new RefusedError(
    isRequestError ? requestErrorStatus(headers.get("content-type") ?? "") : status,
    errors,
    // Apollo Server does not know the media types of events.
    events.isPreferred ? { ...others, "content-type": jsonMediaType } : others,
  );
}
