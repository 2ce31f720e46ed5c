import { createHash } from "node:crypto";
import { toBuffer } from "../../answer/body.ts";
import type { WholeHttpResponse } from "./http-response.ts";

export const cacheVary = "accept, x-api-key, authorization, x-tapgraph-explain";

/**
 * Adds caching headers to the response to a `GET`, which must have no errors. Only the caller's own
 * cache may keep it. Once its oldest part has reached the TTL, the cache must revalidate it before
 * each use (`ETag`, 304).
 */
export function withHttpCaching(
  response: WholeHttpResponse,
  {
    ifNoneMatch,
    ageSeconds,
    ttlSeconds,
  }: {
    readonly ifNoneMatch: string | undefined;
    readonly ageSeconds: number | undefined;
    readonly ttlSeconds: number;
  },
): WholeHttpResponse {
  const maxAge = ageSeconds === undefined ? 0 : Math.floor(ttlSeconds - ageSeconds);
  const sha256 = createHash("sha256").update(toBuffer(response.body));
  const hash = sha256.digest("base64url").slice(0, 27);
  const caching = {
    "cache-control": maxAge > 0 ? `private, max-age=${maxAge}` : "private, no-cache",
    // A weak tag, because the same response may be sent compressed.
    etag: `W/"${hash}"`,
  };
  if (!matches(ifNoneMatch, hash))
    return { ...response, headers: { ...response.headers, ...caching } };
  return { status: 304, headers: caching, body: "" };
}

function matches(ifNoneMatch: string | undefined, hash: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  // Apache adds the coding to the tag of what it has compressed, and does not take it away again.
  return new RegExp(`"${hash}(?:-gzip|-br)?"`).test(ifNoneMatch);
}
