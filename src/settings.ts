import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** One environment variable: how its text becomes a value, what stands when it is unset, and what `--help` says. */
interface Setting<T> {
  readonly fallback: string | undefined;
  readonly parse: (text: string) => T;
  readonly help: string;
  /** Whether the name in lower case is the same variable, as other programs have it of proxies. */
  readonly isInEitherCase?: boolean;
  /** Whether the variable of this name and `_FILE` names a file to read it from. */
  readonly isInFile?: boolean;
}

/**
 * Every setting of tapgraph, by the name of its environment variable.
 * A value that is unset or empty is the fallback; without a fallback it is `undefined`.
 */
export const settingTable = {
  HOST: setting(text, "127.0.0.1", "Address that the gateway listens on"),
  PORT: setting(port, "4000", "Port that the gateway listens on"),
  REGISTRY_URL: optional(
    httpUrl,
    "Base address of the registry, without /api/v1; unset: the embedded registry",
  ),
  REGISTRY_HOST: setting(text, "127.0.0.1", "Address that `tapgraph registry` listens on"),
  REGISTRY_PORT: optional(
    port,
    "Port that `tapgraph registry` listens on; unset: 4001, the embedded registry: any free port",
  ),
  REGISTRY_DB: inFile(
    optional(
      parseStorePlace,
      "The registry's SQLite file, or postgres://user:password@host/database; unset: ./tapgraph.db, the embedded sample: in memory",
    ),
  ),
  REGISTRY_DB_FILE: optional(text, "A file to read REGISTRY_DB from, for it may hold a password"),
  REGISTRY_DB_CONNECTIONS: setting(
    integer(1, 1000),
    "10",
    "The most connections at once to a PostgreSQL database",
  ),
  TAPGRAPH_KEY: optional(
    text,
    "The registry's key for `tapgraph doctor` and `tapgraph types`; unset: asked for, or read from standard input",
  ),
  REGISTRY_MAX_LIMIT: setting(
    autoOr(integer(1, 1_000_000)),
    "auto",
    "Most rows a page to ask the registry for; auto: learnt from its answers, starting at 1000",
  ),
  REGISTRY_TIMEOUT_MS: setting(
    integer(1, 600_000),
    "5000",
    "Bound on one REST call, in milliseconds",
  ),
  REQUEST_DEADLINE_MS: setting(
    integer(1, 600_000),
    "15000",
    "Bound on one GraphQL request with all its REST calls and retries, in milliseconds",
  ),
  REGISTRY_MAX_CONNECTIONS: setting(
    integer(1, 65_535),
    "256",
    "Connections kept open to the registry",
  ),
  HTTPS_PROXY: inEitherCase(
    optional(
      proxyUrl,
      "Proxy towards a registry whose address begins with https: it sees no more than the host",
    ),
  ),
  HTTP_PROXY: inEitherCase(
    optional(proxyUrl, "Proxy towards a registry whose address begins with http: a tunnel as well"),
  ),
  NO_PROXY: inEitherCase(
    optional(text, "Hosts that are reached without a proxy, comma-separated, or *"),
  ),
  REGISTRY_TIMESTAMP_UNIT: setting(
    oneOf("auto", "s", "ms", "us", "none"),
    "auto",
    "Unit of the registry's timestamps: s, ms, us, none (no DateTime), or auto (10 digits: s, 13: ms)",
  ),
  REGISTRY_BAD_KEY_STATUS: setting(
    listOf(status),
    "401,403",
    "Statuses by which the registry refuses a key, comma-separated; 200: with an error in the body",
  ),
  REGISTRY_ABSENT_STATUS: setting(
    listOf(status),
    "404,410",
    "Statuses by which the registry says that it has no such record or structure, comma-separated; 200: with an error in the body, 500 and above: records alone",
  ),
  REGISTRY_SLASHES: setting(
    oneOf("documented", "always", "never", "reversed"),
    "documented",
    "Which of the registry's paths end with a slash: documented (single records), always, never, reversed",
  ),
  REGISTRY_FIRST_PAGE: setting(
    firstPage,
    "1",
    "Number of a list's first page: 1, 0, or only (page is not looked at: lists are read by limit alone)",
  ),
  ADDITIONAL_DATA_LINKS: setting(
    parseLinks,
    "",
    "Additional data that name a record, such as tag.terminal_id=terminal.id,terminal.home_tag=tag.id",
  ),
  CACHE_TTL_SECONDS: setting(
    decimal(0, 86_400),
    "0",
    "How old an answer of the registry may be that is served again; 0: no cache",
  ),
  CACHE_URL: inFile(
    optional(
      storeUrl,
      "A Valkey 8 or Redis 7 server on which gateways share answers and snapshots, such as rediss://user:password@host:6379; unset: each keeps its own",
    ),
  ),
  CACHE_URL_FILE: optional(text, "A file to read CACHE_URL from, for it may hold a password"),
  CACHE_SECRET: inFile(
    optional(
      cacheSecret,
      "What is shared is named and sealed by it: 32 characters or more, the same for all gateways that share",
    ),
  ),
  CACHE_SECRET_FILE: optional(text, "A file to read CACHE_SECRET from"),
  SNAPSHOT_TTL_SECONDS: setting(
    decimal(0, 86_400),
    "30",
    "How old the snapshot of a list may be that filters, orders and searches run on; 0: none is kept",
  ),
  SNAPSHOT_MAX_BYTES: setting(
    integer(0, 2 ** 40),
    "268435456",
    "Memory that all snapshots may take; what was not used for longest makes room",
  ),
  MAX_SCAN_RECORDS: setting(
    integer(0, 100_000_000),
    "200000",
    "Records of a list that is still filtered, ordered or searched; 0: no list is read whole for it",
  ),
  MAX_SUBSCRIPTIONS: setting(
    integer(1, 1_000_000),
    "10000",
    "Streams of changes that are served at once, at most half of them for one key",
  ),
  CHANGES_POLL_SECONDS: setting(
    decimal(0, 86_400),
    "10",
    "How often a list is read while somebody is subscribed to its changes; 0: no subscriptions",
  ),
  WORKERS: setting(
    autoOr(integer(1, 256)),
    "1",
    "Processes that serve one port, and share connections, snapshots, streams and requests under way; auto: one a core",
  ),
  MAX_PAGE_SIZE: setting(integer(1, 100_000), "1000", "Largest first or last"),
  MAX_REGISTRY_CALLS: setting(
    integer(1, 1_000_000),
    "600",
    "REST calls that one GraphQL request may cost",
  ),
  MAX_REQUESTS_UNDER_WAY: setting(
    integer(1, 1_000_000),
    "2000",
    "Requests answered at once; more are turned away with 503",
  ),
  MAX_QUERY_DEPTH: setting(integer(1, 100), "20", "Fields within fields of a query"),
  MAX_QUERY_ALIASES: setting(integer(0, 10_000), "500", "Aliases of a query"),
  MAX_QUERY_TOKENS: setting(integer(1, 100_000), "10000", "Lexical tokens of a query"),
  MAX_QUERY_NODES: setting(
    integer(1, 10_000_000),
    "250000",
    "Objects that the answer to a query may have, as estimated before it is run",
  ),
  CORS_ORIGINS: setting(
    origins,
    "",
    "Browser origins that may call the gateway, comma-separated, or *",
  ),
  INTROSPECTION: setting(flag, "true", "Whether the schema is published to whoever asks"),
  EXPLORER: setting(
    explorer,
    "true",
    "What a browser gets: true (our own explorer), sandbox (Apollo's, hosted), or false",
  ),
  EXPLORER_IMAGE_ORIGINS: setting(
    listOf(origin),
    "",
    "Origins that the explorer may load pictures from when asked to, comma-separated",
  ),
  FEDERATION: setting(flag, "false", "Whether the schema is an Apollo Federation 2 subgraph"),
  PERSISTED_OPERATIONS: optional(
    text,
    "A manifest of persisted operations: Apollo's, Relay's or GraphQL Code Generator's JSON file",
  ),
  PERSISTED_ONLY: setting(
    flag,
    "false",
    "Whether operations that are not in PERSISTED_OPERATIONS are refused",
  ),
  METRICS_PORT: optional(port, "Port of /metrics; unset: on PORT"),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    collectorUrl,
    "OpenTelemetry collector that spans are sent to, such as http://localhost:4318; unset: none are made",
  ),
  LOG_LEVEL: setting(
    oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"),
    "info",
    "Least level of what is logged",
  ),
  NODE_ENV: optional(text, "production: refuses to start on the sample"),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

