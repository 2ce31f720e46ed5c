import { type Setting, settingGroups } from "../settings.ts";
import { CommandError } from "./command-error.ts";

interface Section {
  /** What stands after the command's name. */
  readonly takes?: string;
  readonly purpose: string;
  readonly options?: Readonly<Record<string, string>>;
}

const sections: Readonly<Record<string, Section>> = {
  gateway: {
    purpose: "serves GraphQL in front of the registry at REGISTRY_URL, or of an embedded one",
  },
  registry: {
    purpose: "serves tapgraph's own REST registry, from the file or database REGISTRY_DB",
    options: {
      "--sample": "serves made-up records from memory instead",
      "--drift RATE":
        "for testing clients: adds, changes or removes RATE records a second (only with --sample)",
      "--clamp-limit N": "for testing clients: serves at most N rows per page (default 1000)",
      "--refuse-limit N": "for testing clients: answers 400 to a limit above N",
      "--latency MS":
        "for testing clients: delays every response by MS milliseconds, except those to health checks",
      "--fail PERCENT":
        "for testing clients: answers 503 to this percentage of requests, except to health checks",
    },
  },
  "registry import": {
    takes: "FILE… --project N",
    purpose: "imports the records of files into a project, all or nothing",
    options: {
      "--format FORMAT": "json, ndjson or csv (default: from the file's extension)",
      "--separator CHARACTER":
        "the separator of CSV cells: a comma, a semicolon or a tab (default: from the header row)",
      "--decimal-comma": "reads CSV cells of additional data such as 3,5 as numbers",
      "--structure KIND": "tag or terminal: the kind of record that a structure file describes",
      "--force": "imports some pages of a list although the others are missing",
      "--dry-run": "checks the files without importing them",
    },
  },
  "registry export": {
    takes: "FILE --project N",
    purpose: "exports a project to a file that import can read; if FILE is -, to standard output",
    options: {
      "--format FORMAT":
        "json, ndjson or csv (default: from the file's extension; json to standard output)",
      "--only LIST": "tags or terminals (default: both); required for CSV",
    },
  },
  "registry copy": {
    takes: "FROM TO",
    purpose:
      "copies a registry with its keys into an empty one; FROM and TO are SQLite files or postgres://user@host/database",
  },
  "registry key create": {
    takes: "--project N [--name TEXT]",
    purpose: "creates a key and shows it once",
  },
  "registry key list": {
    purpose: "lists the ids, projects and names of keys, but not the keys themselves",
  },
  "registry key revoke": {
    takes: "ID",
    purpose: "revokes the key with this id immediately",
  },
  "token create": {
    takes: "--key NAME",
    purpose: "creates a token for a key of KEYS_FILE and shows it once, with its entry to paste",
    options: {
      "--keys-file FILE": "writes the token's hash into this file instead; creates the file",
      "--expires DATE-TIME": "when the token ends, with a zone, such as 2027-01-31T00:00:00Z",
      "--only registered": "the token can run only operations of PERSISTED_OPERATIONS",
    },
  },
  "token list": {
    takes: "--keys-file FILE",
    purpose: "lists the tokens of a file by the first digits of their hashes, but no keys",
  },
  "token revoke": {
    takes: "DIGITS --keys-file FILE",
    purpose: "revokes the token whose hash begins with these digits, eight or more",
  },
  doctor: {
    purpose: "finds out how the registry at REGISTRY_URL behaves, and prints the settings that fit",
    options: {
      "--json": "prints only the findings and the settings, as JSON",
      "--budget CALLS": "makes at most this many calls (default 60)",
      "--strict": "exits with status 1 even if there are only warnings",
    },
  },
  fields: {
    purpose: "prints a file of own fields for the additional data in the registry at REGISTRY_URL",
    options: { "--check FILE": "compares such a file with the registry instead" },
  },
  mcp: { purpose: "serves tools to an assistant, over standard input and output" },
  schema: {
    purpose: "prints the GraphQL schema",
    options: { "--federation": "prints the subgraph's schema, for composing a supergraph" },
  },
  "--version": { purpose: "prints the version" },
};

/** Whether a command line asks for help. Words after `--` are never options. */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const words = end < 0 ? argv : argv.slice(0, end);
  return words.some((word) => word === "--help" || word === "-h" || word === "help");
}

export function toUsageError(command: string): CommandError {
  const usages = sectionsOf(command.split(" ").slice(1)).map(formatUsage);
  return new CommandError(`usage: ${usages.join(" | ")} (see ${command} --help)`);
}

export function formatHelp(argv: readonly string[]): string {
  const words = argv.filter((word) => word !== "help" && !word.startsWith("-"));
  const chosen = sectionsOf(words);
  const title =
    chosen.length === names.length
      ? "tapgraph: a GraphQL gateway over a REST registry of tags and terminals\n\n"
      : "";
  const usage = `Usage:\n${chosen.map(formatSection).join("\n")}\n`;
  const settings = formatSettings(chosen);
  const rest =
    settings === ""
      ? ""
      : `\nSettings, as environment variables or as lines of a file .env:\n\n${settings}\n`;
  return title + usage + rest;
}

const names = Object.keys(sections);

/** Words at the end that name no command, such as a file's name, are ignored. */
function sectionsOf(words: readonly string[]): readonly string[] {
  for (let length = words.length; length > 0; length -= 1) {
    const first = `${words.slice(0, length).join(" ")} `;
    const found = names.filter((name) => `${name} `.startsWith(first));
    if (found.length > 0) return found;
  }
  return names;
}

function formatUsage(name: string): string {
  const takes = sections[name]?.takes;
  return `tapgraph ${name === "gateway" ? "[gateway]" : name}${takes ? ` ${takes}` : ""}`;
}

function formatSection(name: string): string {
  const { purpose = "", options = {} } = sections[name] ?? {};
  const rows = Object.entries(options).map(([option, text]) => formatRow(`      ${option}`, text));
  return [formatRow(`  ${formatUsage(name)}`, purpose), ...rows].join("\n");
}

function formatSettings(commands: readonly string[]): string {
  const isRead = ({ readers }: Setting) => readers.some((reader) => commands.includes(reader));
  return Object.entries(settingGroups)
    .map(([title, group]) => {
      const rows = Object.entries<Setting>(group).filter(([, setting]) => isRead(setting));
      return { title, rows: rows.map(([name, setting]) => formatSettingRow(name, setting)) };
    })
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => [`  ${title}:`, ...rows].join("\n"))
    .join("\n\n");
}

function formatSettingRow(name: string, setting: Setting): string {
  const help = toPlainText(describeSetting(setting));
  return formatRow(
    `    ${name}`,
    setting.fallback ? `${help} (default ${setting.fallback})` : help,
  );
}

export function describeSetting({ help, example }: Setting): string {
  return example === undefined ? help : help.replace(/(?=;)|$/, `, such as \`${example}\``);
}

/**
 * Takes the links and the marks of code out of Markdown. Code of several words keeps its marks,
 * which show where it ends.
 */
export function toPlainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll(/`(\S+?)`/g, "$1");
}

const column = 30;

function formatRow(left: string, right: string): string {
  return left.length < column - 1
    ? left.padEnd(column) + right
    : `${left}\n${" ".repeat(column)}${right}`;
}
