import { hash, randomBytes } from "node:crypto";
import type { BearerRefusal, FoundKey } from "../answer/key/bearer.ts";
import { toKeyHeaders } from "../answer/key/key.ts";

const prefix = "tapgraph_";
const randomLength = 32;

const nameLength = 8;

/** A new token. Nobody can guess it, so a fast hash without a salt is enough to keep of it. */
export function createToken(): string {
  return prefix + randomBytes(randomLength).toString("base64url");
}

export function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}

export function toTokenName(tokenHash: string): string {
  return tokenHash.slice(0, nameLength);
}

export function looksLikeToken(text: string): boolean {
  return text.slice(0, prefix.length).toLowerCase() === prefix;
}

/**
 * Whether a text could be a JWT, valid or not: parts with dots between them, the first of which is
 * a JSON object in base64url, perhaps after white space or a byte order mark.
 */
export function looksLikeJwt(text: string): boolean {
  const dot = text.indexOf(".");
  if (dot < 0) return false;
  return Buffer.from(text.slice(0, Math.min(dot, 64)), "base64url")
    .toString("utf8")
    .trimStart()
    .startsWith("{");
}

/**
 * The request goes on as one without a key.
 * @param tokenHash of what is known to be a token or a JWT.
 */
export function refuse(reason: BearerRefusal, tokenHash?: string): FoundKey {
  const token = tokenHash && toTokenName(tokenHash);
  return { keyHeaders: toKeyHeaders(null), refused: { reason, token } };
}
