#!/usr/bin/env node
import "./preload.js";
import { CommandError } from "./commands/command-error.ts";
import { createLogger, type Logger } from "./log.ts";
import { formatSettings, readSettings, type Settings, SettingsError } from "./settings.ts";

const usage = `tapgraph: a GraphQL gateway over a REST registry of tags and terminals

Usage:
  tapgraph [gateway]      the gateway, with an embedded registry unless REGISTRY_URL is set
  tapgraph registry       only the REST registry, which serves the file REGISTRY_DB
      --sample            serves a sample in memory instead
      --drift RATE        with --sample: RATE records a second are added, changed or removed
      --clamp-limit N     gives at most N rows a page (1000 unless set)
      --refuse-limit N    answers 400 to a larger limit
      --latency MS        holds every answer back
      --fail PERCENT      answers 503 to so many calls of a hundred
  tapgraph registry import FILE --project N
                          brings the records of a file into a project, all or none
      --format FORMAT     json, ndjson or csv; unless given, the file's extension tells
      --structure KIND    whose structure the file has: tag or terminal
      --dry-run           only looks for mistakes
  tapgraph registry export FILE --project N
                          writes what import reads; - is standard output
      --format FORMAT     json, ndjson or csv
      --only LIST         tags or terminals
  tapgraph registry key create --project N [--name TEXT]
                          makes a key and shows it, this once
  tapgraph registry key list
  tapgraph registry key revoke ID
  tapgraph schema         prints the GraphQL schema
      --federation        prints it as a subgraph, for composing a supergraph

Settings, each an environment variable or a line of a file .env:
${formatSettings()}
`;

process.exitCode = await run(process.argv.slice(2));

async function run(argv: readonly string[]): Promise<number> {
  const [command = "gateway", ...rest] = argv;
  if (["--help", "-h", "help"].includes(command)) {
    process.stdout.write(usage);
    return 0;
  }
  try {
    await runCommand(command, rest);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function runCommand(command: string, argv: readonly string[]): Promise<void> {
  const settings = readSettings();
  const log = createLogger(settings.LOG_LEVEL);
  switch (command) {
    case "gateway":
      return (await import("./commands/gateway.ts")).runGateway(settings, log);
    case "registry":
      return runRegistryCommand(settings, log, argv);
    case "schema":
      return (await import("./commands/schema.ts")).runSchema(argv);
    default:
      throw new CommandError(`tapgraph: unknown command "${command}" (see tapgraph --help)`);
  }
}

async function runRegistryCommand(
  settings: Settings,
  log: Logger,
  argv: readonly string[],
): Promise<void> {
  const [action, ...rest] = argv;
  switch (action) {
    case "import":
      return (await import("./commands/registry-import.ts")).runRegistryImport(settings, rest);
    case "export":
      return (await import("./commands/registry-export.ts")).runRegistryExport(settings, rest);
    case "key":
      return (await import("./commands/registry-key.ts")).runRegistryKey(settings, rest);
    default:
      return (await import("./commands/registry.ts")).runRegistry(settings, log, argv);
  }
}
