import { existsSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { openStore, type Store } from "../registry/store.ts";
import { StoreError, toStoreError } from "../registry/store-error.ts";
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
export function openDatabase(file: string): Store {
  try {
    // Whoever writes waits for another to be done with it; an import may take its time.
    return openStore(file, { busyTimeoutMs: 30_000 });
  } catch (error) {
    throw toCommandError(error, file);
  }
}

/**
 * What `use` gives for the store in this file, which is closed afterwards.
 * @throws CommandError when the store cannot be opened, read or written.
 */
export async function withStore<T>(
  file: string,
  use: (store: Store) => T | Promise<T>,
): Promise<T> {
  using store = openDatabase(file);
  try {
    return await use(store);
  } catch (error) {
    throw toCommandError(error, file);
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

function toCommandError(error: unknown, file: string): unknown {
  const failure = toStoreError(error, file);
  return failure instanceof StoreError
    ? new CommandError(failure.message, { cause: failure })
    : failure;
}
