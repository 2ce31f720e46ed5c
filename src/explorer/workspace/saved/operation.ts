import type { RequestText } from "../../connect/graphql-over-http.ts";
import { isObject } from "../../connect/json.ts";

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

/** A name that no other operation in the folder has: with a number after it if it must. */
export function toFreeName({ name, folder }: SavedName, others: Iterable<SavedName>): string {
  const taken = new Set<string>();
  for (const other of others) if (other.folder === folder) taken.add(other.name);
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name} ${count}`)) count += 1;
  return `${name} ${count}`;
}
