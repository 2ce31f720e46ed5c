import type { IncomingMessage, ServerResponse } from "node:http";
import { type ApolloServer, HeaderMap, type HTTPGraphQLResponse } from "@apollo/server";
import { BodyTooLargeError, maxBodyBytes, readBody } from "./body.ts";
import { type ContextOptions, identify, RequestContext } from "./context.ts";
import { sendError } from "./http-answer.ts";
import type { QuickWay } from "./quick-way.ts";

/** What `/graphql` needs to answer. */
export interface GraphqlEndpointOptions {
  readonly apollo: ApolloServer<RequestContext>;
  readonly context: ContextOptions;
  /** Null: every request takes Apollo Server's way. */
  readonly quickWay: QuickWay | null;
}

/**
 * Answers `POST /graphql` and `GET /graphql` by GraphQL over HTTP. A caller who leaves before the answer cancels what is
 * asked of the registry for them.
 */
export async function answerGraphql(
  { apollo, context: contextOptions, quickWay }: GraphqlEndpointOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readText(request, response);
  if (text === null || (text !== "" && quickWay?.answer(request, response, text))) return;
  const body = text === "" ? undefined : parseJson(text, response);
  if (body === unreadable) return;
  const context = new RequestContext(contextOptions, () => identify(request.rawHeaders));
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
  send(response, answer);
}

const unreadable = Symbol("unreadable");

/** The body of a JSON request, empty for any other; null where it is too large and that has been said. */
async function readText(
  request: IncomingMessage,
  response: ServerResponse,
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

function parseJson(text: string, response: ServerResponse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    sendError(response, 400, "BAD_REQUEST", "The request's body is no JSON.");
    return unreadable;
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

function send(
  response: ServerResponse,
  { status = 200, headers, body }: HTTPGraphQLResponse,
): void {
  if (body.kind !== "complete") throw new Error("The schema has no incremental delivery.");
  headers.set("content-length", String(Buffer.byteLength(body.string)));
  response.writeHead(status, Object.fromEntries(headers));
  response.end(body.string);
}
