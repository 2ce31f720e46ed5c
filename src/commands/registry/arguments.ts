import { existsSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Logger } from "../../log.ts";
import { listKeys } from "../../registry/keys.ts";
import { isInMemory, isPostgres, openStore } from "../../registry/store/open-store.ts";
import type { Store } from "../../registry/store/store.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";

/**
 * Parses a command's arguments by the options that it knows.
 * @param command the whole command, such as `tapgraph registry import`.
 * @throws CommandError if they do not fit.
 */
export function parseArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  command: string,
  argv: readonly string[],
  options: Options,
) {
  const args = joinDashedValues(argv, options);
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, option] = /^Option '(--[^']+)' argument is ambiguous/.exec(message) ?? [];
    // The first sentence says what is wrong. The rest is advice that does not fit every option.
    const problem = option === undefined ? message.split(". ")[0] : `${option} requires a value`;
    throw new CommandError(`${command}: ${problem}`);
  }
}

/** Joins options to values such as `-1`, because `parseArgs` would refuse them without saying what the option takes. */
function joinDashedValues(
  argv: readonly string[],
  options: NonNullable<ParseArgsConfig["options"]>,
): string[] {
  const args: string[] = [];
  for (const word of argv) {
    const last = args.at(-1) ?? "";
    const takesValue = last.startsWith("--") && options[last.slice(2)]?.type === "string";
    if (takesValue && /^-[^-]/.test(word)) args.push(`${args.pop()}=${word}`);
    else args.push(word);
  }
  return args;
}

/**
 * Parses the number of a project, from `--project`.
 * @throws CommandError
 */
export function parseProject(command: string, text: string | undefined): number {
  if (text === undefined) throw new CommandError(`${command}: --project N is required`);
  return parseWhole(`${command}: --project`, text);
}

/**
 * Parses a whole number, 1 or greater.
 * @param option the command and its option, such as `tapgraph registry: --fail`.
 * @throws CommandError
 */
export function parseWhole(option: string, text: string): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number >= 1) return number;
  throw new CommandError(`${option} takes a whole number, 1 or greater`);
}

/**
 * Parses a number within bounds.
 * @param option the command and its option, such as `tapgraph registry: --fail`.
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
  throw new CommandError(`${option} takes a number from ${min} to ${max}`);
}

export function storeAddressOf(settings: Settings): string {
  return settings.REGISTRY_DB ?? "./tapgraph.db";
}

/**
 * Checks that what is written to a store is still there afterwards. Returns its address.
 * @throws CommandError for a store in memory, which ends with the command.
 */
export function requireLasting(command: string, address: string): string {
  if (!isInMemory(address)) return address;
  throw new CommandError(
    `${command}: what is written to ${address} would be lost at once; name a file or a database (REGISTRY_DB)`,
  );
}

/**
 * The address of the registry's store, which must exist.
 * @throws CommandError if it is a file that does not exist.
 */
export function requireStore(settings: Settings): string {
  const address = storeAddressOf(settings);
  requireFile(address, " (set REGISTRY_DB to the registry's file)");
  return address;
}

/**
 * Checks that a store exists, if its address is a file.
 * @throws CommandError if it does not.
 */
export function requireFile(address: string, advice = ""): void {
  if (isPostgres(address) || existsSync(address)) return;
  throw new CommandError(`${address}: there is no such file${advice}`);
}

/**
 * Opens the store at an address, and creates it if there is none.
 * @throws StoreError if it cannot be used.
 */
export async function openStoreAt(address: string, connections?: number): Promise<Store> {
  // A writer waits for other writers, and an import can take a long time.
  return await openStore(address, { busyTimeoutMs: 30_000, ...(connections && { connections }) });
}

/** Warns if nobody can read a store that is about to be served: it is new, perhaps because of a mistake in its name. */
export async function warnWithoutKeys(store: Store, log: Logger): Promise<void> {
  if ((await listKeys(store)).length > 0) return;
  log.warn("the registry has no key yet: tapgraph registry key create --project N");
}

/**
 * Opens the store at an address, passes it to `use`, and closes it.
 * @throws StoreError if it cannot be opened, read or written.
 */
export async function withStore<T>(address: string, use: (store: Store) => Promise<T>): Promise<T> {
  await using store = await openStoreAt(address);
  return await use(store);
}
