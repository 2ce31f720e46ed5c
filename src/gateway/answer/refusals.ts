import type { GraphQLFormattedError } from "graphql";

export const jsonMediaType = "application/json; charset=utf-8";

export const overloadMessage = "The gateway is overloaded; try again later.";

export const retrySoon: Headers = { "retry-after": "1" };

type Headers = Readonly<Record<string, string>>;

export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  readonly errors: readonly GraphQLFormattedError[];
  readonly headers: Headers;

  constructor(status: number, errors: readonly GraphQLFormattedError[], headers: Headers) {
    super(errors.map(({ message }) => message).join("\n"));
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

export function refusal(
  status: number,
  code: string,
  message: string,
  headers: Headers = {},
): RefusedError {
  const errors = [{ message, extensions: { code } }];
  return new RefusedError(status, errors, { "content-type": jsonMediaType, ...headers });
}

export function badRequest(message: string): RefusedError {
  return refusal(400, "BAD_REQUEST", message);
}

export function tooComplex(excess: string): RefusedError {
  return refusal(400, "QUERY_TOO_COMPLEX", excess);
}

export function tooLarge(maxBytes: number): RefusedError {
  const message = `The response is larger than ${maxBytes} bytes (the gateway's setting MAX_RESPONSE_BYTES).`;
  return refusal(400, "RESPONSE_TOO_LARGE", message);
}

export function overloaded(): RefusedError {
  return refusal(503, "OVERLOADED", overloadMessage, retrySoon);
}

export function rootConditionNotLiteral(): RefusedError {
  const message =
    "At the root of a subscription `@skip` and `@include` take `true` or `false`, not a variable.";
  return refusal(400, "GRAPHQL_VALIDATION_FAILED", message);
}

export function eventsNotAccepted(): RefusedError {
  const message =
    "Subscriptions require `Accept: text/event-stream` or `Accept: multipart/mixed;subscriptionSpec=1.0`.";
  return refusal(406, "BAD_REQUEST", message);
}

export function notAcceptable(): RefusedError {
  const message = "The request's `accept` header accepts none of this gateway's media types.";
  return refusal(406, "BAD_REQUEST", message);
}

/** @param mediaType null for a caller that expects a stream, and gets JSON instead. */
export function wrongVariables(
  errors: readonly GraphQLFormattedError[],
  mediaType: string | null,
): RefusedError {
  const status = mediaType === null ? 400 : requestErrorStatus(mediaType);
  return new RefusedError(status, errors, { "content-type": mediaType ?? jsonMediaType });
}

/**
 * The status for a GraphQL request whose document or variables are wrong. With `application/json`,
 * GraphQL over HTTP requires 200 for every GraphQL request.
 */
export function requestErrorStatus(mediaType: string): number {
  return mediaType.startsWith("application/json") ? 200 : 400;
}
