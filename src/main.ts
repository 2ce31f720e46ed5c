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

type Command = (run: {
  readonly settings: Settings;
  readonly log: Logger;
  readonly argv: readonly string[];
}) => Promise<unknown>;

const commands: Readonly<Record<string, Command>> = {
  gateway: async ({ settings, log, argv }) => {
    if (argv.length > 0) {
      throw new CommandError(`tapgraph gateway: takes no arguments, found "${argv[0]}"`);
    }
    if (cluster.isPrimary)
      return (await import("./commands/gateway/gateway.ts")).runGateway(settings, log);
    return (await import("./commands/workers/worker.ts")).runWorker(settings, log);
  },
  registry: async ({ settings, log, argv }) => {
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
  },
  token: async ({ settings, argv }) =>
    (await import("./commands/token/token.ts")).runToken(settings, argv),
  doctor: async ({ settings, argv }) =>
    (await import("./commands/client/doctor.ts")).runDoctor(settings, argv),
  fields: async ({ settings, argv }) =>
    (await import("./commands/client/fields.ts")).runFields(settings, argv),
  mcp: async ({ settings, log, argv }) =>
    (await import("./commands/mcp.ts")).runMcp(settings, log, argv),
  schema: async ({ settings, argv }) =>
    (await import("./commands/schema.ts")).runSchema(settings, argv),
};

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
    return await runCommand(command, rest);
  } catch (error) {
    if (!(isForUser(error) || error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

async function runCommand(command: string, argv: readonly string[]): Promise<number> {
  const settings = readSettings();
  // The output of `mcp` is its protocol's alone.
  const log = createLogger(
    settings.LOG_LEVEL,
    command === "mcp" ? "standard error" : "standard output",
  );
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (run !== undefined) {
    const code = await run({ settings, log, argv });
    return typeof code === "number" ? code : 0;
  }
  if (command.startsWith("-")) {
    throw new CommandError(
      `tapgraph: unknown option "${command.split("=")[0]}"; settings are environment variables, such as PORT (see tapgraph --help)`,
    );
  }
  throw new CommandError(`tapgraph: unknown command "${command}" (see tapgraph --help)`);
}

function reportLostOutput({ code, message }: NodeJS.ErrnoException): void {
  // A reader such as `head` has read enough and left.
  if (code === "EPIPE") return;
  process.stderr.write(`standard output: ${message}\n`);
  process.exitCode = 1;
}