type Table = typeof settingTable;

/** The parsed settings, by the name of their environment variable. */
export type Settings = { readonly [Name in keyof Table]: ReturnType<Table[Name]["parse"]> };

/** One additional data identifier that names a record: of whose data, and by which of the other's fields. */
export interface LinkSetting {
  readonly subject: "tag" | "terminal";
  readonly identifier: string;
  readonly target: "tag.id" | "terminal.id" | "terminal.uuid" | "terminal.imei";
}

/** Characters that a secret has at least: those of 16 bytes in hexadecimal. */
const leastSecret = 32;

/** What is wrong with the settings: one line for each mistake. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * The settings in an environment, after those of a file `.env` in the working directory.
 * @throws SettingsError with a line for every value that cannot be read.
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  return parseSettings({ ...readEnvFile(), ...environment });
}

/**
 * The settings that these variables are.
 * @throws SettingsError with a line for every value that cannot be read.
 */
export function parseSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const mistakes: string[] = [];
  const entries = Object.entries<Setting<unknown>>(settingTable).map(
    ([name, { fallback, parse, isInEitherCase, isInFile }]) => {
      try {
        const other = isInEitherCase ? variables[name.toLowerCase()] : undefined;
        const read = isInFile ? readValueFile(name, variables) : undefined;
        const given = variables[name]?.trim() || other?.trim() || read || fallback;
        return [name, given === undefined ? undefined : parse(given)];
      } catch (error) {
        mistakes.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        return [name, undefined];
      }
    },
  );
  const settings = Object.fromEntries(entries) as Settings;
  const isSecretMissing = settings.CACHE_URL !== undefined && settings.CACHE_SECRET === undefined;
  if (isSecretMissing && !mistakes.some((line) => line.startsWith("CACHE_SECRET:"))) {
    mistakes.push("CACHE_SECRET: CACHE_URL needs one, the same for all gateways that share");
  }
  if (mistakes.length > 0) throw new SettingsError(mistakes.join("\n"));
  return settings;
}

