import { type Settings, settingTable } from "../settings.ts";
import { formatRow } from "./help-row.ts";

/** The settings that say what the registry's document leaves open. */
export const documentSettings = [
  "REGISTRY_MAX_LIMIT",
  "REGISTRY_FIRST_PAGE",
  "REGISTRY_SLASHES",
  "REGISTRY_TIMESTAMP_UNIT",
  "REGISTRY_BAD_KEY_STATUS",
  "REGISTRY_ABSENT_STATUS",
  "ADDITIONAL_DATA_LINKS",
] as const;

/** The settings by what they are about, in the order of docs/settings.md. */
export const settingGroups: readonly (readonly [string, readonly (keyof Settings)[]])[] = [
  ["Where it listens", ["HOST", "PORT", "METRICS_PORT", "WORKERS", "NODE_ENV"]],
  [
    "The registry behind it",
    [
      "REGISTRY_URL",
      "REGISTRY_MAX_CONNECTIONS",
      "REGISTRY_TIMEOUT_MS",
      "HTTPS_PROXY",
      "HTTP_PROXY",
      "NO_PROXY",
      "TAPGRAPH_KEY",
    ],
  ],
  ["What its document leaves open", documentSettings],
  [
    "What is kept",
    [
      "CACHE_TTL_SECONDS",
      "CACHE_URL",
      "CACHE_URL_FILE",
      "CACHE_SECRET",
      "CACHE_SECRET_FILE",
      "SNAPSHOT_TTL_SECONDS",
      "SNAPSHOT_MAX_BYTES",
      "CHANGES_POLL_SECONDS",
    ],
  ],
  [
    "What one request may ask for",
    [
      "REQUEST_DEADLINE_MS",
      "MAX_REGISTRY_CALLS",
      "MAX_PAGE_SIZE",
      "MAX_SCAN_RECORDS",
      "MAX_QUERY_DEPTH",
      "MAX_QUERY_ALIASES",
      "MAX_QUERY_TOKENS",
      "MAX_QUERY_NODES",
      "MAX_REQUESTS_UNDER_WAY",
      "MAX_SUBSCRIPTIONS",
    ],
  ],
  [
    "Who may ask, and how",
    [
      "CORS_ORIGINS",
      "INTROSPECTION",
      "EXPLORER",
      "EXPLORER_IMAGE_ORIGINS",
      "PERSISTED_OPERATIONS",
      "PERSISTED_ONLY",
      "FEDERATION",
    ],
  ],
  ["What it reports", ["LOG_LEVEL", "OTEL_EXPORTER_OTLP_ENDPOINT"]],
  [
    "tapgraph's own registry",
    [
      "REGISTRY_HOST",
      "REGISTRY_PORT",
      "REGISTRY_DB",
      "REGISTRY_DB_FILE",
      "REGISTRY_DB_CONNECTIONS",
    ],
  ],
];

/** Settings as `--help` lists them: name, meaning and default, by group. */
export function formatSettings(names: readonly (keyof Settings)[]): string {
  return settingGroups
    .map(([title, group]) => [title, group.filter((name) => names.includes(name))] as const)
    .filter(([, group]) => group.length > 0)
    .map(([title, group]) => [`  ${title}:`, ...group.map(formatSetting)].join("\n"))
    .join("\n\n");
}

function formatSetting(name: keyof Settings): string {
  const { fallback, help } = settingTable[name];
  return formatRow(`    ${name}`, fallback ? `${help} (default ${fallback})` : help);
}
