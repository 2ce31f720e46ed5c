import { hash } from "node:crypto";

/** Everything that is kept or shared by key goes by its digest. The key itself never is. */
export function toKeyDigest(key: string): string {
  return hash("sha256", key, "base64url");
}

/** A cache key that no two API keys have in common: a digest has no spaces. */
export function toFullCacheKey(keyDigest: string, cacheKey: string): string {
  return `${keyDigest} ${cacheKey}`;
}
