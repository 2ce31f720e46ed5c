const entry = "inventory.key";

/** The key that this tab keeps, or null. */
export function readKey(): string | null {
  try {
    return sessionStorage.getItem(entry);
  } catch {
    // This browser allows no storage, so the page asks for the key again.
    return null;
  }
}

/** Keeps the key until the tab is closed. A reload does not ask for it again, but another tab does. */
export function keepKey(key: string): void {
  try {
    sessionStorage.setItem(entry, key);
  } catch {
    // The key is still in memory.
  }
}

/** Forgets the key. */
export function forgetKey(): void {
  try {
    sessionStorage.removeItem(entry);
  } catch {
    // This browser allows no storage, so no key was kept.
  }
}
