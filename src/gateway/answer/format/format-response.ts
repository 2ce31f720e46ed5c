import { type Body, LongText, toBuffer } from "../body.ts";
import type { Cost } from "../context.ts";
import { costOf, type GraphqlResponse, type ResponseReuse } from "../graphql-responses.ts";
import type { WholeHttpResponse } from "../http-response.ts";
import type { RefusedError } from "../refusals.ts";
import { type GraphqlRequest, readHeader, wantsCost } from "../request/graphql-request.ts";
import type { MediaType } from "./accept.ts";
import { sseMediaType } from "./accept.ts";
import { toCodes } from "./errors.ts";
import { toEvents } from "./framing.ts";
import { withHttpCaching } from "./http-caching.ts";

interface FormatOptions {
  readonly reuse: ResponseReuse;
  readonly mediaType: MediaType;
  /** Maximum age of a response that is served without a call to the registry, in seconds. */
  readonly ttlSeconds: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Formats a response for its caller: in the accepted media type, and with its cost if the request asks for it. */
export function formatResponse(
  response: GraphqlResponse,
  request: GraphqlRequest,
  { reuse, mediaType, ttlSeconds, now }: FormatOptions,
): WholeHttpResponse {
  request.logEntry.errorCodes = response.errorCodes;
  const body = bodyOf(response, request, { reuse, now });
  const formatted = { status: 200, headers: { "content-type": mediaType }, body };
  if (mediaType === sseMediaType) return withNoStore({ ...formatted, body: toEvents(body) });
  if (request.method !== "GET") return formatted;
  if (response.errorCodes.length > 0) return withNoStore(formatted);
  const { oldestPartAt } = response;
  return withHttpCaching(formatted, {
    ifNoneMatch: readHeader(request, "if-none-match"),
    ageSeconds: oldestPartAt === undefined ? undefined : (now - oldestPartAt) / 1000,
    ttlSeconds,
  });
}

/** The body of a response, with its cost if the request asks for it. */
export function bodyOf(
  response: GraphqlResponse,
  request: GraphqlRequest,
  { reuse, now }: Pick<FormatOptions, "reuse" | "now">,
): Body {
  return wantsCost(request) ? explain(response, costOf(response, reuse), now) : response.body;
}

export function formatRefusal(
  { status, errors, headers }: RefusedError,
  { logEntry }: Pick<GraphqlRequest, "logEntry">,
): WholeHttpResponse {
  logEntry.errorCodes = toCodes(errors);
  return withNoStore({ status, headers, body: JSON.stringify({ errors }) });
}

export function withNoStore(response: WholeHttpResponse): WholeHttpResponse {
  return { ...response, headers: { ...response.headers, "cache-control": "no-store" } };
}

/** The body of a response, with its cost in the extensions. */
function explain({ body, hasExtensions }: GraphqlResponse, cost: Cost, now: number): Body {
  const explanation = `"tapgraph":${JSON.stringify(withAge(cost, now))}}}`;
  const [kept, end] = hasExtensions
    ? [-2, `,${explanation}`]
    : [-1, `,"extensions":{${explanation}`];
  // To make a string of a large body would take long.
  if (typeof body === "string") return body.slice(0, kept) + end;
  return new LongText([toBuffer(body).subarray(0, kept), Buffer.from(end)]);
}

/** Shows the age of a cost's snapshots, in seconds, instead of the time at which they were taken. */
function withAge({ snapshot, made = [], ...cost }: Cost, now: number): object {
  if (snapshot === undefined) return { ...cost, made };
  const { agesFrom, milliseconds, ...size } = snapshot;
  const age = Math.round(now - agesFrom) / 1000;
  return { ...cost, snapshot: { age, ...size, milliseconds: Math.round(milliseconds) }, made };
}
