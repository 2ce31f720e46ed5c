/** The part of the browser's storage that the explorer needs. */
export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The browser's storage. If the browser allows none, a storage that lives as long as the page. */
export function openStorage(): TextStorage {
  try {
    const storage = window.localStorage;
    storage.getItem("tapgraph.probe");
    return storage;
  } catch {
    return createMemoryStorage();
  }
}

/** A storage that lives as long as the page. */
export function createMemoryStorage(): TextStorage {
  const entries = new Map<string, string>();
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => void entries.set(name, text),
    removeItem: (name) => void entries.delete(name),
  };
}

/** The JSON value stored under a name; undefined if there is none that can be read. */
export function readStored(storage: TextStorage, name: string): unknown {
  try {
    return JSON.parse(storage.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON. A full storage stays as it is. */
export function writeStored(storage: TextStorage, name: string, value: unknown): void {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch {
    // A full storage only means that the next visit starts without this.
  }
}
