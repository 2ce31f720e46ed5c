import type { TextStorage } from "./storage.ts";

const entry = "tapgraph.key";

/** The key in use: in memory, and in the browser's storage only when `remembered`. */
export interface ApiKey {
  readonly text: string;
  readonly remembered: boolean;
}

/** The key to begin with: the remembered one, else the sample's, else none. */
export function firstKey(storage: TextStorage, sampleKey: string | null): ApiKey {
  const stored = storage.getItem(entry);
  if (stored) return { text: stored, remembered: true };
  return { text: sampleKey ?? "", remembered: false };
}

/** Makes the storage hold what the key says: its text when remembered, else nothing. */
export function storeKey(storage: TextStorage, key: ApiKey): void {
  if (key.remembered && key.text !== "") storage.setItem(entry, key.text);
  else storage.removeItem(entry);
}

/** Whether a text may be stored: one that somebody pasted the key into may not. */
export function isFreeOfKey(text: string, key: string): boolean {
  return key.length < 4 || !text.includes(key);
}
