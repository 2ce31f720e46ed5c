export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The browser's storage. If the browser allows none, a storage that lasts as long as the page. */
export function openStorage(): TextStorage {
  try {
    const storage = window.localStorage;
    storage.getItem("tapgraph.probe");
    return storage;
  } catch {
    return createMemoryStorage();
  }
}

function createMemoryStorage(): TextStorage {
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

/** Stores a value as JSON, if there is room for it. */
export function writeStored(storage: TextStorage, name: string, value: unknown): void {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch {
    // If the storage is full, the next visit just starts without this.
  }
}
