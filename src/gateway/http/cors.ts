import type { IncomingMessage } from "node:http";
import type { GatewayResponse } from "./response.ts";

/** Lets pages of other origins call; true: the request was a browser's question whether they may, and is answered. */
export type Cors = (request: IncomingMessage, response: GatewayResponse) => boolean;

const allowedHeaders = [
  "content-type",
  "x-api-key",
  "authorization",
  "x-request-id",
  "traceparent",
  "if-none-match",
  "last-event-id",
  "apollo-require-preflight",
  "x-apollo-operation-name",
  "apollographql-client-name",
  "apollographql-client-version",
  "x-tapgraph-explain",
].join(", ");

const exposedHeaders = "x-request-id, retry-after, etag, age";

/** How long a browser may remember that it may call, in seconds: browsers cut it to their own bounds. */
const preflightSeconds = "7200";

/**
 * The CORS rules for these origins (the setting `CORS_ORIGINS`). A page needs no cookies to call, as the key is in a header,
 * so none are let through, not even for `*`.
 */
export function createCors(origins: readonly string[] | "*"): Cors {
  const allowed = new Set(origins);
  return (request, response) => {
    const { origin } = request.headers;
    if (origins !== "*" && allowed.size > 0) response.vary = "origin, accept-encoding";
    const isAllowed = origin !== undefined && (origins === "*" || allowed.has(origin));
    if (isAllowed) {
      response.setHeader("access-control-allow-origin", origins === "*" ? "*" : origin);
      response.setHeader("access-control-expose-headers", exposedHeaders);
    }
    const isQuestion =
      request.method === "OPTIONS" && "access-control-request-method" in request.headers;
    if (isQuestion) answerQuestion(response, isAllowed);
    return isQuestion;
  };
}

function answerQuestion(response: GatewayResponse, isAllowed: boolean): void {
  if (!isAllowed) {
    response.writeHead(403, { vary: response.vary, "content-length": 0 }).end();
    return;
  }
  response.writeHead(204, {
    vary: response.vary,
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": allowedHeaders,
    "access-control-max-age": preflightSeconds,
  });
  response.end();
}
