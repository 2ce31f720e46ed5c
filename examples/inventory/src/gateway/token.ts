const entry = "inventory.token";

/** The token that this tab keeps, or null. */
export function readToken(): string | null {
  try {
    return sessionStorage.getItem(entry);
  } catch {
    // This browser allows no storage, so the page asks for the token again.
    return null;
  }
}

/** Keeps the token until the tab is closed. A reload does not ask for it again, but another tab does. */
export function keepToken(token: string): void {
  try {
    sessionStorage.setItem(entry, token);
  } catch {
    // The token is still in memory.
  }
}

/** Forgets the token. */
export function forgetToken(): void {
  try {
    sessionStorage.removeItem(entry);
  } catch {
    // This browser allows no storage, so no token was kept.
  }
}
