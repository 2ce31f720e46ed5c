import { createHash } from "node:crypto";
import type { HTTPGraphQLResponse } from "@apollo/server";

/** What decides how an answer to a `GET` may be kept. */
export interface HttpCachingOptions {
  /** The request's `If-None-Match`. */
  readonly ifNoneMatch: string | undefined;
  /** Seconds since the oldest part of the answer had been asked for; undefined: it has none from the registry. */
  readonly ageSeconds: number | undefined;
  /** How old an answer may be that is served without asking the registry, in seconds. */
  readonly ttlSeconds: number;
}

/** The headers that an answer to a `GET` depends on, for `Vary`. */
export const cacheVary = "accept, x-api-key, authorization, x-tapgraph-explain";

/**
 * The answer to a `GET` with the headers that tell a cache what it may do: keep it, for its caller alone, for what is left
 * of its oldest part's time; where nothing is left, ask every time whether it is still the same (`ETag`, 304). An answer with
 * errors is not kept.
 */
export function withHttpCaching(
  answer: HTTPGraphQLResponse,
  { ifNoneMatch, ageSeconds, ttlSeconds }: HttpCachingOptions,
): HTTPGraphQLResponse {
  const { status = 200, headers, body } = answer;
  if (body.kind !== "complete" || status !== 200 || hasErrors(body.string)) {
    headers.set("cache-control", "no-store");
    return answer;
  }
  const left = ageSeconds === undefined ? 0 : Math.floor(ttlSeconds - ageSeconds);
  const tag = createHash("sha256").update(body.string).digest("base64url").slice(0, 27);
  headers.set("cache-control", left > 0 ? `private, max-age=${left}` : "private, no-cache");
  // Weak: the same answer may come compressed.
  headers.set("etag", `W/"${tag}"`);
  if (!matches(ifNoneMatch, tag)) return answer;
  headers.delete("content-type");
  return { status: 304, headers, body: { kind: "complete", string: "" } };
}

/** Apollo Server writes an answer's errors first. */
function hasErrors(body: string): boolean {
  return body.startsWith('{"errors":');
}

function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.includes(`"${tag}"`);
}
