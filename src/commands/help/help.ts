import { type Settings, settingGroups, settingNames } from "../../settings.ts";
import { formatRow } from "./help-row.ts";
import { allSettings, formatSettings } from "./settings-help.ts";

/** A command, and its options. */
interface Section {
  /** The words that name it. */
  readonly words: readonly string[];
  /** The command line, with what must follow the words. */
  readonly call: string;
  readonly purpose: string;
  readonly options?: readonly (readonly [string, string])[];
  /** The settings that it reads. */
  readonly settings: readonly (keyof Settings)[];
}

/** The settings that say where the registry's store is. */
const storeSettings = ["REGISTRY_DB", "REGISTRY_DB_FILE"] as const;

/** The settings of a client of the registry. */
const clientSettings = [
  "REGISTRY_URL",
  "REGISTRY_TIMEOUT_MS",
  "HTTPS_PROXY",
  "HTTP_PROXY",
  "NO_PROXY",
  "TAPGRAPH_KEY",
] as const;

const sections: readonly Section[] = [
  {
    words: ["gateway"],
    call: "tapgraph [gateway]",
    purpose: "serves GraphQL in front of REGISTRY_URL, or of an embedded registry",
    settings: allSettings.filter((name) => name !== "TAPGRAPH_KEY"),
  },
  {
    words: ["registry"],
    call: "tapgraph registry",
    purpose: "serves only the REST registry, from the file or database REGISTRY_DB",
    options: [
      ["--sample", "serves made-up records from memory instead"],
      [
        "--drift RATE",
        "for testing clients: adds, changes or removes RATE records a second (only with --sample)",
      ],
      ["--clamp-limit N", "for testing clients: serves at most N rows per page (default 1000)"],
      ["--refuse-limit N", "for testing clients: answers 400 to a limit above N"],
      [
        "--latency MS",
        "for testing clients: delays every response by MS milliseconds, but not health checks",
      ],
      [
        "--fail PERCENT",
        "for testing clients: answers 503 to this percentage of requests, but not to health checks",
      ],
    ],
    settings: [
      ...storeSettings,
      "REGISTRY_DB_CONNECTIONS",
      "REGISTRY_HOST",
      "REGISTRY_PORT",
      "LOG_LEVEL",
    ],
  },
  {
    words: ["registry", "import"],
    call: "tapgraph registry import FILE --project N",
    purpose: "imports the records of a file into a project, all or nothing",
    options: [
      ["--format FORMAT", "json, ndjson or csv (default: from the file's extension)"],
      [
        "--separator CHARACTER",
        "the separator of CSV cells: a comma, a semicolon or a tab (default: from the header row)",
      ],
      ["--structure KIND", "tag or terminal: whose structure the file contains"],
      ["--dry-run", "checks the file without importing it"],
    ],
    settings: storeSettings,
  },
  {
    words: ["registry", "export"],
    call: "tapgraph registry export FILE --project N",
    purpose: "exports a project as import reads it; - as FILE is standard output",
    options: [
      ["--format FORMAT", "json, ndjson or csv (default: from the file's extension)"],
      ["--only LIST", "tags or terminals (default: both); required for CSV"],
    ],
    settings: storeSettings,
  },
  {
    words: ["registry", "copy"],
    call: "tapgraph registry copy FROM TO",
    purpose:
      "copies a registry, keys included, into an empty one; each is a SQLite file or postgres://user@host/database",
    settings: [],
  },
  {
    words: ["registry", "key", "create"],
    call: "tapgraph registry key create --project N [--name TEXT]",
    purpose: "creates a key and shows it once",
    settings: storeSettings,
  },
  {
    words: ["registry", "key", "list"],
    call: "tapgraph registry key list",
    purpose: "lists the ids, projects and names of keys, but not the keys themselves",
    settings: storeSettings,
  },
  {
    words: ["registry", "key", "revoke"],
    call: "tapgraph registry key revoke ID",
    purpose: "revokes the key with this id immediately",
    settings: storeSettings,
  },
  {
    words: ["doctor"],
    call: "tapgraph doctor",
    purpose: "finds out how the registry at REGISTRY_URL behaves, and prints the settings that fit",
    options: [
      ["--json", "prints only the findings, as JSON"],
      ["--budget CALLS", "makes at most this many calls (default 60)"],
      ["--record DIR", "writes the responses, scrubbed, into a new folder, for others to replay"],
      ["--strict", "exits with status 1 even if there are only warnings"],
    ],
    settings: [...clientSettings, ...settingNames(settingGroups["What its document leaves open"])],
  },
  {
    words: ["types"],
    call: "tapgraph types",
    purpose: "prints TypeScript types of the additional data of the registry at REGISTRY_URL",
    settings: [
      ...clientSettings,
      "REQUEST_DEADLINE_MS",
      "REGISTRY_SLASHES",
      "REGISTRY_BAD_KEY_STATUS",
      "REGISTRY_ABSENT_STATUS",
    ],
  },
  {
    words: ["schema"],
    call: "tapgraph schema",
    purpose: "prints the GraphQL schema",
    options: [["--federation", "prints the schema of the subgraph, for composing a supergraph"]],
    settings: [],
  },
  { words: ["--version"], call: "tapgraph --version", purpose: "prints the version", settings: [] },
];

/**
 * Whether a command line asks for help: by `--help` or `-h`, or by `help` in the place of a command's word. What follows `--` is
 * never an option.
 */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const options = end < 0 ? argv : argv.slice(0, end);
  if (options.some((word) => word === "--help" || word === "-h")) return true;
  const index = options.indexOf("help");
  if (index < 0) return false;
  const before = options.slice(0, index);
  return sections.some(({ words }) => words[index] !== undefined && beginsWith(words, before));
}

/** The help on the commands that a command line names, or on all commands if it names none. */
export function formatHelp(argv: readonly string[]): string {
  const words = argv.filter((word) => word !== "help" && !word.startsWith("-"));
  const chosen = sectionsOf(words);
  const title =
    chosen.length === sections.length
      ? "tapgraph: a GraphQL gateway over a REST registry of tags and terminals\n\n"
      : "";
  const usage = `Usage:\n${chosen.map(formatSection).join("\n")}\n`;
  const settings = chosen.flatMap((section) => section.settings);
  const rest =
    settings.length > 0
      ? `\nSettings, each an environment variable or a line of a file .env:\n\n${formatSettings(settings)}\n`
      : "";
  return title + usage + rest;
}

/** The commands that begin with the words, or with as many of the first words as possible: a file's name may follow them. */
function sectionsOf(words: readonly string[]): readonly Section[] {
  for (let length = words.length; length > 0; length -= 1) {
    const begun = sections.filter((section) => beginsWith(section.words, words.slice(0, length)));
    if (begun.length > 0) return begun;
  }
  return sections;
}

function beginsWith(words: readonly string[], first: readonly string[]): boolean {
  return first.every((word, index) => words[index] === word);
}

function formatSection({ call, purpose, options = [] }: Section): string {
  const rows = options.map(([name, text]) => formatRow(`      ${name}`, text));
  return [formatRow(`  ${call}`, purpose), ...rows].join("\n");
}
