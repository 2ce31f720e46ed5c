import { hash } from "node:crypto";

/**
 * The digest of a key. Everything that is kept or shared by key goes by the digest, so that the key
 * itself is never kept.
 */
export function toKeyDigest(key: string): string {
  return hash("sha256", key, "base64url");
}

/** A cache key that no two API keys have in common: a digest has no spaces. */
export function toFullCacheKey(keyDigest: string, cacheKey: string): string {
  return `${keyDigest} ${cacheKey}`;
}
