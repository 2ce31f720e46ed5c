import { GraphQLError } from "graphql";
import type { Settings } from "../../settings.ts";
import { toKeyDigest } from "../base/key-digest.ts";

export type KeyWords = Partial<Pick<Settings, "KEYS_FILE" | "KEYS_FILE_ALSO_KEYS">>;

export interface Identity {
  readonly key: string;
  readonly keyDigest: string;
}

export interface SentKey {
  readonly key: string | null;
  readonly mistake: string | undefined;
  readonly isApiKey: boolean;
  /**
   * The strings that were sent as a key, valid or not, as received, if they are long enough to be
   * secrets. They must never be shown.
   */
  readonly secrets: readonly string[];
}

/** A shorter string protects nothing, and occurs in many others by chance. */
const minSecretLength = 8;

const noSecrets: readonly string[] = [];

/**
 * Reads what was sent as a key, in one pass over the headers.
 * @param rawHeaders names and values in turn, as Node.js received them. Only these show that a
 * header came twice.
 */
export function readSentKey(rawHeaders: readonly string[]): SentKey {
  let apiKey: string | undefined;
  let authorization: string | undefined;
  let twice: string | undefined;
  let secrets: string[] | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    // Most names are neither, as their lengths tell.
    if (name.length !== "x-api-key".length && name.length !== "authorization".length) continue;
    if (!keyNames.has(name.toLowerCase())) continue;
    // Node.js has trimmed the value. `trim` would also remove the byte A0, which is part of letters
    // such as "à" in UTF-8.
    const value = rawHeaders[index + 1] ?? "";
    const isApiKey = name.length === "x-api-key".length;
    const secret = isApiKey ? value : value.replace(/^\S+ +/, "");
    if (secret.length >= minSecretLength) {
      secrets ??= [];
      secrets.push(secret);
    }
    if ((isApiKey ? apiKey : authorization) !== undefined) twice ??= name.toLowerCase();
    else if (isApiKey) apiKey = value;
    else authorization = value;
  }
  const scheme = authorization && /^Bearer +/i.exec(authorization)?.[0];
  const bearer = scheme && authorization?.slice(scheme.length);
  const about = { isApiKey: Boolean(apiKey), secrets: secrets ?? noSecrets };
  const refuse = (mistake: string): SentKey => ({ key: null, mistake, ...about });
  if (twice) return refuse(`The header ${twice} was sent twice; send it once.`);
  if (apiKey && bearer && apiKey !== bearer) {
    return refuse("X-API-Key and Authorization carry different keys; send one.");
  }
  const sent = apiKey || bearer;
  if (!sent) return { key: null, mistake: undefined, ...about };
  // In UTF-8, only ASCII takes one byte a character.
  const key = Buffer.byteLength(sent) === sent.length ? sent : decodeKey(sent);
  return key === null ? refuse("The key is not UTF-8.") : { key, mistake: undefined, ...about };
}

export const keyNames: ReadonlySet<string> = new Set(["x-api-key", "authorization"]);

/** Node.js reads the bytes of a header as Latin-1. Null if they are not UTF-8. */
function decodeKey(key: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(key, "latin1"));
  } catch {
    return null;
  }
}

export function secretsOf(key: string | null): readonly string[] {
  if (key === null) return noSecrets;
  const received = Buffer.from(key).toString("latin1");
  return received.length < minSecretLength ? noSecrets : [received];
}

/**
 * What a field that needs the key fails with, in the words of what callers hold.
 * @param mistake why the key cannot be read; undefined if there is none.
 */
export function keyError(
  { KEYS_FILE: file, KEYS_FILE_ALSO_KEYS: alsoKeys }: KeyWords,
  mistake?: string,
): GraphQLError {
  if (mistake !== undefined) {
    return new GraphQLError(mistake, { extensions: { code: "BAD_USER_INPUT" } });
  }
  const word = file === undefined ? "key" : "token";
  const key = file !== undefined && alsoKeys ? ", or a key as `X-API-Key: <key>`" : "";
  return new GraphQLError(
    `This field needs a ${word}: send it as \`X-API-Key: <${word}>\` or as \`Authorization: Bearer <${word}>\`${key}.`,
    { extensions: { code: "UNAUTHENTICATED" } },
  );
}

export function identify(key: string): Identity {
  return { key, keyDigest: toKeyDigest(key) };
}
