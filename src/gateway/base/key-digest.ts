import { hash } from "node:crypto";

/** The digest of a key. Everything that is kept or shared by key goes by the digest, so that the key itself is never kept. */
export function toKeyDigest(key: string): string {
  return hash("sha256", key, "base64url");
}

/** The name of something that belongs to one key. A digest has no spaces, so the names of different keys differ. */
export function nameForKey(keyDigest: string, name: string): string {
  return `${keyDigest} ${name}`;
}
