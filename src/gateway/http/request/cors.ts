import type { Settings } from "../../../settings.ts";
import type { RequestHead } from "../../keys/request-head.ts";
import type { HttpResponseHeaders, WholeHttpResponse } from "../response/http-response.ts";
import type { HttpRequest } from "./http-request.ts";

export interface Cors {
  /** Whether responses differ by origin, even to requests without one. */
  readonly varies: boolean;
  addHeaders(request: HttpRequest): void;
  isListed(request: RequestHead): boolean;
  handlePreflight(request: RequestHead): WholeHttpResponse | null;
}

const allowedHeaders = [
  "content-type",
  "x-api-key",
  "authorization",
  "x-request-id",
  "traceparent",
  "tracestate",
  "baggage",
  "sentry-trace",
  "if-none-match",
  "last-event-id",
  "apollo-require-preflight",
  "x-apollo-operation-name",
  "apollographql-client-name",
  "apollographql-client-version",
  "graphql-client-name",
  "graphql-client-version",
  "x-tapgraph-explain",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "mcp-session-id",
].join(", ");

const exposedHeaders = "x-request-id, retry-after, etag, age, content-disposition";

const preflightSeconds = "7200";

/**
 * Creates the CORS rules. Credentials are never allowed: the key is in a header, so no page needs
 * cookies to call.
 */
export function createCors({ CORS_ORIGINS: origins }: Pick<Settings, "CORS_ORIGINS">): Cors {
  const allowed = new Set(origins);
  const varies = origins !== "*" && allowed.size > 0;
  const headersFor = ({ headers: { origin } }: RequestHead) => {
    if (typeof origin !== "string" || !(origins === "*" || allowed.has(origin))) return none;
    return {
      "access-control-allow-origin": origins === "*" ? "*" : origin,
      "access-control-expose-headers": exposedHeaders,
    };
  };
  return {
    varies,
    addHeaders(request) {
      if (varies) request.vary = `origin, ${request.vary}`;
      request.addedHeaders = headersFor(request);
    },
    isListed: (request) => headersFor(request) !== none,
    handlePreflight(request) {
      const { method, headers } = request;
      if (method !== "OPTIONS" || !("access-control-request-method" in headers)) return null;
      return headersFor(request) === none ? forbidden : allowing;
    },
  };
}

const none: HttpResponseHeaders = {};

const forbidden: WholeHttpResponse = { status: 403, headers: {}, body: "" };

const allowing: WholeHttpResponse = {
  status: 204,
  headers: {
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": allowedHeaders,
    "access-control-max-age": preflightSeconds,
  },
  body: "",
};
