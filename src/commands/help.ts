/** What one command does, and its options. */
interface Section {
  /** The words that call it, without the program's. */
  readonly words: readonly string[];
  /** The words with what has to follow them. */
  readonly call: string;
  readonly purpose: string;
  readonly options?: readonly (readonly [string, string])[];
  /** Whether settings change what it does. */
  readonly hasSettings: boolean;
}

const sections: readonly Section[] = [
  {
    words: ["gateway"],
    call: "tapgraph [gateway]",
    purpose: "the gateway, with an embedded registry unless REGISTRY_URL is set",
    hasSettings: true,
  },
  {
    words: ["registry"],
    call: "tapgraph registry",
    purpose: "only the REST registry, which serves the file or database REGISTRY_DB",
    options: [
      ["--sample", "serves a sample in memory instead"],
      ["--drift RATE", "with --sample: RATE records a second are added, changed or removed"],
      ["--clamp-limit N", "gives at most N rows a page (1000 unless set)"],
      ["--refuse-limit N", "answers 400 to a larger limit"],
      ["--latency MS", "holds every answer back"],
      ["--fail PERCENT", "answers 503 to so many calls of a hundred"],
    ],
    hasSettings: true,
  },
  {
    words: ["registry", "import"],
    call: "tapgraph registry import FILE --project N",
    purpose: "brings the records of a file into a project, all or none",
    options: [
      ["--format FORMAT", "json, ndjson or csv; unless given, the file's extension tells"],
      [
        "--separator CHARACTER",
        "of CSV: a comma, a semicolon or tab; unless given, the header row tells",
      ],
      ["--structure KIND", "whose structure the file has: tag or terminal"],
      ["--dry-run", "only looks for mistakes"],
    ],
    hasSettings: true,
  },
  {
    words: ["registry", "export"],
    call: "tapgraph registry export FILE --project N",
    purpose: "writes what import reads; - is standard output",
    options: [
      ["--format FORMAT", "json, ndjson or csv"],
      ["--only LIST", "tags or terminals"],
    ],
    hasSettings: true,
  },
  {
    words: ["registry", "copy"],
    call: "tapgraph registry copy FROM TO",
    purpose:
      "copies a registry with its keys into an empty one; each is a SQLite file or postgres://user@host/database",
    hasSettings: false,
  },
  {
    words: ["registry", "key", "create"],
    call: "tapgraph registry key create --project N [--name TEXT]",
    purpose: "makes a key and shows it, this once",
    hasSettings: true,
  },
  {
    words: ["registry", "key", "list"],
    call: "tapgraph registry key list",
    purpose: "lists the keys, without what is secret of them",
    hasSettings: true,
  },
  {
    words: ["registry", "key", "revoke"],
    call: "tapgraph registry key revoke ID",
    purpose: "revokes a key at once",
    hasSettings: true,
  },
  {
    words: ["doctor"],
    call: "tapgraph doctor",
    purpose:
      "asks the registry at REGISTRY_URL what its document leaves out, and which settings fit",
    options: [
      ["--json", "prints the findings as JSON, and nothing else"],
      ["--budget CALLS", "makes at most so many calls (60 unless set)"],
      ["--record DIR", "writes what was answered, scrubbed, for others to replay"],
      ["--strict", "exits with 1 on warnings, too"],
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
    options: [["--federation", "prints it as a subgraph, for composing a supergraph"]],
    hasSettings: false,
  },
];

/** Where the second column begins. */
const column = 26;

/**
 * Whether a command line asks for help instead of anything to be done: by an option, or by `help` in the place of a command's word.
 * What follows `--` are names, whatever they look like.
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
 * What a command line that asks for help gets: of the commands that its words begin, or of all where they begin none.
 * @param settings the settings as they are listed.
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

/** The commands that begin with as many of the words as any does: a file's name may follow them. */
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
