import { createHash } from "node:crypto";
import type { WholeAnswer } from "../../exchange/answer.ts";

/** What determines how an answer to a `GET` may be cached. */
export interface HttpCachingOptions {
  /** The request's `If-None-Match`. */
  readonly ifNoneMatch: string | undefined;
  /** The age of the answer's oldest part, in seconds; undefined if no part is from the registry. */
  readonly ageSeconds: number | undefined;
  /** Maximum age of an answer that is served without a call to the registry, in seconds. */
  readonly ttlSeconds: number;
}

/** The headers that an answer to a `GET` depends on, for `Vary`. */
export const cacheVary = "accept, x-api-key, authorization, x-tapgraph-explain";

/**
 * Adds caching headers to an answer to a `GET` without errors. A cache may keep it for its caller alone, until its oldest part is too
 * old. If that is already so, the cache must ask each time whether the answer is still the same (`ETag`, 304).
 */
export function withHttpCaching(
  answer: WholeAnswer,
  { ifNoneMatch, ageSeconds, ttlSeconds }: HttpCachingOptions,
): WholeAnswer {
  const left = ageSeconds === undefined ? 0 : Math.floor(ttlSeconds - ageSeconds);
  const tag = createHash("sha256").update(answer.body).digest("base64url").slice(0, 27);
  const caching = {
    "cache-control": left > 0 ? `private, max-age=${left}` : "private, no-cache",
    // It is weak, because the same answer may be sent compressed.
    etag: `W/"${tag}"`,
  };
  if (!matches(ifNoneMatch, tag)) return { ...answer, headers: { ...answer.headers, ...caching } };
  return { status: 304, headers: caching, body: "" };
}

function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.includes(`"${tag}"`);
}
