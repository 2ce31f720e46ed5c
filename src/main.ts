#!/usr/bin/env node
import "./preload.js";
// Before a command loads node:http. Static imports of it would be loaded even earlier.
import "./undici-silence.ts";
import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import { CommandError, isForUser } from "./commands/command-error.ts";
import { asksForHelp, formatHelp } from "./commands/help.ts";
import { createLogger, type Logger } from "./log.ts";
import { readSettings, type Settings, SettingsError } from "./settings.ts";

process.stdout.on("error", reportLostOutput);
process.exitCode = (await run(process.argv.slice(2))) || process.exitCode || 0;

async function run(argv: readonly string[]): Promise<number> {
  if (asksForHelp(argv)) {
    process.stdout.write(formatHelp(argv));
    return 0;
  }
  const [command = "gateway", ...rest] = argv;
  if (command === "--version") {
    process.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  try {
    return (await runCommand(command, rest)) ?? 0;
  } catch (error) {
    if (!(isForUser(error) || error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

async function runCommand(command: string, argv: readonly string[]): Promise<number | undefined> {
  const settings = readSettings();
  // The output of `mcp` is its protocol's alone.
  const log = createLogger(
    settings.LOG_LEVEL,
    command === "mcp" ? "standard error" : "standard output",
  );
  switch (command) {
    case "gateway":
      if (argv.length > 0) {
        throw new CommandError(`tapgraph gateway: takes no arguments, found "${argv[0]}"`);
      }
      if (cluster.isWorker)
        await (await import("./commands/workers/worker.ts")).runWorker(settings, log);
      else await (await import("./commands/gateway/gateway.ts")).runGateway(settings, log);
      return;
    case "registry":
      await runRegistryCommand(settings, log, argv);
      return;
    case "token":
      await (await import("./commands/token/token.ts")).runToken(settings, argv);
      return;
    case "doctor":
      return (await import("./commands/client/doctor.ts")).runDoctor(settings, argv);
    case "types":
      await (await import("./commands/client/types.ts")).runTypes(settings, argv);
      return;
    case "mcp":
      await (await import("./commands/mcp.ts")).runMcp(settings, log, argv);
      return;
    case "schema":
      (await import("./commands/schema.ts")).runSchema(argv);
      return;
    default:
      if (command.startsWith("-")) {
        throw new CommandError(
          `tapgraph: unknown option "${command.split("=")[0]}"; settings are environment variables, such as PORT (see tapgraph --help)`,
        );
      }
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
      return (await import("./commands/registry/import.ts")).runRegistryImport(settings, rest);
    case "export":
      return (await import("./commands/registry/export.ts")).runRegistryExport(settings, rest);
    case "copy":
      return (await import("./commands/registry/copy.ts")).runRegistryCopy(rest);
    case "key":
      return (await import("./commands/registry/key.ts")).runRegistryKey(settings, rest);
    default:
      return (await import("./commands/registry/serve.ts")).runRegistry(settings, log, argv);
  }
}

function reportLostOutput({ code, message }: NodeJS.ErrnoException): void {
  // A reader such as `head` has read enough and left.
  if (code === "EPIPE") return;
  process.stderr.write(`standard output: ${message}\n`);
  process.exitCode = 1;
}
