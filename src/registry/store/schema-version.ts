import { StoreError } from "./store.ts";

export const schemaVersion = 1;

/**
 * "TAPG" in ASCII. It marks files and locks as ours, and tells them from those of other programs.
 */
export const ourMark = 0x54415047;

export function createForeignError(name: string): StoreError {
  return new StoreError(`${name} is the database of another program`);
}

export function createVersionError(name: string, version: number): StoreError {
  return new StoreError(
    `${name} was written by another version of tapgraph (its schema is version ${version}; this version knows ${schemaVersion})`,
  );
}
