import { SqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";
import { toStoreError } from "./store-error.ts";

/** How a store is opened. */
export interface StoreOptions {
  /**
   * How long to wait for another process that is writing.
   * @default 5000
   */
  readonly busyTimeoutMs?: number;
  /**
   * The most connections at once to a database that is elsewhere.
   * @default 10
   */
  readonly connections?: number;
  /**
   * How long a request waits for the answer of a database that is elsewhere.
   * @default 10000
   */
  readonly answerTimeoutMs?: number;
}

/** Whether a store lies in PostgreSQL, by what names its place. */
export function isPostgres(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

/**
 * The store at a place, made where there is none, its schema brought up to date: a SQLite file, `:memory:` for a store of
 * its own, or the address of a PostgreSQL database.
 * @throws StoreError when it cannot be used.
 */
export async function openStore(
  place: string,
  { busyTimeoutMs = 5000, connections = 10, answerTimeoutMs = 10_000 }: StoreOptions = {},
): Promise<Store> {
  if (isPostgres(place)) {
    // The driver is loaded by those alone who need it.
    const { PostgresStore } = await import("./postgres/postgres-store.ts");
    return await PostgresStore.open({
      address: place,
      connections,
      busyTimeoutMs,
      answerTimeoutMs,
    });
  }
  try {
    return new SqliteStore(place, busyTimeoutMs);
  } catch (error) {
    throw toStoreError(error, place);
  }
}
