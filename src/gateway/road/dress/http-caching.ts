import { createHash } from "node:crypto";
import type { WholeAnswer } from "../message.ts";

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
 * The answer to a `GET`, without errors, with the headers that tell a cache what it may do: keep it, for its caller alone, for
 * what is left of its oldest part's time; where nothing is left, ask every time whether it is still the same (`ETag`, 304).
 */
export function withHttpCaching(
  answer: WholeAnswer,
  { ifNoneMatch, ageSeconds, ttlSeconds }: HttpCachingOptions,
): WholeAnswer {
  const left = ageSeconds === undefined ? 0 : Math.floor(ttlSeconds - ageSeconds);
  const tag = createHash("sha256").update(answer.body).digest("base64url").slice(0, 27);
  const caching = {
    "cache-control": left > 0 ? `private, max-age=${left}` : "private, no-cache",
    // Weak: the same answer may come compressed.
    etag: `W/"${tag}"`,
  };
  if (!matches(ifNoneMatch, tag)) return { ...answer, headers: { ...answer.headers, ...caching } };
  return { status: 304, headers: caching, body: "" };
}

function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.includes(`"${tag}"`);
}
