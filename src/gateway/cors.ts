import type { Message } from "./key/find-key.ts";
import type { Headers, WholeAnswer } from "./road/message.ts";

/** Lets pages of other origins call. */
export interface Cors {
  /** What answers depend on that may differ by origin; undefined: none does. */
  readonly vary: string | undefined;
  /** The headers that let a request's page read the answer. */
  headersFor(request: Message): Headers;
  /** The answer to a browser's question whether a page may call; null: the request is none. */
  answer(request: Message): WholeAnswer | null;
}

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
  const headersFor = ({ headers: { origin } }: Message) => {
    if (typeof origin !== "string" || !(origins === "*" || allowed.has(origin))) return none;
    return {
      "access-control-allow-origin": origins === "*" ? "*" : origin,
      "access-control-expose-headers": exposedHeaders,
    };
  };
  return {
    vary: origins !== "*" && allowed.size > 0 ? "origin" : undefined,
    headersFor,
    answer(request) {
      const { method, headers } = request;
      if (method !== "OPTIONS" || !("access-control-request-method" in headers)) return null;
      return headersFor(request) === none ? forbidden : allowing;
    },
  };
}

const none: Headers = {};

const forbidden: WholeAnswer = { status: 403, headers: {}, body: "" };

const allowing: WholeAnswer = {
  status: 204,
  headers: {
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": allowedHeaders,
    "access-control-max-age": preflightSeconds,
  },
  body: "",
};
