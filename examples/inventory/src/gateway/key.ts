const entry = "inventory.key";

/** The key that this tab was told to keep; null where there is none. */
export function readKey(): string | null {
  try {
    return sessionStorage.getItem(entry);
  } catch {
    // A browser that allows no storage asks for the key again.
    return null;
  }
}

/** Keeps the key until the tab is closed: a reload does not ask for it again, another tab does. */
export function keepKey(key: string): void {
  try {
    sessionStorage.setItem(entry, key);
  } catch {
    // It is in memory all the same.
  }
}

/** Forgets the key. */
export function forgetKey(): void {
  try {
    sessionStorage.removeItem(entry);
  } catch {
    // There was none.
  }
}
