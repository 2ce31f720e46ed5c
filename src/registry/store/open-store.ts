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
}

/**
 * The store in this file, made where there is none, its schema brought up to date; `:memory:` is a store of its own.
 * @throws StoreError when it cannot be used.
 */
export async function openStore(place: string, options: StoreOptions = {}): Promise<Store> {
  try {
    return new SqliteStore(place, options.busyTimeoutMs ?? 5000);
  } catch (error) {
    throw toStoreError(error, place);
  }
}