/** What stands in the file that a setting's second variable names; undefined where it names none. */
function readValueFile(
  name: string,
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const file = variables[`${name}_FILE`]?.trim();
  if (!file) return undefined;
  if (variables[name]?.trim()) throw new Error(`set this or ${name}_FILE, not both`);
  const value = readText(file, name).trim();
  // A default in the place of a value that is missing would serve another store than was meant.
  if (value === "" || /[\r\n\0\ufffd]/.test(value)) {
    throw new Error(`the file that ${name}_FILE names must hold one line`);
  }
  return value;
}

function readText(file: string, name: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Error(`the file that ${name}_FILE names cannot be read`);
  }
}

/** The settings as `--help` lists them: name, default and meaning. */
export function formatSettings(): string {
  return Object.entries<Setting<unknown>>(settingTable)
    .map(([name, { fallback, help }]) => {
      const suffix = fallback ? ` (default ${fallback})` : "";
      return `  ${name.padEnd(25)} ${help}${suffix}`;
    })
    .join("\n");
}

function readEnvFile(): Record<string, string | undefined> {
  return existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {};
}

function setting<T>(parse: (text: string) => T, fallback: string, help: string): Setting<T> {
  return { parse, fallback, help };
}

function optional<T>(parse: (text: string) => T, help: string): Setting<T | undefined> {
  return { parse, fallback: undefined, help };
}

function inEitherCase<T>(given: Setting<T>): Setting<T> {
  return { ...given, isInEitherCase: true };
}

function inFile<T>(given: Setting<T>): Setting<T> {
  return { ...given, isInFile: true };
}

/**
 * Where a registry's store lies: a file's name, or the address of a database. What is nearly an address is not taken for a
 * file, for messages name files. The value is never repeated in the message.
 */
