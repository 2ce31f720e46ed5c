import { GraphQLError } from "graphql";
import type { ActiveKeys } from "../../base/active-keys.ts";
import { toKeyDigest } from "../../base/key-digest.ts";

/**
 * Reads the key of a request from `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * @param rawHeaders names and values in turn, as Node.js received them. Only these show that a header came twice.
 * @throws GraphQLError `UNAUTHENTICATED` without a key; `BAD_USER_INPUT` for two keys that differ, for either header twice, and for a
 *   key that is not UTF-8.
 */
export function readKey(rawHeaders: readonly string[]): string {
  const apiKey = readKeyHeader(rawHeaders, "x-api-key");
  const bearer = readBearer(readKeyHeader(rawHeaders, "authorization"));
  if (apiKey && bearer && apiKey !== bearer) {
    throw badKey("X-API-Key and Authorization carry different keys; send one.");
  }
  const key = apiKey || bearer;
  if (!key) throw missingKey();
  return decodeKey(key);
}

/** What a field that needs the key fails with, if the request has none. */
export function missingKey(): GraphQLError {
  return new GraphQLError(
    "This field needs a key: send it as `X-API-Key: <key>` or as `Authorization: Bearer <key>`.",
    { extensions: { code: "UNAUTHENTICATED" } },
  );
}

/** Whether a request's key comes in `X-API-Key`. Call it only if `readKey` has found one. */
export function hasApiKeyHeader(rawHeaders: readonly string[]): boolean {
  return Boolean(readKeyHeader(rawHeaders, "x-api-key"));
}

export interface Identity {
  readonly key: string;
  readonly keyDigest: string;
}

/**
 * Reads the caller's identity.
 * @param rawHeaders names and values in turn, as Node.js received them.
 * @throws GraphQLError `UNAUTHENTICATED` without a key, `BAD_USER_INPUT` for one that cannot be read.
 */
export function identify(rawHeaders: readonly string[]): Identity {
  const key = readKey(rawHeaders);
  return { key, keyDigest: toKeyDigest(key) };
}

/** Reads the caller's identity; null if `identify` would throw. @param keys computes a key's digest once for all requests under way. */
export function tryIdentify(
  rawHeaders: readonly string[],
  keys: Pick<ActiveKeys, "digestOf">,
): Identity | null {
  try {
    const key = readKey(rawHeaders);
    return { key, keyDigest: keys.digestOf(key) };
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

/** The headers, names and values in turn, from which `readKey` reads this key. Null: those of a request without one. */
export function toKeyHeaders(key: string | null): readonly string[] {
  // Node.js reads the UTF-8 bytes of a header as Latin-1.
  return key === null ? [] : ["x-api-key", Buffer.from(key).toString("latin1")];
}

export function isKeyName(name = ""): boolean {
  // Most names are neither, as their lengths tell.
  if (name.length !== "x-api-key".length && name.length !== "authorization".length) return false;
  const lowerCase = name.toLowerCase();
  return lowerCase === "x-api-key" || lowerCase === "authorization";
}

/** Minimum length of a secret. A shorter string protects nothing, and occurs in many others by chance. */
const minSecretLength = 8;

/** The strings that were sent as a key, valid or not, if they are long enough to be secrets. They must never be shown. */
export function findSecrets(rawHeaders: readonly string[]): readonly string[] {
  const secrets: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (!isKeyName(name)) continue;
    const value = rawHeaders[index + 1] ?? "";
    const secret = name?.toLowerCase() === "authorization" ? value.replace(/^\S+ +/, "") : value;
    if (secret.length >= minSecretLength) secrets.push(secret);
  }
  return secrets;
}

function readKeyHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length !== name.length || candidate.toLowerCase() !== name) continue;
    if (found !== undefined) throw badKey(`The header ${name} was sent twice; send it once.`);
    // Node.js has trimmed the value. `trim` would also remove the byte A0, which is part of letters such as "à" in UTF-8.
    found = rawHeaders[index + 1];
  }
  return found;
}

/** The key in the value of `Authorization`; undefined if it has another scheme. */
function readBearer(authorization = ""): string | undefined {
  const scheme = /^Bearer +/i.exec(authorization)?.[0];
  return scheme && authorization.slice(scheme.length);
}

/** Decodes a key as UTF-8, because Node.js reads the bytes of a header as Latin-1. */
function decodeKey(key: string): string {
  // In UTF-8, only ASCII takes one byte a character.
  if (Buffer.byteLength(key) === key.length) return key;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(key, "latin1"));
  } catch {
    throw badKey("The key is not UTF-8.");
  }
}

function badKey(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT" } });
}
