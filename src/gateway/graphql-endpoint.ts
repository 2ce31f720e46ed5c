import type { IncomingMessage, ServerResponse } from "node:http";
import { type ApolloServer, HeaderMap, type HTTPGraphQLResponse } from "@apollo/server";
import { BodyTooLargeError, maxBodyBytes, readBody } from "./body.ts";
import { type ContextOptions, RequestContext } from "./context.ts";

/** What `/graphql` needs to answer. */
export interface GraphqlEndpointOptions {
  readonly apollo: ApolloServer<RequestContext>;
  readonly context: ContextOptions;
}

/**
 * Answers `POST /graphql` and `GET /graphql` by GraphQL over HTTP. A caller who leaves before the answer cancels what is
 * asked of the registry for them.
 */
export async function answerGraphql(
  { apollo, context: contextOptions }: GraphqlEndpointOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readJson(request, response);
  if (body === unreadable) return;
  const context = new RequestContext(contextOptions, request.rawHeaders);
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

/** Answers with one GraphQL error, where a request does not get as far as Apollo Server. */
export function sendError(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
): void {
  const text = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(text);
}

const unreadable = Symbol("unreadable");

async function readJson(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  if (request.method !== "POST") return undefined;
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) return undefined;
  try {
    return JSON.parse(await readBody(request));
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      // What was not read of the body would be taken for the connection's next request.
      response.setHeader("connection", "close");
      sendError(
        response,
        413,
        "PAYLOAD_TOO_LARGE",
        `The request's body is larger than ${maxBodyBytes} bytes.`,
      );
    } else if (error instanceof SyntaxError) {
      sendError(response, 400, "BAD_REQUEST", "The request's body is no JSON.");
    } else {
      throw error;
    }
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
  response.writeHead(status, Object.fromEntries(headers));
  response.end(body.string);
}
