import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { isOneLetterOff } from "./gateway/base/one-letter-off.ts";
import {
  autoOr,
  bytesOrHalfOfHeap,
  cacheSecret,
  collectorUrl,
  commaSeparated,
  firstPage,
  flag,
  httpUrl,
  integer,
  jwksUrl,
  oneOf,
  origin,
  origins,
  parseLinks,
  parseStoreAddress,
  port,
  proxyUrl,
  redisUrl,
  registryPort,
  seconds,
  status,
  text,
} from "./setting-parsers.ts";

type Reader =
  | "gateway"
  | "doctor"
  | "fields"
  | "schema"
  | "mcp"
  | "registry"
  | `token ${"create" | "list" | "revoke"}`
  | `registry ${"import" | "export" | `key ${"create" | "list" | "revoke"}`}`;

/**
 * An environment variable, and all that users are told about it: by `--help`, by `.env.example` and
 * by `docs/settings.md`.
 */
export interface Setting<T = unknown> {
  readonly parse: (value: string) => T;
  readonly fallback: string | undefined;
  /** What it does, in Markdown. Clauses end with semicolons. Links start from `docs/`. */
  readonly help: string;
  /** A value that it may have. It is named after the first clause of `help`. */
  readonly example?: string;
  readonly readers: readonly Reader[];
  readonly allowsLowerCase?: boolean;
  /**
   * Whether a variable with this name and the suffix `_FILE` may name a file that contains the
   * value.
   */
  readonly allowsFile?: boolean;
  /** Whether it is no option of `createGateway`, because only the `tapgraph` command reads it. */
  readonly isCommandOnly?: true;
}

type Details = Partial<Pick<Setting, "example" | "readers" | "allowsLowerCase" | "allowsFile">>;

const gatewayOnly: readonly Reader[] = ["gateway"];
const registryClients: readonly Reader[] = ["gateway", "doctor", "fields", "mcp"];
const registryServers: readonly Reader[] = ["gateway", "registry"];
const mcpServers: readonly Reader[] = ["gateway", "mcp"];
const storeUsers: readonly Reader[] = [
  ...registryServers,
  "registry import",
  "registry export",
  "registry key create",
  "registry key list",
  "registry key revoke",
];

/**
 * All settings, by the names of their environment variables, in groups. The value of an unset or
 * empty setting is its fallback, or `undefined` if it has none. After a change, `npm run settings`
 * writes `.env.example` and the tables of `docs/settings.md`.
 */
