import { existsSync } from "node:fs";
import type { Logger } from "../../log.ts";
import { listKeys } from "../../registry/keys.ts";
import { isInMemory, isPostgres, openStore } from "../../registry/store/open-store.ts";
import type { Store } from "../../registry/store/store.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";

export function storeAddressOf(settings: Settings): string {
  return settings.REGISTRY_DB ?? "./tapgraph.db";
}

/** @throws CommandError for a store in memory, which would end with the command. */
export function requireLasting(command: string, address: string): string {
  if (!isInMemory(address)) return address;
  throw new CommandError(
    `${command}: what is written to ${address} would be lost at once; name a file or a database (REGISTRY_DB)`,
  );
}

export function requireStore(settings: Settings): string {
  return requireFile(storeAddressOf(settings), " (set REGISTRY_DB to the registry's file)");
}

export function requireFile(address: string, advice = ""): string {
  if (isPostgres(address) || existsSync(address)) return address;
  throw new CommandError(`${address}: there is no such file${advice}`);
}

/**
 * Warns if nobody can read a store that is about to be served: it is new, perhaps because of a
 * mistake in its name.
 */
export async function warnWithoutKeys(store: Store, log: Logger): Promise<void> {
  if ((await listKeys(store)).length > 0) return;
  log.warn("the registry has no key yet: tapgraph registry key create --project N");
}

export async function withStore<T>(address: string, use: (store: Store) => Promise<T>): Promise<T> {
  await using store = await openStore(address);
  return await use(store);
}
