#!/usr/bin/env node
import "./preload.js";
import { CommandError } from "./commands/command-error.ts";
import { asksForHelp, formatHelp } from "./commands/help.ts";
import { createLogger, type Logger } from "./log.ts";
import { formatSettings, readSettings, type Settings, SettingsError } from "./settings.ts";

process.exitCode = await run(process.argv.slice(2));

async function run(argv: readonly string[]): Promise<number> {
  if (asksForHelp(argv)) {
    process.stdout.write(formatHelp(argv, formatSettings()));
    return 0;
  }
  const [command = "gateway", ...rest] = argv;
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
      if (argv.length > 0) {
        throw new CommandError(`tapgraph gateway: takes no arguments, found "${argv[0]}"`);
      }
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