export const settingGroups = {
  "Where it listens": {
    HOST: setting(
      text,
      "127.0.0.1",
      "Address that the gateway, or `tapgraph registry`, listens on; the embedded registry is on `127.0.0.1`",
      { readers: registryServers },
    ),
    PORT: setting(port, "4000", "Port that the gateway listens on"),
    METRICS_PORT: optional(
      port,
      "Port that serves [`/metrics`](observe.md#metrics); unset: `PORT`",
    ),
    WORKERS: commandOnly(
      setting(
        autoOr(integer(1, 256)),
        "1",
        "Number of processes that serve the port, among which limits are divided; `auto`: one per core",
      ),
    ),
  },
  "The registry behind it": {
    REGISTRY_URL: optional(
      httpUrl,
      "Base address of the registry, without `/api/v1`; unset: the embedded registry, with a sample unless `REGISTRY_DB` is set",
      { readers: [...registryClients, "token create"] },
    ),
    REGISTRY_MAX_CONNECTIONS: setting(
      integer(1, 65_535),
      "256",
      "Maximum number of simultaneous connections to the registry",
    ),
    REGISTRY_TIMEOUT_MS: setting(integer(1, 600_000), "5000", "Maximum time for one REST call", {
      readers: registryClients,
    }),
    TAPGRAPH_KEY: commandOnly(
      optional(
        text,
        "Registry key for `tapgraph doctor`, `fields`, `mcp` and `token create`; unset: the first two ask for it, or read standard input. On the sample, all of them take its key",
        { readers: ["doctor", "fields", "token create", "mcp"] },
      ),
    ),
  },
  "Where the interface document is silent": {
    REGISTRY_MAX_LIMIT: setting(
      autoOr(integer(1, 1_000_000)),
      "auto",
      "Maximum number of rows to ask the registry for in one page; `auto`: starts at 1000 and learns from its responses",
      { readers: ["gateway", "doctor", "fields"] },
    ),
    REGISTRY_FIRST_PAGE: setting(
      firstPage,
      "1",
      "Number of a list's first page: `1`, `0`, or `only` (the registry ignores `page`, so lists are read by limit alone)",
      { readers: ["gateway", "doctor", "fields"] },
    ),
    REGISTRY_SLASHES: setting(
      oneOf("documented", "always", "never", "reversed"),
      "documented",
      "Which of the registry's paths end with a slash: `documented` (only those of single records), `always`, `never`, or `reversed`",
      { readers: registryClients },
    ),
    REGISTRY_TIMESTAMP_UNIT: setting(
      oneOf("auto", "s", "ms", "us", "none"),
      "auto",
      "Unit of the registry's timestamps: `s`, `ms`, `us`, `none` (no `DateTime`), or `auto` (10 digits: `s`, 13: `ms`)",
      { readers: ["gateway", "doctor"] },
    ),
    REGISTRY_BAD_KEY_STATUS: setting(
      commaSeparated(status),
      "401,403",
      "Statuses with which the registry refuses a key, comma-separated; `200` counts only with an error in the body",
      { readers: registryClients },
    ),
    REGISTRY_ABSENT_STATUS: setting(
      commaSeparated(status),
      "404,410",
      "Statuses that mean that a record or a structure does not exist, comma-separated; `200` counts only with an error in the body, `500` and above only for records",
      { readers: registryClients },
    ),
    ADDITIONAL_DATA_LINKS: setting(
      parseLinks,
      "",
      "[Additional data that names a record](additional-data.md#join-records)",
      {
        readers: ["gateway", "doctor", "fields", "mcp"],
        example: "tag.terminal_id=terminal.id,terminal.home_tag=tag.id",
      },
    ),
    OWN_FIELDS: optional(
      text,
      "File with the project's [own fields](own-fields.md): GraphQL types of its additional data",
      { readers: ["gateway", "doctor", "mcp", "schema"] },
    ),
  },
  "What is kept": {
    CACHE_TTL_SECONDS: setting(
      seconds(86_400),
      "0",
      "Maximum time for which a response from the registry is reused; `0`: no cache",
    ),
    CACHE_URL: optional(
      redisUrl,
      "Valkey 8 or Redis 7 server on which [gateways share](scale.md) responses and snapshots; `CACHE_URL_FILE` names a file with it; unset: each keeps its own",
      { example: "rediss://user:password@host:6379", allowsFile: true },
    ),
    CACHE_SECRET: optional(
      cacheSecret,
      "Secret with which shared values are encrypted: 32 characters or more, the same for all gateways that share; `CACHE_SECRET_FILE` names a file with it",
      { allowsFile: true },
    ),
    SNAPSHOT_TTL_SECONDS: setting(
      seconds(86_400),
      "30",
      "Maximum age of a [snapshot](cost.md#snapshots) for filters, sorting and searches; `0`: none is kept",
    ),
    CHANGES_POLL_SECONDS: setting(
      seconds(86_400),
      "10",
      "Seconds between two reads of a list while somebody is subscribed to its [changes](changes.md); `0`: no subscriptions",
    ),
  },
  Limits: {
    REQUEST_DEADLINE_MS: setting(
      integer(1, 600_000),
      "15000",
      "Maximum time for one GraphQL request, with its REST calls and retries",
      { readers: ["gateway", "fields"] },
    ),
    MAX_REGISTRY_CALLS: setting(
      integer(1, 1_000_000),
      "600",
      "Maximum number of REST calls of one GraphQL request",
    ),
    MAX_PAGE_SIZE: setting(integer(1, 100_000), "1000", "Maximum value of `first` and `last`"),
    MAX_SCAN_RECORDS: setting(
      integer(0, 100_000_000),
      "200000",
      "Maximum length of a list that is read in full, as for filters and changes; `0`: no list is",
    ),
    MAX_RESPONSE_BYTES: setting(
      integer(1_024, 1_073_741_824),
      "8388608",
      "Maximum size of a response, uncompressed",
    ),
    MAX_MEMORY_BYTES: setting(
      bytesOrHalfOfHeap,
      "auto",
      "Maximum memory for requests, responses, snapshots and lists that are followed; `auto`: half of the heap",
    ),
    MAX_REQUESTS_UNDER_WAY: setting(
      integer(1, 1_000_000),
      "2000",
      "Maximum number of simultaneous requests, not counting streams; more are turned away with `503`",
    ),
    MAX_SUBSCRIPTIONS: setting(
      integer(1, 1_000_000),
      "10000",
      "Maximum number of simultaneous streams of changes; one key can have at most half of them",
    ),
  },
  "Who may ask, and how": {
    KEYS_FILE: optional(
      text,
      "JSON file with registry keys and [tokens](tokens.md): callers send a token instead of a key; unset: they send keys",
    ),
    KEYS_FILE_ALSO_KEYS: setting(
      flag,
      "false",
      "Whether a registry key itself is also accepted, in `X-API-Key`, if `KEYS_FILE` is set",
    ),
    JWT_ISSUER: optional(
      text,
      "Issuer of [JWTs](tokens.md#jwts) that callers may send: their `iss`; only with `KEYS_FILE`, `JWT_AUDIENCE` and `JWT_JWKS_URL`",
      { example: "https://login.example" },
    ),
    JWT_AUDIENCE: optional(text, "What the `aud` of a JWT must be or contain"),
    JWT_JWKS_URL: optional(jwksUrl, "Address of the issuer's public keys", {
      example: "https://login.example/.well-known/jwks.json",
    }),
    JWT_KEY_CLAIM: setting(
      text,
      "tapgraph_key",
      "Claim of a JWT with the name of a key in `KEYS_FILE`",
    ),
    CORS_ORIGINS: setting(
      origins,
      "",
      "Origins of pages that may call the gateway [from a browser](clients.md#browsers), comma-separated, or `*`",
    ),
    INTROSPECTION: setting(
      flag,
      "true",
      "Whether the schema is public: through introspection, and through hints in errors",
    ),
    EXPLORER: setting(
      oneOf("true", "sandbox", "false"),
      "true",
      "Page that a browser gets: `true` (our own [explorer](explorer.md)), `sandbox` (Apollo's, hosted), or `false`",
    ),
    EXPLORER_IMAGE_ORIGINS: setting(
      commaSeparated(origin),
      "",
      "Origins that the explorer may load images from, comma-separated",
    ),
    PERSISTED_OPERATIONS: optional(
      text,
      "Manifest of [persisted operations](persisted-operations.md#registered), read again when it changes: the JSON file of Apollo, Relay or GraphQL Code Generator",
    ),
    PERSISTED_ONLY: setting(flag, "false", "Whether only operations of `PERSISTED_OPERATIONS` run"),
    FEDERATION: setting(
      flag,
      "false",
      "Whether the schema is an Apollo Federation 2 [subgraph](federation.md)",
    ),
  },
  "Tools for assistants": {
    MCP: setting(flag, "false", "Whether assistants find [tools](mcp.md) at `/mcp`", {
      readers: ["gateway"],
    }),
    MCP_TOOLS: setting(
      oneOf("all", "builtin", "registered"),
      "all",
      "Which tools there are: those of tapgraph (`builtin`), the described queries of `PERSISTED_OPERATIONS` (`registered`), or `all`",
      { readers: mcpServers },
    ),
    MCP_QUERY: setting(
      flag,
      "false",
      "Whether there are also tools for any GraphQL query and to search the schema; not with `PERSISTED_ONLY`",
      { readers: mcpServers },
    ),
    MCP_MAX_RESULT_BYTES: setting(
      integer(1_024, 4_194_304),
      "48000",
      "Maximum size of a tool's result; lists are cut at a row",
      { readers: mcpServers },
    ),
  },
  "What it reports": {
    LOG_LEVEL: setting(
      oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"),
      "info",
      "Minimum level that is [logged](observe.md#logs): `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`",
      { readers: registryServers },
    ),
  },
  "tapgraph's own registry": {
    REGISTRY_PORT: commandOnly(
      optional(
        registryPort,
        "Port that `tapgraph registry` listens on; unset: 4001 (the embedded registry: any free port)",
        { readers: registryServers },
      ),
    ),
    REGISTRY_DB: commandOnly(
      optional(
        parseStoreAddress,
        "The registry's SQLite file, or `postgres://user:password@host/database`; `REGISTRY_DB_FILE` names a file with it; unset: `./tapgraph.db` (the embedded registry: a sample in memory)",
        { readers: storeUsers, allowsFile: true },
      ),
    ),
  },
  "Conventions of other programs": {
    NODE_ENV: commandOnly(
      optional(text, "`production`: the gateway refuses to start without `REGISTRY_URL`"),
    ),
    HTTPS_PROXY: optional(
      proxyUrl,
      "[Proxy](operate.md#proxies-and-certificates) for a registry whose URL begins with `https`; the proxy sees only the host",
      { readers: registryClients, allowsLowerCase: true },
    ),
    HTTP_PROXY: optional(
      proxyUrl,
      "[Proxy](operate.md#proxies-and-certificates) for a registry whose URL begins with `http`; it must also allow `CONNECT` tunnels",
      { readers: registryClients, allowsLowerCase: true },
    ),
    NO_PROXY: optional(text, "Hosts to reach without a proxy, comma-separated, or `*`", {
      readers: registryClients,
      allowsLowerCase: true,
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(
      collectorUrl,
      "OpenTelemetry collector to send [spans](observe.md#traces) to; unset: no spans",
      { example: "http://localhost:4318" },
    ),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Setting>>>>;

export const settingTable = {
  ...settingGroups["Where it listens"],
  ...settingGroups["The registry behind it"],
  ...settingGroups["Where the interface document is silent"],
  ...settingGroups["What is kept"],
  ...settingGroups.Limits,
  ...settingGroups["Who may ask, and how"],
  ...settingGroups["Tools for assistants"],
  ...settingGroups["What it reports"],
  ...settingGroups["tapgraph's own registry"],
  ...settingGroups["Conventions of other programs"],
};

type SettingTable = typeof settingTable;

export type Settings = {
  readonly [Name in keyof SettingTable]: ReturnType<SettingTable[Name]["parse"]>;
};

export type OptionName = {
  readonly [Name in keyof SettingTable]: SettingTable[Name] extends CommandSetting<unknown>
    ? never
    : Name;
}[keyof SettingTable];

export function isOptionName(name: string): name is OptionName {
  const table: Readonly<Record<string, Setting>> = settingTable;
  return Object.hasOwn(table, name) && table[name]?.isCommandOnly !== true;
}

export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * Reads the settings from an environment. Those that it lacks come from a file `.env` in the
 * working directory.
 * @throws SettingsError with a line for every value that cannot be read, or if `.env` cannot be.
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  return parseSettings({ ...readEnvFile(), ...environment });
}

/**
 * What OpenTelemetry's own variables say of traces; null if there are to be none. They are no
 * settings: their names and values are those of its specification, for all programs.
 */
export function readTracingVariables(environment: NodeJS.ProcessEnv = process.env) {
  const read = (name: string) => environment[name]?.trim().toLowerCase() || undefined;
  const isOff = read("OTEL_SDK_DISABLED") === "true" || read("OTEL_TRACES_EXPORTER") === "none";
  if (isOff) return null;
  return { sampler: read("OTEL_TRACES_SAMPLER"), argument: read("OTEL_TRACES_SAMPLER_ARG") };
}

/** @throws SettingsError with a line for every value that cannot be read. */
export function parseSettings(variables: EnvironmentVariables): Settings {
  const mistakes = new Map<string, string>();
  const values = new Map<string, unknown>();
  for (const [name, setting] of Object.entries<Setting>(settingTable)) {
    try {
      const value = findValue(name, setting, variables);
      values.set(name, value === undefined ? undefined : setting.parse(value));
    } catch (error) {
      mistakes.set(name, error instanceof Error ? error.message : String(error));
    }
  }
  const settings = Object.fromEntries(values) as Settings;
  const isSecretMissing = settings.CACHE_URL !== undefined && settings.CACHE_SECRET === undefined;
  if (isSecretMissing && !mistakes.has("CACHE_SECRET")) {
    mistakes.set(
      "CACHE_SECRET",
      "it is required with CACHE_URL, and must be the same for all gateways that share",
    );
  }
  if (settings.MCP_QUERY && settings.PERSISTED_ONLY) {
    mistakes.set("MCP_QUERY", "it cannot be combined with PERSISTED_ONLY");
  }
  const missing = findMissing(settings).filter((name) => !mistakes.has(name));
  for (const name of missing) mistakes.set(name, jwtTogether);
  if (mistakes.size === 0) return settings;
  throw new SettingsError([...mistakes].map(([name, message]) => `${name}: ${message}`).join("\n"));
}

const jwtNames = ["JWT_ISSUER", "JWT_AUDIENCE", "JWT_JWKS_URL"] as const;
const jwtTogether = "JWT_ISSUER, JWT_AUDIENCE, JWT_JWKS_URL and KEYS_FILE are set together";

function findMissing(settings: Settings): readonly (keyof Settings)[] {
  if (jwtNames.every((name) => settings[name] === undefined)) return [];
  return [...jwtNames, "KEYS_FILE" as const].filter((name) => settings[name] === undefined);
}

/** The names of all variables that are read. */
export const settingNames: readonly string[] = Object.entries<Setting>(settingTable).flatMap(
  ([name, { allowsLowerCase, allowsFile }]) => [
    name,
    ...(allowsLowerCase ? [name.toLowerCase()] : []),
    ...(allowsFile ? [`${name}_FILE`] : []),
  ],
);

/**
 * What is probably a mistake in the names of settings, one line each: names in `.env` that are no
 * settings, and variables of the environment that are one letter from one.
 */
export function findStrayNames(environment: NodeJS.ProcessEnv = process.env): readonly string[] {
  const known = settingNames;
  const findMeant = (name: string) => known.find((one) => isOneLetterOff(name, one));
  const inFile = Object.keys(readEnvFile()).filter((name) => !known.includes(name));
  // Shorter names are too near to others, such as SORT to PORT.
  const others = Object.keys(environment).filter(
    (name) => name.length > 5 && !known.includes(name) && findMeant(name),
  );
  return [
    ...inFile.map((name) => {
      const meant = findMeant(name);
      return `.env: ${name} is no setting (${meant ? `did you mean ${meant}?` : "see tapgraph --help"})`;
    }),
    ...others.map((name) => `${name} is no setting: did you mean ${findMeant(name)}?`),
  ];
}

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * A setting's unparsed value: from its variable, from the file that its `_FILE` variable names, or
 * else its fallback.
 */
function findValue(
  name: string,
  { fallback, allowsLowerCase, allowsFile }: Setting,
  variables: EnvironmentVariables,
): string | undefined {
  const inLowerCase = allowsLowerCase ? variables[name.toLowerCase()] : undefined;
  const orFromFile = allowsFile ? readValueFile(name, variables) : undefined;
  return variables[name]?.trim() || inLowerCase?.trim() || orFromFile || fallback;
}

function readValueFile(name: string, variables: EnvironmentVariables): string | undefined {
  const file = variables[`${name}_FILE`]?.trim();
  if (!file) return undefined;
  if (variables[name]?.trim()) throw new Error(`set this or ${name}_FILE, not both`);
  const value = readFile(file, name).trim();
  // An empty value would count as unset. For `REGISTRY_DB`, the default store would be served
  // instead.
  if (value === "" || /[\r\n\0\ufffd]/.test(value)) {
    throw new Error(`the file that ${name}_FILE names must hold one line`);
  }
  return value;
}

function readFile(file: string, name: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Error(`the file that ${name}_FILE names cannot be read`);
  }
}

function readEnvFile(): Record<string, string | undefined> {
  if (!existsSync(".env")) return {};
  let bytes: Buffer;
  try {
    bytes = readFileSync(".env");
  } catch {
    throw new SettingsError(".env: it cannot be read");
  }
  // In UTF-16, which editors and shells of Windows write, no line has a name. All of them would be
  // passed over without a word.
  if (!isUtf8(bytes) || bytes.includes(0)) throw new SettingsError(".env: it is not UTF-8");
  return parseEnv(bytes.toString().replace(/^\ufeff/, ""));
}

function setting<T>(
  parse: (value: string) => T,
  fallback: string,
  help: string,
  details: Details = {},
): Setting<T> {
  return { parse, fallback, help, readers: gatewayOnly, ...details };
}

function optional<T>(
  parse: (value: string) => T,
  help: string,
  details: Details = {},
): Setting<T | undefined> {
  return { parse, fallback: undefined, help, readers: gatewayOnly, ...details };
}

interface CommandSetting<T> extends Setting<T> {
  readonly isCommandOnly: true;
}

function commandOnly<T>(setting: Setting<T>): CommandSetting<T> {
  return { ...setting, isCommandOnly: true };
}
