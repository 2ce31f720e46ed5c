import { existsSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { isPostgres, openStore } from "../../registry/store/open-store.ts";
import type { Store } from "../../registry/store/store.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";

/**
 * Parses a command line by the options that the command knows.
 * @throws CommandError
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  argv: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    // The first sentence of the last line says what is wrong. The rest is advice for programmers.
    const lines = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new CommandError(`tapgraph registry: ${lines.at(-1)?.split(". ")[0]}`);
  }
}

/**
 * Parses the number of a project, from `--project`.
 * @throws CommandError
 */
export function parseProject(text: string | undefined): number {
  if (text === undefined) throw new CommandError("tapgraph registry: --project N is required");
  return parseWhole("--project", text);
}

/**
 * Parses a whole number, 1 or greater.
 * @throws CommandError
 */
export function parseWhole(option: string, text: string): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number >= 1) return number;
  throw new CommandError(`tapgraph registry: ${option} takes a whole number, 1 or greater`);
}

/**
 * Parses a number within bounds.
 * @throws CommandError
 */
export function parseNumber(
  option: string,
  text: string,
  bounds: readonly [number, number],
): number {
  const [min, max] = bounds;
  const number = /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new CommandError(`tapgraph registry: ${option} takes a number from ${min} to ${max}`);
}

/** The place of the registry's store, from the settings. */
export function readDatabase(settings: Settings): string {
  return settings.REGISTRY_DB ?? "./tapgraph.db";
}

/**
 * The place of the registry's store.
 * @throws CommandError if it is a file that does not exist.
 */
export function requireDatabase(settings: Settings): string {
  const place = readDatabase(settings);
  requireFile(place, " (set REGISTRY_DB to the registry's file)");
  return place;
}

/**
 * Checks a place.
 * @throws CommandError if it is a file that does not exist.
 */
export function requireFile(place: string, advice = ""): void {
  if (isPostgres(place) || existsSync(place)) return;
  throw new CommandError(`${place}: there is no such file${advice}`);
}

/**
 * Opens the store at a place, and creates it if there is none.
 * @throws StoreError if it cannot be used.
 */
export async function openDatabase(place: string, connections?: number): Promise<Store> {
  // A writer waits for other writers, and an import can take long.
  return await openStore(place, { busyTimeoutMs: 30_000, ...(connections && { connections }) });
}

/**
 * Opens the store at a place, passes it to `use`, and closes it.
 * @throws StoreError if it cannot be opened, read or written.
 */
export async function withStore<T>(place: string, use: (store: Store) => Promise<T>): Promise<T> {
  await using store = await openDatabase(place);
  return await use(store);
}
