import { StoreError } from "./store.ts";

/**
 * The scripts that create a store's tables, one for each version: script N takes a database from version N to N + 1.
 * A released script never changes. The next change is the next script.
 */
export type Migrations = readonly string[];

/** "TAPG" in ASCII. It marks files and locks as ours, and tells them from those of other programs. */
export const ourMark = 0x54415047;

/** The error for a database that is not a registry's. */
export function createForeignError(name: string): StoreError {
  return new StoreError(`${name} is the database of another program`);
}

/** The error for a database that a newer version of tapgraph wrote. */
export function createNewerError(name: string, version: number, known: number): StoreError {
  return new StoreError(
    `${name} was written by a newer version of tapgraph (its schema is version ${version}; this version knows ${known})`,
  );
}
