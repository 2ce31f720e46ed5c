import type { RequestText } from "../../connect/graphql-over-http.ts";
import { isObject } from "../../connect/json.ts";

/** The length of the longest name of an operation or a folder, in UTF-16 units. */
export const maxNameLength = 200;

/** What an operation is saved under. */
export interface SavedName {
  readonly name: string;
  /** Empty for none. */
  readonly folder: string;
}

/** An operation that the user saved: a document with its variables. */
export interface SavedOperation extends RequestText, SavedName {
  readonly id: string;
  /** How often its text was saved. So a page notices that another has saved it meanwhile. */
  readonly version: number;
}

export function isOperation(value: unknown): value is SavedOperation {
  if (!isObject(value)) return false;
  const { id, name, folder, query, variables, version } = value;
  return (
    [id, name, folder, query, variables].every((text) => typeof text === "string") &&
    typeof version === "number"
  );
}

/** The operations in which each of the words occurs: in the name, the folder or the document. */
export function findOperations<Operation extends SavedName & { readonly query: string }>(
  operations: readonly Operation[],
  search: string,
): readonly Operation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ name, folder, query }) => {
    const text = `${folder}\n${name}\n${query}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * Gives names that no other operation in the folder has: with a number after them if they must. Each counts as taken from then on.
 * @param taken the names that are taken already.
 */
export function createNamer(taken: Iterable<SavedName>): (wanted: SavedName) => string {
  const byFolder = new Map<string, Map<string, number>>();
  const namesIn = (folder: string) => {
    const names = byFolder.get(folder) ?? new Map<string, number>();
    byFolder.set(folder, names);
    return names;
  };
  for (const { name, folder } of taken) namesIn(folder).set(name, 1);
  return ({ name, folder }) => {
    const names = namesIn(folder);
    let count = names.get(name) ?? 0;
    let free = name;
    while (names.has(free)) {
      count += 1;
      free = `${name} ${count}`;
    }
    // The next of this name begins to count where this one ended.
    names.set(name, Math.max(count, 1));
    names.set(free, names.get(free) ?? 1);
    return free;
  };
}
