import type { IncomingMessage } from "node:http";
import { type ApolloServer, HeaderMap, type HTTPGraphQLResponse } from "@apollo/server";
import { isJsonObject } from "../upstream/decode.ts";
import { BodyTooLargeError, maxBodyBytes, readBody } from "./body.ts";
import { type ContextOptions, identify, type OperationOutcome, RequestContext } from "./context.ts";
import { send, sendError } from "./http-answer.ts";
import type { DocumentCheck } from "./limits.ts";
import type { QuickWay } from "./quick-way.ts";
import type { GatewayResponse } from "./response.ts";

/** What `/graphql` needs to answer. */
export interface GraphqlEndpointOptions {
  readonly apollo: ApolloServer<RequestContext>;
  readonly context: ContextOptions;
  /** Refuses a document that is too complex to be validated. */
  readonly checkDocument: DocumentCheck;
  /** Null: every request takes Apollo Server's way. */
  readonly quickWay: QuickWay | null;
}

/**
 * Answers `POST /graphql` and `GET /graphql` by GraphQL over HTTP. A caller who leaves before the answer cancels what is
 * asked of the registry for them.
 */
export async function answerGraphql(
  { apollo, context: contextOptions, checkDocument, quickWay }: GraphqlEndpointOptions,
  request: IncomingMessage,
  response: GatewayResponse,
): Promise<void> {
  const text = await readText(request, response);
  if (text === null || (text !== "" && quickWay?.answer(request, response, text))) return;
  const body = text === "" ? undefined : parseJson(text, response);
  if (body === unreadable) return;
  const refusal = checkDocument(readQuery(request, body));
  if (refusal !== null) return sendError(response, 400, "QUERY_TOO_COMPLEX", refusal.message);
  const context = new RequestContext(contextOptions, () => identify(request.rawHeaders));
  response.scope = context.scope;
  response.once("close", () => context.scope.cancel());
  const answer = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: request.method ?? "",
      headers: toHeaderMap(request),
      search: readSearch(request),
      body,
    },
    context: async () => context,
  });
  response.tell(context.outcome);
  sendAnswer(response, answer, toStatus(answer, context.outcome));
}

const unreadable = Symbol("unreadable");

/** The body of a JSON request, empty for any other; null where it is too large and that has been said. */
async function readText(
  request: IncomingMessage,
  response: GatewayResponse,
): Promise<string | null> {
  const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "");
  if (request.method !== "POST" || !isJson) return "";
  try {
    return await readBody(request);
  } catch (error) {
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
function readQuery(request: IncomingMessage, body: unknown): string {
  const query =
    request.method === "POST"
      ? isJsonObject(body) && body["query"]
      : new URLSearchParams(readSearch(request)).get("query");
  return typeof query === "string" ? query : "";
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
  send(response, status, Object.fromEntries(headers), body.string);
}
