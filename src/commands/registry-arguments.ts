import { existsSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { openStore } from "../registry/store/open-store.ts";
import type { Store } from "../registry/store/store.ts";
import { StoreError } from "../registry/store/store-error.ts";
import type { Settings } from "../settings.ts";
import { CommandError } from "./command-error.ts";

/**
 * What stands on a command line, checked against the options that the command knows.
 * @throws CommandError
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  argv: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Node's message goes on with advice on how to program it; the first sentence is for the user.
    const message = error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error);
    throw new CommandError(`tapgraph registry: ${message}`);
  }
}

/**
 * The number of a project, from `--project`.
 * @throws CommandError
 */
export function parseProject(text: string | undefined): number {
  if (text === undefined) throw new CommandError("tapgraph registry: --project N is required");
  return parseWhole("--project", text);
}

/**
 * A whole number from 1 on.
 * @throws CommandError
 */
export function parseWhole(option: string, text: string): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number >= 1) return number;
  throw new CommandError(`tapgraph registry: ${option} takes a whole number from 1 on`);
}

/**
 * A number within bounds.
 * @throws CommandError
 */
export function parseNumber(
  option: string,
  text: string,
  bounds: readonly [number, number],
): number {
  const [least, most] = bounds;
  const number = /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new CommandError(`tapgraph registry: ${option} takes a number from ${least} to ${most}`);
}

/** The registry's file as the settings name it. */
export function readDatabaseFile(settings: Settings): string {
  return settings.REGISTRY_DB ?? "./tapgraph.db";
}

/**
 * The store in this file, made where there is none.
 * @throws CommandError when it cannot be used.
 */
export async function openDatabase(file: string): Promise<Store> {
  try {
    // Whoever writes waits for another to be done with it; an import may take its time.
    return await openStore(file, { busyTimeoutMs: 30_000 });
  } catch (error) {
    throw toCommandError(error);
  }
}

/**
 * What `use` gives for the store in this file, which is closed afterwards.
 * @throws CommandError when the store cannot be opened, read or written.
 */
export async function withStore<T>(file: string, use: (store: Store) => Promise<T>): Promise<T> {
  await using store = await openDatabase(file);
  try {
    return await use(store);
  } catch (error) {
    throw toCommandError(error);
  }
}

/**
 * The registry's file, which has to be there.
 * @throws CommandError
 */
export function requireDatabaseFile(settings: Settings): string {
  const file = readDatabaseFile(settings);
  if (existsSync(file)) return file;
  throw new CommandError(`${file}: there is no such file (REGISTRY_DB names the registry's)`);
}

function toCommandError(error: unknown): unknown {
  return error instanceof StoreError ? new CommandError(error.message, { cause: error }) : error;
}
