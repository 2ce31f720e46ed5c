import type { IncomingMessage } from "node:http";
import { type ApolloServer, HeaderMap, type HTTPGraphQLResponse } from "@apollo/server";
import { isJsonObject } from "../../upstream/decode.ts";
import {
  type ContextOptions,
  identify,
  type OperationOutcome,
  RequestContext,
} from "../context.ts";
import { cacheVary, withHttpCaching } from "../http/http-caching.ts";
import { BodyTooLargeError, type GatewayRequest, maxBodyBytes } from "../http/request.ts";
import type { GatewayResponse } from "../http/response.ts";
import { send, sendError, sendNotModified } from "../http/send.ts";
import type { DocumentCheck } from "../limits/limits.ts";
import {
  type ExpandedRequest,
  type GraphqlRequest,
  PersistedOperationError,
  type PersistedOperations,
} from "./persisted-operations.ts";
import type { QuickWay } from "./quick-way.ts";

/** What `/graphql` needs to answer. */
export interface GraphqlEndpointOptions {
  readonly apollo: ApolloServer<RequestContext>;
  readonly context: ContextOptions;
  /** Refuses a document that is too complex to be validated. */
  readonly checkDocument: DocumentCheck;
  /** Null: every request takes Apollo Server's way. */
  readonly quickWay: QuickWay | null;
  readonly persisted: PersistedOperations;
  /** How old an answer may be that is served without asking the registry, in seconds. */
  readonly cacheTtlSeconds: number;
}

/**
 * Answers `POST /graphql` and `GET /graphql` by GraphQL over HTTP. A caller who leaves before the answer cancels what is
 * asked of the registry for them.
 */
export async function answerGraphql(
  options: GraphqlEndpointOptions,
  request: GatewayRequest,
  response: GatewayResponse,
): Promise<void> {
  const { quickWay } = options;
  const text = await readText(request, response);
  if (text === null || (text !== "" && quickWay?.answer(request, response, text))) return;
  const body = text === "" ? undefined : parseJson(text, response);
  if (body === unreadable) return;
  const { method = "" } = request;
  if (method === "GET") response.vary += `, ${cacheVary}`;
  const given = { method, search: readSearch(request), body };
  const expanded = expand(options.persisted, given, response);
  if (expanded === refused) return;
  const isPost = expanded !== null && method === "POST";
  if (isPost && quickWay?.answer(request, response, JSON.stringify(expanded.body))) return;
  const refusal = options.checkDocument(readQuery(expanded ?? given));
  if (refusal !== null) return sendError(response, 400, "QUERY_TOO_COMPLEX", refusal.message);
  await execute(options, expanded ?? { ...given, remember: null }, response);
}

/** Answers a request that has its document, by Apollo Server. */
async function execute(
  { apollo, context: contextOptions, cacheTtlSeconds }: GraphqlEndpointOptions,
  { method, search, body, remember }: ExpandedRequest,
  response: GatewayResponse,
): Promise<void> {
  const request = response.req;
  const context = new RequestContext(contextOptions, () => identify(request.rawHeaders));
  response.scope = context.scope;
  response.once("close", () => context.scope.cancel());
  const answer = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method, headers: toHeaderMap(request), search, body },
    context: async () => context,
  });
  response.tell(context.outcome);
  const { status = 200 } = answer;
  if (status === 200) remember?.();
  if (method !== "GET") return sendAnswer(response, answer, toStatus(answer, context.outcome));
  const cached = withHttpCaching(answer, {
    ifNoneMatch: request.headers["if-none-match"],
    ageSeconds: context.scope.ageSeconds,
    ttlSeconds: cacheTtlSeconds,
  });
  sendAnswer(response, cached, toStatus(cached, context.outcome));
}

const unreadable = Symbol("unreadable");

/** The body of a JSON request, empty for any other; null where it is too large and that has been said, or the caller left. */
async function readText(
  request: GatewayRequest,
  response: GatewayResponse,
): Promise<string | null> {
  const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "");
  if (request.method !== "POST" || !isJson) return "";
  try {
    return await request.readText();
  } catch (error) {
    if (request.destroyed) return null;
    if (!(error instanceof BodyTooLargeError)) throw error;
    // What was not read of the body would be taken for the connection's next request.
    response.setHeader("connection", "close");
    const message = `The request's body is larger than ${maxBodyBytes} bytes.`;
    sendError(response, 413, "PAYLOAD_TOO_LARGE", message);
    return null;
  }
}

function parseJson(text: string, response: GatewayResponse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    sendError(response, 400, "BAD_REQUEST", "The request's body is no JSON.");
    return unreadable;
  }
}

/** The document of a request; empty where it has none, which Apollo Server says then. */
function readQuery({ method, search, body }: GraphqlRequest): string {
  const query =
    method === "POST"
      ? isJsonObject(body) && body["query"]
      : new URLSearchParams(search).get("query");
  return typeof query === "string" ? query : "";
}

const refused = Symbol("refused");

/** A persisted operation's request with its document; null where it carries its own. */
function expand(
  persisted: PersistedOperations,
  request: GraphqlRequest,
  response: GatewayResponse,
): ExpandedRequest | null | typeof refused {
  try {
    return persisted.expand(request);
  } catch (error) {
    if (!(error instanceof PersistedOperationError)) throw error;
    response.setHeader("cache-control", "no-store");
    sendError(response, error.status, error.code, error.message);
    return refused;
  }
}

function toHeaderMap({ headers }: IncomingMessage): HeaderMap {
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return map;
}

function readSearch({ url = "" }: IncomingMessage): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}

/**
 * The status of an answer. GraphQL over HTTP wants 200 for any GraphQL request that is answered as `application/json`, also for
 * one that cannot be parsed or is not of the schema; what was no GraphQL request, or is too complex, keeps its status.
 */
function toStatus(
  { status = 200, headers }: HTTPGraphQLResponse,
  { errorCodes }: OperationOutcome,
): number {
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  const isRefused =
    errorCodes === undefined ||
    errorCodes.includes("BAD_REQUEST") ||
    errorCodes.includes("QUERY_TOO_COMPLEX");
  return status === 400 && isJson && !isRefused ? 200 : status;
}

function sendAnswer(
  response: GatewayResponse,
  { headers, body }: HTTPGraphQLResponse,
  status: number,
): void {
  if (body.kind !== "complete") throw new Error("The schema has no incremental delivery.");
  // Of its body with a line break at its end.
  headers.delete("content-length");
  const own = Object.fromEntries(headers);
  if (status === 304) sendNotModified(response, own);
  else send(response, status, own, body.string.trimEnd());
}
