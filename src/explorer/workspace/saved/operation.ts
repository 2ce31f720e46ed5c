import type { RequestText } from "../../connect/graphql-over-http.ts";
import { isObject } from "../../connect/json.ts";

export const maxNameLength = 200;

export interface SavedName {
  readonly name: string;
  readonly folder: string;
}

export interface SavedOperation extends RequestText, SavedName {
  readonly id: string;
}

export function newId(): string {
  return crypto.getRandomValues(new Uint8Array(8)).join("-");
}

export function isOperation(value: unknown): value is SavedOperation {
  if (!isObject(value)) return false;
  const { id, name, folder, query, variables } = value;
  return [id, name, folder, query, variables].every((text) => typeof text === "string");
}

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

/** Gives each name that is taken in its folder a number. What it has given is taken, too. */
export function createNamer(taken: readonly SavedName[]): (wanted: SavedName) => string {
  const names = new Set(taken.map(({ folder, name }) => `${folder}\n${name}`));
  return ({ name, folder }) => {
    let free = name;
    for (let count = 2; names.has(`${folder}\n${free}`); count += 1) free = `${name} ${count}`;
    names.add(`${folder}\n${free}`);
    return free;
  };
}
