export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

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
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => void entries.set(name, text),
    removeItem: (name) => void entries.delete(name),
  };
}

export function isLasting(storage: TextStorage): boolean {
  return typeof Storage !== "undefined" && storage instanceof Storage;
}

export function storedNames(storage: TextStorage): readonly string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
}

/** Stores a text. Returns false if there is no room for it, or if the browser refuses. */
export function writeText(storage: TextStorage, name: string, text: string): boolean {
  try {
    storage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

export function removeStored(storage: TextStorage, name: string): void {
  try {
    storage.removeItem(name);
  } catch {
    // What a browser does not allow, it has not stored either.
  }
}

/** The JSON value stored under a name; undefined if there is none that can be read. */
export function readStored(storage: TextStorage, name: string): unknown {
  try {
    return JSON.parse(storage.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON. If there is no room for it, the next visit just starts without it. */
export function writeStored(storage: TextStorage, name: string, value: unknown): void {
  writeText(storage, name, JSON.stringify(value));
}