export function parseStorePlace(value: string): string {
  if (/^postgres(ql)?:\/\//i.test(value)) return value;
  const isAddress = /^(?!file:)[a-z][a-z\d+.-]+:\/\/|^postgres(ql)?:|^[^/]*:[^/]*@/i.test(value);
  if (!isAddress) return value;
  throw new Error("expected a file, or an address such as postgres://user:password@host/database");
}

function text(value: string): string {
  return value;
}

function flag(value: string): boolean {
  return oneOf("true", "false")(value) === "true";
}

/** `graphiql` was the name of our own explorer. */
function explorer(value: string): "true" | "sandbox" | "false" | "graphiql" {
  return value === "graphiql" ? value : oneOf("true", "sandbox", "false")(value);
}

function oneOf<const Word extends string>(...words: readonly Word[]): (text: string) => Word {
  return (value) => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw new Error(`"${value}" is none of ${words.join(", ")}`);
    return word;
  };
}

function integer(least: number, most: number): (text: string) => number {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most)) {
      throw new Error(`"${value}" is no whole number from ${least} to ${most}`);
    }
    return number;
  };
}

function decimal(least: number, most: number): (text: string) => number {
  return (value) => {
    const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most)) {
      throw new Error(`"${value}" is no number from ${least} to ${most}`);
    }
    return number;
  };
}

function firstPage(value: string): 1 | 0 | "only" {
  const word = oneOf("1", "0", "only")(value);
  return word === "only" ? word : word === "1" ? 1 : 0;
}

function status(value: string): number {
  const number = /^\d{3}$/.test(value) ? Number(value) : Number.NaN;
  if (number === 200 || (number >= 300 && number <= 599)) return number;
  throw new Error(`"${value}" is no status from 300 to 599, nor 200`);
}

function port(value: string): number {
  return integer(0, 65_535)(value);
}

function autoOr(parse: (text: string) => number): (text: string) => number | "auto" {
  return (value) => (value === "auto" ? value : parse(value));
}

function listOf<T>(parse: (text: string) => T): (text: string) => readonly T[] {
  return (value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map(parse);
}

/** The value is never repeated in the message: an address may carry a password, or the key. */
function httpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new Error("expected an address such as https://registry.example");
  }
  if (url.search || url.hash || url.username || url.password) {
    throw new Error("expected an address without a user, a query or a fragment");
  }
  if (/\/api\/v1\/?$/.test(url.pathname)) throw new Error("leave out /api/v1");
  return url.href.replace(/\/+$/, "");
}

/** As above: the store may want a password. */
function storeUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isStore = url?.protocol === "redis:" || url?.protocol === "rediss:";
  if (!isStore || url.hostname === "" || !canDecode(url.username) || !canDecode(url.password)) {
    throw new Error("expected an address such as rediss://user:password@host:6379");
  }
  if (url.search || url.hash || !/^(?:\/\d{0,5})?$/.test(url.pathname)) {
    throw new Error("expected nothing after the host and its port but the number of a database");
  }
  return value;
}

function canDecode(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}

/** The value is never repeated in the message. */
function cacheSecret(value: string): string {
  if (value.length < leastSecret) {
    throw new Error(`expected ${leastSecret} characters or more, found ${value.length}`);
  }
  return value;
}

/** As above: the address of a proxy may well hold a password. */
function proxyUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new Error("expected an address such as http://proxy.example:3128");
  }
  return url.href;
}

/** As above: a collector may want a password. */
function collectorUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new Error("expected an address such as http://localhost:4318");
  }
  return url.href.replace(/\/+$/, "");
}

function origins(value: string): readonly string[] | "*" {
  if (value === "*") return value;
  return listOf(origin)(value);
}

function origin(value: string): string {
  if (!URL.canParse(value) || new URL(value).origin !== value) {
    throw new Error(`"${value}" is no origin such as https://app.example`);
  }
  return value;
}

/** The links that a text names, as `ADDITIONAL_DATA_LINKS` has them. */
export function parseLinks(value: string): readonly LinkSetting[] {
  return listOf((part): LinkSetting => {
    const match = /^(tag|terminal)\.(.+?)=(tag\.id|terminal\.(?:id|uuid|imei))$/.exec(part);
    if (!match) {
      throw new Error(
        `"${part}" is no link such as tag.terminal_id=terminal.id (targets: tag.id, terminal.id, terminal.uuid, terminal.imei)`,
      );
    }
    const [, subject, identifier, target] = match;
    return { subject, identifier, target } as LinkSetting;
  })(value);
}
