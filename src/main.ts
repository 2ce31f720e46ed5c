#!/usr/bin/env node
import "./node-version.js";
import { CommandError } from "./commands/command-error.ts";
import { createLogger } from "./log.ts";
import { formatSettings, readSettings, SettingsError } from "./settings.ts";

const usage = `tapgraph: a GraphQL gateway over a REST registry of tags and terminals

Usage:
  tapgraph [gateway]      the gateway, with an embedded registry unless REGISTRY_URL is set
  tapgraph registry       only the REST registry
  tapgraph schema         prints the GraphQL schema

Settings, each an environment variable or a line of a file .env:
${formatSettings()}
`;

process.exitCode = await run(process.argv.slice(2));

async function run(argv: readonly string[]): Promise<number> {
  const [command = "gateway"] = argv;
  if (["--help", "-h", "help"].includes(command)) {
    process.stdout.write(usage);
    return 0;
  }
  try {
    await runCommand(command);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function runCommand(command: string): Promise<void> {
  const settings = readSettings();
  const log = createLogger(settings.LOG_LEVEL);
  switch (command) {
    case "gateway":
      return (await import("./commands/gateway.ts")).runGateway(settings, log);
    case "schema":
      return (await import("./commands/schema.ts")).runSchema();
    default:
      throw new CommandError(`tapgraph: unknown command "${command}" (see tapgraph --help)`);
  }
}
