import { parseDateTime } from "../call/decode/date-string.ts";
import { isJsonObject } from "../call/decode/json-values.ts";

/** What a keys file says: the registry's keys by name, and who may use them. */
export interface KeysFile {
  readonly keys: ReadonlyMap<string, string>;
  /** By SHA-256, in lower case. */
  readonly tokens: ReadonlyMap<string, TokenEntry>;
}

export interface TokenEntry {
  /** The name of its registry key. */
  readonly key: string;
  /** In milliseconds since 1970; undefined if it has no end. */
  readonly expiresAt: number | undefined;
  /** Whether its bearer can run registered operations only. */
  readonly onlyRegistered: boolean;
}

/** A keys file is wrong. The message has a line for each mistake, and quotes neither keys nor whole hashes. */
export class KeysFileError extends Error {
  override readonly name = "KeysFileError";
}

/**
 * Parses a keys file, all or nothing.
 * @throws KeysFileError
 */
export function parseKeysFile(text: string): KeysFile {
  const mistakes: string[] = [];
  const file = readFile(parseJson(text), (mistake) => mistakes.push(mistake));
  if (mistakes.length > 0) throw new KeysFileError(mistakes.join("\n"));
  return file;
}

type Report = (mistake: string) => void;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    // The error's own message would quote the file.
    throw new KeysFileError("it is not JSON");
  }
}

function readFile(json: unknown, report: Report): KeysFile {
  if (!isJsonObject(json)) throw new KeysFileError("expected an object with keys and tokens");
  reportUnknown(json, ["keys", "tokens"], { place: "", report });
  const keys = readKeys(json["keys"], report);
  return { keys, tokens: readTokens(json["tokens"], keys, report) };
}

function readKeys(json: unknown, report: Report): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  if (!isJsonObject(json) || Object.keys(json).length === 0) {
    report("keys: expected an object with at least one key by its name");
    return keys;
  }
  for (const [name, key] of Object.entries(json)) {
    if (typeof key === "string" && key.trim() === key && key !== "" && key.isWellFormed()) {
      keys.set(name, key);
    } else {
      report(`keys: ${quote(name)} is not a key: expected text without white space around it`);
    }
    if (name === "" || !isPrintable(name)) {
      report(`keys: ${quote(name)} is not a name: expected printable text`);
    }
  }
  return keys;
}

function readTokens(
  json: unknown,
  keys: ReadonlyMap<string, string>,
  report: Report,
): ReadonlyMap<string, TokenEntry> {
  const tokens = new Map<string, TokenEntry>();
  if (json === undefined) return tokens;
  if (!isJsonObject(json)) {
    report("tokens: expected an object with tokens by their hashes");
    return tokens;
  }
  for (const [member, entry] of Object.entries(json)) {
    const tokenHash = member.toLowerCase();
    // Whoever pastes a token instead of its hash should not find it in the log.
    const place = `tokens: ${quote(`${member.slice(0, 8)}…`)}`;
    if (!/^[\da-f]{64}$/.test(tokenHash)) {
      report(`${place} is not a SHA-256: expected 64 hexadecimal digits`);
    } else if (tokens.has(tokenHash)) {
      report(`${place} is there twice`);
    }
    tokens.set(
      tokenHash,
      readToken(entry, keys, (mistake) => report(`${place}: ${mistake}`)),
    );
  }
  return tokens;
}

function readToken(json: unknown, keys: ReadonlyMap<string, string>, report: Report): TokenEntry {
  if (!isJsonObject(json)) {
    report("expected an object with key, and perhaps expires and only");
    return noToken;
  }
  reportUnknown(json, ["key", "expires", "only"], { place: "", report });
  const { key, expires, only } = json;
  if (typeof key !== "string") report("key: expected the name of a key");
  else if (!keys.has(key)) report(`key: there is no key ${quote(key)}`);
  const expiresAt = expires === undefined ? undefined : parseExpiry(expires);
  if (expiresAt === null) {
    report("expires: expected a date-time with zone, such as 2027-01-31T00:00:00Z");
  }
  if (only !== undefined && only !== "registered") report('only: expected "registered"');
  return {
    key: String(key),
    expiresAt: expiresAt ?? undefined,
    onlyRegistered: only === "registered",
  };
}

/** When a token ends, in milliseconds since 1970; null if this is no date-time with a zone. */
export function parseExpiry(value: unknown): number | null {
  return typeof value === "string" ? parseDateTime(value) : null;
}

function reportUnknown(
  json: Readonly<Record<string, unknown>>,
  known: readonly string[],
  { place, report }: { readonly place: string; readonly report: Report },
): void {
  for (const name of Object.keys(json)) {
    if (!known.includes(name)) report(`${place}unknown member ${quote(name)}`);
  }
}

/** A name from the file as a mistake shows it: short, and without control characters. */
function quote(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}

function isPrintable(name: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(name);
}

const noToken: TokenEntry = { key: "", expiresAt: undefined, onlyRegistered: false };
