import { isUtf8 } from "node:buffer";
import { parseDateTime } from "../../registry-client/date-string.ts";
import { isJsonObject } from "../../registry-client/json-values.ts";
import { FileError } from "../base/watched-file.ts";
import { looksLikeJwt, looksLikeToken } from "./token.ts";

export interface KeysFile {
  readonly keys: ReadonlyMap<string, string>;
  /** By SHA-256, in lower case. */
  readonly tokens: ReadonlyMap<string, TokenEntry>;
  /** The keys whose lists are read whole at the start. */
  readonly warm: readonly string[];
}

export interface TokenEntry {
  readonly keyName: string;
  readonly expiresAt: number | undefined;
  readonly onlyRegistered: boolean;
}

/** The message has a line for each mistake, and quotes no keys, tokens or whole hashes. */
export class KeysFileError extends FileError {
  override readonly name = "KeysFileError";
}

/**
 * The text of a keys file.
 * @throws KeysFileError if it is not UTF-8: what would be read in place of other bytes is in no
 * key.
 */
export function decodeKeysFile(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new KeysFileError("it is not UTF-8");
  return bytes.toString("utf8");
}

/** @throws KeysFileError with a line for each mistake, all or nothing. */
export function parseKeysFile(text: string): KeysFile {
  const json = parseJson(text);
  const mistakes = new Mistakes(json);
  for (const name of findRepeated(text)) mistakes.add(`${mistakes.quote(name)} is there twice`);
  const file = readFile(json, mistakes);
  mistakes.throwIfAny();
  return file;
}

class Mistakes {
  readonly #lines: string[] = [];
  readonly #keys: ReadonlySet<unknown>;

  constructor(json: unknown) {
    const keys = isJsonObject(json) ? json["keys"] : undefined;
    this.#keys = new Set(isJsonObject(keys) ? Object.values(keys) : []);
  }

  add(mistake: string): void {
    this.#lines.push(mistake);
  }

  quote(name: string): string {
    if (this.#keys.has(name) || looksLikeToken(name) || looksLikeJwt(name)) return '"[secret]"';
    const maxLength = isHash(name) ? shownOfHash : maxShown;
    return JSON.stringify(name.length > maxLength ? `${name.slice(0, maxLength)}…` : name);
  }

  throwIfAny(): void {
    if (this.#lines.length > 0) throw new KeysFileError(this.#lines.join("\n"));
  }
}

const maxShown = 60;
const shownOfHash = 8;

function isHash(text: string): boolean {
  return /^[\da-f]{64}$/i.test(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    // The error's own message would quote the file.
    throw new KeysFileError("it is not JSON");
  }
}

/**
 * The names that an object in this JSON, which is valid, has more than once. `JSON.parse` takes the
 * last one, which need not be the one that is meant: a token with an end could be there again
 * without one.
 */
function findRepeated(text: string): ReadonlySet<string> {
  const repeated = new Set<string>();
  const open: Set<string>[] = [];
  for (const [part, string, colon] of text.matchAll(partsOfJson)) {
    if (part === "{") open.push(new Set());
    if (part === "}") open.pop();
    if (string === undefined || colon === undefined) continue;
    const name: string = JSON.parse(string);
    if (open.at(-1)?.has(name)) repeated.add(name);
    open.at(-1)?.add(name);
  }
  return repeated;
}

// The ends of objects, and strings, those that are names with their colon.
const partsOfJson = /[{}]|("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g;

function readFile(json: unknown, mistakes: Mistakes): KeysFile {
  if (!isJsonObject(json)) throw new KeysFileError("expected an object with keys and tokens");
  for (const name of findUnknown(json, ["keys", "tokens", "warm"])) {
    mistakes.add(`unknown member ${mistakes.quote(name)}`);
  }
  const keys = readKeys(json["keys"], mistakes);
  const tokens = readTokens(json["tokens"], keys, mistakes);
  return { keys, tokens, warm: readWarm(json["warm"], keys, mistakes) };
}

function readWarm(
  json: unknown = [],
  keys: ReadonlyMap<string, string>,
  mistakes: Mistakes,
): readonly string[] {
  const names = Array.isArray(json) ? json : [null];
  const warm = names.map((name) => keys.get(name)).filter((key) => key !== undefined);
  if (warm.length < names.length) mistakes.add("warm: expected a list of names of keys");
  return warm;
}

function readKeys(json: unknown, mistakes: Mistakes): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  if (!isJsonObject(json) || Object.keys(json).length === 0) {
    mistakes.add("keys: expected an object with at least one key by its name");
    return keys;
  }
  for (const [name, key] of Object.entries(json)) {
    if (typeof key === "string" && key.trim() === key && key !== "" && key.isWellFormed()) {
      keys.set(name, key);
    } else {
      mistakes.add(
        `keys: ${mistakes.quote(name)} is not a key: expected text without white space around it`,
      );
    }
    if (name === "" || !isPrintable(name)) {
      mistakes.add(`keys: ${mistakes.quote(name)} is not a name: expected printable text`);
    }
  }
  return keys;
}

function readTokens(
  json: unknown,
  keys: ReadonlyMap<string, string>,
  mistakes: Mistakes,
): ReadonlyMap<string, TokenEntry> {
  const tokens = new Map<string, TokenEntry>();
  if (json === undefined) return tokens;
  if (!isJsonObject(json)) {
    mistakes.add("tokens: expected an object with tokens by their hashes");
    return tokens;
  }
  for (const [member, entry] of Object.entries(json)) {
    const tokenHash = member.toLowerCase();
    const place = `tokens: ${mistakes.quote(member)}`;
    if (!isHash(member)) {
      mistakes.add(`${place} is not a SHA-256: expected 64 hexadecimal digits`);
    } else if (tokens.has(tokenHash)) {
      mistakes.add(`${place} is there twice`);
    }
    tokens.set(tokenHash, readToken(entry, keys, { mistakes, place }));
  }
  return tokens;
}

function readToken(
  json: unknown,
  keys: ReadonlyMap<string, string>,
  { mistakes, place }: { readonly mistakes: Mistakes; readonly place: string },
): TokenEntry {
  const report = (mistake: string) => mistakes.add(`${place}: ${mistake}`);
  if (!isJsonObject(json)) {
    report("expected an object with key, and perhaps expires and only");
    return noToken;
  }
  for (const name of findUnknown(json, ["key", "expires", "only"])) {
    report(`unknown member ${mistakes.quote(name)}`);
  }
  const { key, expires, only } = json;
  if (typeof key !== "string") report("key: expected the name of a key");
  else if (!keys.has(key)) report(`key: there is no key ${mistakes.quote(key)}`);
  const expiresAt = expires === undefined ? undefined : parseExpiry(expires);
  if (expiresAt === null) {
    report("expires: expected a date-time with zone, such as 2027-01-31T00:00:00Z");
  }
  if (only !== undefined && only !== "registered") report('only: expected "registered"');
  return {
    keyName: String(key),
    expiresAt: expiresAt ?? undefined,
    onlyRegistered: only === "registered",
  };
}

export function parseExpiry(value: unknown): number | null {
  return typeof value === "string" ? parseDateTime(value) : null;
}

function findUnknown(
  json: Readonly<Record<string, unknown>>,
  known: readonly string[],
): readonly string[] {
  return Object.keys(json).filter((name) => !known.includes(name));
}

function isPrintable(name: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(name);
}

const noToken: TokenEntry = { keyName: "", expiresAt: undefined, onlyRegistered: false };
