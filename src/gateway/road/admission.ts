import { ApolloServer, HeaderMap, type HTTPGraphQLResponse } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import { type DocumentNode, GraphQLError, type GraphQLSchema } from "graphql";
import type { Logger } from "pino";
import { unkept } from "./dress.ts";
import { maskError, toCodes } from "./errors.ts";
import { type Members, toSearch } from "./members.ts";
import { type RoadAnswer, type RoadRequest, readHeader } from "./message.ts";

/** How Apollo Server is to run. */
export interface AdmissionOptions {
  readonly schema: GraphQLSchema;
  /** Whether the schema is published: introspection, and names of the schema in error messages. */
  readonly introspection: boolean;
  readonly log: Logger;
}

/** What becomes of a request whose document is not known: a valid document, or an answer that refuses it. */
export type Verdict = { readonly document: DocumentNode } | { readonly refusal: RoadAnswer };

/** What Apollo Server tells of one request: it copies its context, but not what is in it. */
interface AdmissionContext {
  readonly hearing: { document?: DocumentNode; errorCodes?: readonly string[] };
}

/** A request with one of these headers was not sent by a form or an image of a strange page: a browser asks first. */
const preflightedHeaders = [
  "x-apollo-operation-name",
  "apollo-require-preflight",
  "x-api-key",
  "authorization",
];

/**
 * Apollo Server, which sees each request whose document is not known: it refuses what is no GraphQL request, what may have been
 * sent by a strange page, and what does not parse or is not of the schema. What it finds valid is executed elsewhere.
 */
export class Admission implements AsyncDisposable {
  readonly #apollo: ApolloServer<AdmissionContext>;

  private constructor(apollo: ApolloServer<AdmissionContext>) {
    this.#apollo = apollo;
  }

  static async start({ schema, introspection, log }: AdmissionOptions): Promise<Admission> {
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
            async responseForOperation({ document, operation, contextValue: { hearing } }) {
              if (!operation) return null;
              hearing.document = document;
              return { http: { headers: new HeaderMap() }, body: nothing };
            },
            async willSendResponse({ response: { body }, contextValue: { hearing } }) {
              const errors = body.kind === "single" ? body.singleResult.errors : undefined;
              if (errors !== undefined) hearing.errorCodes = toCodes(errors);
            },
          }),
        },
      ],
    });
    await apollo.start();
    return new Admission(apollo);
  }

  /**
   * Sees a request.
   * @param members its members, its document among them; null for what is no GraphQL request.
   */
  async admit(request: RoadRequest, members: Members | null): Promise<Verdict> {
    const hearing: AdmissionContext["hearing"] = {};
    const answer = await this.#apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: request.method,
        headers: toHeaderMap(request),
        search: request.method === "GET" ? toSearch(members ?? {}) : "",
        body: request.method === "GET" ? undefined : (members ?? {}),
      },
      context: async () => ({ hearing }),
    });
    const { document } = hearing;
    if (document !== undefined && answer.status === undefined) return { document };
    // What is no GraphQL request is refused without calling any hook.
    request.report.errorCodes = hearing.errorCodes ?? ["BAD_REQUEST"];
    return { refusal: toRefusal(answer, request.report.errorCodes) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#apollo.stop();
  }
}

/**
 * Whether a request whose document is known needs no look by Apollo Server: a browser would have asked before it sent it for a
 * strange page. Of the types that a `GET` may name for its missing body, one alone is taken.
 */
export function isPreflighted(request: RoadRequest): boolean {
  const { method, headers } = request;
  if (method === "POST") return true;
  const type = readHeader(request, "content-type");
  if (type !== undefined) return /^application\/json *(;|$)/i.test(type);
  return preflightedHeaders.some((name) => headers[name]);
}

const nothing = { kind: "single", singleResult: {} } as const;

function toHeaderMap(request: RoadRequest): HeaderMap {
  const map = new HeaderMap();
  for (const name of Object.keys(request.headers)) map.set(name, readHeader(request, name) ?? "");
  return map;
}

function toRefusal(
  { status = 200, headers, body }: HTTPGraphQLResponse,
  errorCodes: readonly string[],
): RoadAnswer {
  if (body.kind !== "complete") throw new TypeError("the schema has no incremental delivery");
  // Of its body with a line break at its end.
  headers.delete("content-length");
  const own = Object.fromEntries(headers);
  return unkept({
    status: toStatus(status, own["content-type"], errorCodes),
    headers: own,
    body: body.string.trimEnd(),
  });
}

/**
 * The status of a refusal. GraphQL over HTTP wants 200 for any GraphQL request that is answered as `application/json`, also for
 * one that cannot be parsed or is not of the schema; what was no GraphQL request keeps its status.
 */
function toStatus(
  status: number,
  contentType: string | undefined,
  errorCodes: readonly string[],
): number {
  const isJson = contentType?.startsWith("application/json") === true;
  return status === 400 && isJson && !errorCodes.includes("BAD_REQUEST") ? 200 : status;
}
