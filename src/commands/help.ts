/** A command, and its options. */
interface Section {
  /** The words that name it. */
  readonly words: readonly string[];
  /** The command line, with what must follow the words. */
  readonly call: string;
  readonly purpose: string;
  readonly options?: readonly (readonly [string, string])[];
  /** Whether it reads settings. */
  readonly hasSettings: boolean;
}

const sections: readonly Section[] = [
  {
    words: ["gateway"],
    call: "tapgraph [gateway]",
    purpose: "serves GraphQL in front of REGISTRY_URL, or of an embedded registry",
    hasSettings: true,
  },
  {
    words: ["registry"],
    call: "tapgraph registry",
    purpose: "serves only the REST registry, from the file or database REGISTRY_DB",
    options: [
      ["--sample", "serves made-up records from memory instead"],
      [
        "--drift RATE",
        "to try clients: adds, changes or removes RATE records a second (only with --sample)",
      ],
      ["--clamp-limit N", "to try clients: serves at most N rows per page (default 1000)"],
      ["--refuse-limit N", "to try clients: answers 400 to a limit above N"],
      ["--latency MS", "to try clients: delays every answer by MS milliseconds"],
      ["--fail PERCENT", "to try clients: answers 503 to this percentage of calls"],
    ],
    hasSettings: true,
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
    hasSettings: true,
  },
  {
    words: ["registry", "export"],
    call: "tapgraph registry export FILE --project N",
    purpose: "exports a project as import reads it; - as FILE is standard output",
    options: [
      ["--format FORMAT", "json, ndjson or csv (default: from the file's extension)"],
      ["--only LIST", "tags or terminals (default: both); required for CSV"],
    ],
    hasSettings: true,
  },
  {
    words: ["registry", "copy"],
    call: "tapgraph registry copy FROM TO",
    purpose:
      "copies a registry, keys included, into an empty one; each is a SQLite file or postgres://user@host/database",
    hasSettings: false,
  },
  {
    words: ["registry", "key", "create"],
    call: "tapgraph registry key create --project N [--name TEXT]",
    purpose: "creates a key and shows it once",
    hasSettings: true,
  },
  {
    words: ["registry", "key", "list"],
    call: "tapgraph registry key list",
    purpose: "lists the ids, projects and names of keys, but not the keys themselves",
    hasSettings: true,
  },
  {
    words: ["registry", "key", "revoke"],
    call: "tapgraph registry key revoke ID",
    purpose: "revokes the key with this id immediately",
    hasSettings: true,
  },
  {
    words: ["doctor"],
    call: "tapgraph doctor",
    purpose:
      "asks the registry at REGISTRY_URL what its document leaves out, and prints the settings that fit",
    options: [
      ["--json", "prints only the findings, as JSON"],
      ["--budget CALLS", "makes at most this many calls (default 60)"],
      ["--record DIR", "writes the answers, scrubbed, into a new folder, for others to replay"],
      ["--strict", "exits with 1 even if there are only warnings"],
    ],
    hasSettings: true,
  },
  {
    words: ["types"],
    call: "tapgraph types",
    purpose: "prints TypeScript types of the additional data of the registry at REGISTRY_URL",
    hasSettings: true,
  },
  {
    words: ["schema"],
    call: "tapgraph schema",
    purpose: "prints the GraphQL schema",
    options: [["--federation", "prints the schema of the subgraph, for composing a supergraph"]],
    hasSettings: false,
  },
];

/** Where the second column begins. */
const column = 26;

/**
 * Whether a command line asks for help: by `--help` or `-h`, or by `help` in the place of a command's word. What follows `--` is
 * never an option.
 */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const options = end < 0 ? argv : argv.slice(0, end);
  if (options.some((word) => word === "--help" || word === "-h")) return true;
  const place = options.indexOf("help");
  const before = options.slice(0, place);
  return sections.some(({ words }) => words[place] !== undefined && beginsWith(words, before));
}

/**
 * The help on the commands that a command line names, or on all commands if it names none.
 * @param settings the list of settings.
 */
export function formatHelp(argv: readonly string[], settings: string): string {
  const words = argv.filter((word) => word !== "help" && !word.startsWith("-"));
  const chosen = sectionsOf(words);
  const title =
    chosen.length === sections.length
      ? "tapgraph: a GraphQL gateway over a REST registry of tags and terminals\n\n"
      : "";
  const usage = `Usage:\n${chosen.map(formatSection).join("\n")}\n`;
  const rest = chosen.some(({ hasSettings }) => hasSettings)
    ? `\nSettings, each an environment variable or a line of a file .env:\n${settings}\n`
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
  return first.every((word, place) => words[place] === word);
}

function formatSection({ call, purpose, options = [] }: Section): string {
  const lines = [[`  ${call}`, purpose], ...options.map(([name, text]) => [`      ${name}`, text])];
  return lines
    .map(([left = "", right = ""]) =>
      left.length < column - 1
        ? left.padEnd(column) + right
        : `${left}\n${" ".repeat(column)}${right}`,
    )
    .join("\n");
}
