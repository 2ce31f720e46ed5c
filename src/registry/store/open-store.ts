import { SqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";
import { withSqliteErrors } from "./store-error.ts";

/** How a store is opened. */
export interface StoreOptions {
  /** How long to wait while another process writes. @default 5000 */
  readonly busyTimeoutMs?: number;
  /** The maximum number of connections to a PostgreSQL database. @default 10 */
  readonly connections?: number;
  /** How long a request waits for a PostgreSQL database. @default 10000 */
  readonly answerTimeoutMs?: number;
}

/** Whether a place is the address of a PostgreSQL database. */
export function isPostgres(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

/**
 * Opens the store at a place, and creates it if there is none. A place is a SQLite file, `:memory:` for a store that
 * nobody else sees, or the address of a PostgreSQL database.
 * @throws StoreError if it cannot be used.
 */
export async function openStore(
  place: string,
  { busyTimeoutMs = 5000, connections = 10, answerTimeoutMs = 10_000 }: StoreOptions = {},
): Promise<Store> {
  if (isPostgres(place)) {
    // Loading the driver takes time, so it is loaded only if it is needed.
    const { PostgresStore } = await import("./postgres/postgres-store.ts");
    return await PostgresStore.open({
      address: place,
      connections,
      busyTimeoutMs,
      answerTimeoutMs,
    });
  }
  return withSqliteErrors(place, () => new SqliteStore(place, busyTimeoutMs));
}
