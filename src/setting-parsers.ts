import { heapLimit } from "./heap-limit.ts";

export function text(value: string): string {
  return value;
}

export function flag(value: string): boolean {
  return oneOf("true", "false")(value) === "true";
}

export function oneOf<const Word extends string>(
  ...words: readonly Word[]
): (value: string) => Word {
  return (value) => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw new Error(`"${value}" is not one of ${words.join(", ")}`);
    return word;
  };
}

export function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= min && number <= max)) {
      throw new Error(`"${value}" is not a whole number from ${min} to ${max}`);
    }
    return number;
  };
}

export function seconds(max: number): (value: string) => number {
  return (value) => {
    const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= 0 && number <= max)) {
      throw new Error(`"${value}" is not a number from 0 to ${max}`);
    }
    const rounded = Math.round(number * 1000) / 1000;
    // 0 means something else.
    if (rounded === 0 && number > 0) throw new Error(`"${value}" is less than a millisecond`);
    return rounded;
  };
}

export function autoOr(parse: (value: string) => number): (value: string) => number | "auto" {
  return (value) => (value === "auto" ? value : parse(value));
}

export function bytesOrHalfOfHeap(value: string): number {
  const bytes = autoOr(integer(1, 2 ** 40))(value);
  return bytes === "auto" ? Math.floor(heapLimit() / 2) : bytes;
}

export function commaSeparated<T>(parse: (value: string) => T): (value: string) => readonly T[] {
  return (value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map(parse);
}

export function port(value: string): number {
  return integer(0, 65_535)(value);
}

/**
 * Parses the registry's port. `service`: Kubernetes sets this variable to an address, such as
 * `tcp://10.0.0.1:80`, in every pod beside a service named *registry*. Such a value must not stop a
 * gateway, which has no use for it.
 */
export function registryPort(value: string): number | "service" {
  return value.startsWith("tcp://") ? "service" : port(value);
}

/**
 * Parses an HTTP status that can mean a failure. 200 can, because a registry may send it with an
 * error in the body.
 */
export function status(value: string): number {
  const number = /^\d{3}$/.test(value) ? Number(value) : Number.NaN;
  if (number === 200 || (number >= 300 && number <= 599)) return number;
  throw new Error(`expected 200, or a status from 300 to 599, found "${value}"`);
}

export function origin(value: string): string {
  if (!URL.canParse(value) || new URL(value).origin !== value) {
    throw new Error(`"${value}" is not an origin such as https://app.example`);
  }
  return value;
}

export function origins(value: string): readonly string[] | "*" {
  if (value === "*") return value;
  return commaSeparated(origin)(value);
}

// No message repeats an address, because it may contain a password or a key.

export function httpUrl(value: string): string {
  const url = parseHttpUrl(value, "https://registry.example");
  if (url.search || url.hash || url.username || url.password) {
    throw new Error("expected an address without a user, a query or a fragment");
  }
  if (/\/api\/v1\/?$/.test(url.pathname)) throw new Error("leave out /api/v1");
  return url.href.replace(/\/+$/, "");
}

export function proxyUrl(value: string): string {
  return parseHttpUrl(value, "http://proxy.example:3128").href;
}

export function collectorUrl(value: string): string {
  return parseHttpUrl(value, "http://localhost:4318").href.replace(/\/+$/, "");
}

export function jwksUrl(value: string): string {
  const url = parseHttpUrl(value, "https://login.example/.well-known/jwks.json");
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === "http:" && !isLoopback) throw new Error("expected https, but on loopback");
  if (url.username || url.password || url.hash) {
    throw new Error("expected an address without a user or a fragment");
  }
  return url.href;
}

function parseHttpUrl(value: string, example: string): URL {
  const url = URL.parse(value);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new Error(`expected an address such as ${example}`);
}

/** @returns the address as one of Redis, which the client knows. */
export function redisUrl(value: string): string {
  const address = value.replace(/^valkey(?=s?:)/i, "redis");
  const url = URL.parse(address);
  const isRedis = url?.protocol === "redis:" || url?.protocol === "rediss:";
  if (!isRedis || url.hostname === "" || !canDecode(url.username) || !canDecode(url.password)) {
    throw new Error(
      "expected an address such as rediss://user:password@host:6379, with special characters in the password percent-encoded",
    );
  }
  if (url.search || url.hash || !/^(?:\/\d{0,5})?$/.test(url.pathname)) {
    throw new Error("expected only a database number after the host and port, such as /2");
  }
  return address;
}

function canDecode(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}

const minSecretLength = 32;

export function cacheSecret(value: string): string {
  if (value.length < minSecretLength) {
    throw new Error(`expected ${minSecretLength} characters or more, found ${value.length}`);
  }
  return value;
}

/**
 * Parses the name of a file, or the address of a database. A mistyped address is not taken for a
 * file, because messages name files.
 */
export function parseStoreAddress(value: string): string {
  if (/^postgres(ql)?:\/\//i.test(value)) return value;
  const isAddress = /^(?!file:)[a-z][a-z\d+.-]+:\/\/|^postgres(ql)?:|^[^/]*:[^/]*@/i.test(value);
  if (!isAddress) return value;
  throw new Error("expected a file, or an address such as postgres://user:password@host/database");
}

export function firstPage(value: string): 1 | 0 | "only" {
  const word = oneOf("1", "0", "only")(value);
  if (word === "only") return word;
  return word === "1" ? 1 : 0;
}

/**
 * Additional data whose value names a record: its identifier, and the field of the record that
 * holds the same value.
 */
export interface LinkSetting {
  readonly subject: "tag" | "terminal";
  readonly identifier: string;
  readonly target: "tag.id" | "terminal.id" | "terminal.uuid" | "terminal.imei";
}

export function parseLinks(value: string): readonly LinkSetting[] {
  return commaSeparated(parseLink)(value);
}

function parseLink(value: string): LinkSetting {
  const match = /^(tag|terminal)\.(.+?)=(tag\.id|terminal\.(?:id|uuid|imei))$/.exec(value);
  if (!match) {
    throw new Error(
      `"${value}" is not a link such as tag.terminal_id=terminal.id (targets: tag.id, terminal.id, terminal.uuid, terminal.imei)`,
    );
  }
  const [, subject, identifier, target] = match;
  return { subject, identifier, target } as LinkSetting;
}
