import { SqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";

export function isPostgres(address: string): boolean {
  return /^postgres(ql)?:\/\//i.test(address);
}

export function isInMemory(address: string): boolean {
  return address === ":memory:" || /^file:(?::memory:|.*[?&]mode=memory(?:&|$))/.test(address);
}

/**
 * Opens the store at an address, and creates it if there is none. An address is a SQLite file,
 * `:memory:` for a store that nobody else sees, or the URL of a PostgreSQL database.
 * @param busyTimeoutMs how long a writer waits for others. An import can take a long time.
 * @throws StoreError if it cannot be used.
 */
export async function openStore(address: string, busyTimeoutMs = 30_000): Promise<Store> {
  if (!isPostgres(address)) return new SqliteStore(address, busyTimeoutMs);
  // Loading the driver takes time, so it is loaded only if it is needed.
  const { PostgresStore } = await import("./postgres/postgres-store.ts");
  return await PostgresStore.open({ address, busyTimeoutMs });
}
