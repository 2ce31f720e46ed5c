import { existsSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { isPostgres, openStore } from "../../registry/store/open-store.ts";
import type { Store } from "../../registry/store/store.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";

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
    // What to do is the last line of Node's message, and its first sentence: it goes on with advice on how to program it.
    const lines = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new CommandError(`tapgraph registry: ${lines.at(-1)?.split(". ")[0]}`);
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

/** Where the registry's store lies, as the settings name it. */
export function readDatabase(settings: Settings): string {
  return settings.REGISTRY_DB ?? "./tapgraph.db";
}

/**
 * Where the registry's store lies, which has to be there if it is a file.
 * @throws CommandError
 */
export function requireDatabase(settings: Settings): string {
  const place = readDatabase(settings);
  requireFile(place, " (REGISTRY_DB names the registry's)");
  return place;
}

/**
 * Checks that a store that is a file is there.
 * @throws CommandError
 */
export function requireFile(place: string, advice = ""): void {
  if (isPostgres(place) || existsSync(place)) return;
  throw new CommandError(`${place}: there is no such file${advice}`);
}

/**
 * The store at this place, made where there is none.
 * @throws StoreError when it cannot be used.
 */
export async function openDatabase(place: string, connections?: number): Promise<Store> {
  // Whoever writes waits for another to be done with it; an import may take its time.
  return await openStore(place, { busyTimeoutMs: 30_000, ...(connections && { connections }) });
}

/**
 * What `use` gives for the store at this place, which is closed afterwards.
 * @throws StoreError when the store cannot be opened, read or written.
 */
export async function withStore<T>(place: string, use: (store: Store) => Promise<T>): Promise<T> {
  await using store = await openDatabase(place);
  return await use(store);
}
