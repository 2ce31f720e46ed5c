import { hash, randomBytes } from "node:crypto";
import type { SentKey } from "./key.ts";
import type { RequestHead } from "./request-head.ts";

export interface Bearer {
  /** What the token is called in the log: the first eight hexadecimal digits of its SHA-256. */
  readonly token: string;
  readonly onlyRegistered: boolean;
  /**
   * Whether the token still leads to the key that it led to: `gone` if it leads to none any more,
   * `changed` if it leads to another or allows something else.
   */
  standing(): "holds" | "gone" | "changed";
}

/** Only the log says why. To its caller, the request has no key. */
export type BearerRefusal =
  | "unknown token"
  | "expired"
  | "not a token"
  | "JWTs are not configured"
  | "JWT cannot be read"
  | "JWT has an algorithm or header that is not allowed"
  | "JWT is signed by an unknown key"
  | "JWT has a wrong signature"
  | "JWT has a wrong issuer"
  | "JWT has a wrong audience"
  | "JWT is not valid yet"
  | "JWT has a wrong claim"
  | "JWT names no key";

export interface FoundKey {
  /** Null if it is answered as a request without a key. */
  readonly key: string | null;
  readonly bearer?: Bearer;
  readonly refused?: {
    readonly reason: BearerRefusal;
    readonly token: string | undefined;
  };
}

/** Finds a request's key; undefined if the key is the one that was sent. */
export type KeyFinder = (
  request: RequestHead,
  sent: SentKey,
) => FoundKey | undefined | Promise<FoundKey>;

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
  return { key: null, refused: { reason, token } };
}
