import { ApolloServer, HeaderMap, type HTTPGraphQLResponse } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import {
  type DocumentNode,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLSchema,
} from "graphql";
import type { Logger } from "pino";
import type { TakenEvents } from "../streams/transport.ts";
import { unkept } from "./dress/dress.ts";
import { maskError, toCodes } from "./dress/errors.ts";
import { type Members, toSearch } from "./members.ts";
import { type RoadRequest, readHeader, type WholeAnswer } from "./message.ts";

/** How Apollo Server is to run. */
export interface AdmissionOptions {
  readonly schema: GraphQLSchema;
  /** Whether the schema is published: introspection, and names of the schema in error messages. */
  readonly introspection: boolean;
  readonly log: Logger;
}

/**
 * Apollo Server, which sees each request whose document is not known: it refuses what is no GraphQL request, what may have been
 * sent by a strange page, and what does not parse or is not of the schema. What it finds valid is executed elsewhere.
 */
export type Admission = ApolloServer<AdmissionContext>;

/** Where Apollo Server leaves a valid document: it copies its context, but not what is in it. */
interface AdmissionContext {
  readonly valid: { document?: DocumentNode };
}

/** A request with one of these headers was not sent by a form or an image of a strange page: a browser asks first. */
const preflightedHeaders = [
  "x-apollo-operation-name",
  "apollo-require-preflight",
  "x-api-key",
  "authorization",
];

/** Starts Apollo Server for that; whoever started it stops it. */
export async function startAdmission({
  schema,
  introspection,
  log,
}: AdmissionOptions): Promise<Admission> {
  const apollo = new ApolloServer<AdmissionContext>({
    schema,
    introspection,
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: { requestHeaders: preflightedHeaders },
    persistedQueries: false,
    // A valid document is remembered by those who execute it.
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
      {
        requestDidStart: async () => ({
          async didResolveOperation({ operation }) {
            const kind = operation?.operation;
            if (kind === undefined || schema.getRootType(kind)) return;
            throw new GraphQLError(`The schema has no ${kind}s.`, {
              extensions: { code: "GRAPHQL_VALIDATION_FAILED", http: { status: 400 } },
            });
          },
          // Without an operation of the name asked for, what follows is an error.
          async responseForOperation({ document, operation, contextValue: { valid } }) {
            if (!operation) return null;
            valid.document = document;
            return { http: { headers: new HeaderMap() }, body: nothing };
          },
        }),
      },
    ],
  });
  await apollo.start();
  return apollo;
}

/** What is admitted. */
export interface AdmittedRequest {
  /** Its members, its document among them; none for what is no GraphQL request. */
  readonly members: Members;
  /** Apollo Server knows nothing of streams of events. */
  readonly events: TakenEvents;
}

/** The valid document of a request, or the answer that refuses it. */
export async function admit(
  admission: Admission,
  request: RoadRequest,
  { members, events }: AdmittedRequest,
): Promise<DocumentNode | WholeAnswer> {
  const valid: AdmissionContext["valid"] = {};
  // Apollo Server takes no subscription by GET.
  const isAsPost = events.transport !== null && hasJsonType(request);
  const isGet = request.method === "GET" && !isAsPost;
  const headers = new HeaderMap();
  for (const name of Object.keys(request.headers))
    headers.set(name, readHeader(request, name) ?? "");
  if (events.isPreferred) headers.set("accept", "application/graphql-response+json");
  const answer = await admission.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: isGet || request.method !== "GET" ? request.method : "POST",
      headers,
      search: isGet ? toSearch(members) : "",
      body: isGet ? undefined : members,
    },
    context: async () => ({ valid }),
  });
  const { document } = valid;
  const isValid = document !== undefined && answer.status === undefined;
  if (isValid) return document;
  const refusal = toRefusal(answer, request);
  const json = { "content-type": "application/json; charset=utf-8" };
  return events.isPreferred ? { ...refusal, headers: { ...refusal.headers, ...json } } : refusal;
}

/**
 * Whether a request whose document is known needs no look by Apollo Server: a browser would have asked before it sent it for a
 * strange page. Of the types that a `GET` may name for its missing body, one alone is taken.
 */
export function isPreflighted(request: RoadRequest): boolean {
  const { method, headers } = request;
  if (method === "POST") return true;
  if (readHeader(request, "content-type") !== undefined) return hasJsonType(request);
  return preflightedHeaders.some((name) => headers[name]);
}

/** Whether the body of a request is called JSON, or nothing at all. */
function hasJsonType(request: RoadRequest): boolean {
  const type = readHeader(request, "content-type");
  return type === undefined || /^application\/json *(;|$)/i.test(type);
}

const nothing = { kind: "single", singleResult: {} } as const;

function toRefusal(
  { status = 200, headers, body }: HTTPGraphQLResponse,
  { report }: RoadRequest,
): WholeAnswer {
  if (body.kind !== "complete") throw new TypeError("the schema has no incremental delivery");
  const { errors }: FormattedExecutionResult = JSON.parse(body.string);
  report.errorCodes = toCodes(errors);
  // Of its body with a line break at its end.
  headers.delete("content-length");
  // GraphQL over HTTP wants 200 for any GraphQL request that is answered as `application/json`, also for one that cannot be
  // parsed or is not of the schema; what was no GraphQL request keeps its status.
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  const isFine = status === 400 && isJson && !report.errorCodes.includes("BAD_REQUEST");
  return unkept({
    status: isFine ? 200 : status,
    headers: Object.fromEntries(headers),
    body: body.string.trimEnd(),
  });
}
