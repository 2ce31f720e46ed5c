import type { GraphQLFormattedError } from "graphql";
import { jsonMediaType, RefusedError, refusal, retrySoon } from "../refusals.ts";

// Programs that speak no GraphQL read the status alone.
const statuses: ReadonlyMap<unknown, number> = new Map([
  ["BAD_USER_INPUT", 400],
  ["UNAUTHENTICATED", 401],
  ["FORBIDDEN", 403],
  ["SCAN_TOO_LARGE", 413],
  ["REGISTRY_RATE_LIMITED", 429],
  ["REGISTRY_BAD_RESPONSE", 502],
  ["REGISTRY_UNAVAILABLE", 503],
  ["REGISTRY_CALL_LIMIT", 503],
  ["OVERLOADED", 503],
  ["REGISTRY_TIMEOUT", 504],
  ["REQUEST_DEADLINE", 504],
]);

// The refusal of a file whose operation failed with these errors.
export function toFileRefusal(errors: readonly GraphQLFormattedError[]): RefusedError {
  const { code, retryAfter } = errors[0]?.extensions ?? {};
  const status = statuses.get(code) ?? 500;
  const mayRetry = status === 429 || status === 503;
  const retry = typeof retryAfter === "number" ? { "retry-after": String(retryAfter) } : retrySoon;
  const headers = { "content-type": jsonMediaType, ...(mayRetry && retry) };
  return new RefusedError(status, errors, headers);
}

export function scanTooLarge(maxRows: number): RefusedError {
  const message = `The file would have more than ${maxRows} rows (the gateway's setting MAX_SCAN_RECORDS). \`first\` asks for fewer.`;
  return refusal(413, "SCAN_TOO_LARGE", message);
}

export function listIncomplete(): RefusedError {
  const message = "A list could not be read whole, so rows or values of the file would be missing.";
  return refusal(503, "LIST_INCOMPLETE", message, retrySoon);
}

export function positionLost(): RefusedError {
  const message =
    "The list changed so much while it was read that nobody knows where the file goes on.";
  return refusal(503, "PAGE_DRIFT", message, retrySoon);
}

export function tokenGone(): RefusedError {
  return refusal(
    401,
    "UNAUTHENTICATED",
    "The token no longer leads to the key with which the file began.",
  );
}

// For a client that could not tell a file that breaks from one that ends.
export function oldHttp(): RefusedError {
  const message =
    "A file of rows needs HTTP/1.1, which shows whether it came whole: a proxy in between may speak HTTP/1.0 (nginx does unless it is told proxy_http_version 1.1).";
  return refusal(505, "BAD_REQUEST", message);
}
