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
  const bearer = /^Bearer +(.*)$/i.exec(readKeyHeader(rawHeaders, "authorization") ?? "")?.[1];
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
    "This field needs the registry's key: send it as `X-API-Key: <key>` or as `Authorization: Bearer <key>`.",
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

/** Replaces the key in headers, which are names and values in turn. Null removes it. */
export function replaceKey(rawHeaders: readonly string[], key: string | null): readonly string[] {
  const headers: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!isKeyName(name)) headers.push(name, rawHeaders[index + 1] ?? "");
  }
  // `readKey` expects a key as Node.js reads it: its UTF-8 bytes as Latin-1.
  if (key !== null) headers.push("x-api-key", Buffer.from(key).toString("latin1"));
  return headers;
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

/** Decodes a key as UTF-8, because Node.js reads the bytes of a header as Latin-1. */
function decodeKey(key: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII includes control characters.
  if (/^[\x00-\x7f]*$/.test(key)) return key;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(key, "latin1"));
  } catch {
    throw badKey("The key is not UTF-8.");
  }
}

function badKey(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT" } });
}
