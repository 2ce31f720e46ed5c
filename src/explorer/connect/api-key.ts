import type { TextStorage } from "./storage.ts";

const entry = "tapgraph.key";

/** The key in use. It is in the browser's storage only if `remembered`. */
export interface ApiKey {
  readonly text: string;
  readonly remembered: boolean;
}

/** The key to begin with: the remembered one, or else the sample's, or else none. */
export function firstKey(storage: TextStorage, sampleKey: string | null): ApiKey {
  const stored = storage.getItem(entry);
  if (stored) return { text: stored, remembered: true };
  return { text: sampleKey ?? "", remembered: false };
}

/** Stores the key if the user wants it remembered. Otherwise removes it from the storage. */
export function storeKey(storage: TextStorage, key: ApiKey): void {
  if (key.remembered && key.text !== "") storage.setItem(entry, key.text);
  else storage.removeItem(entry);
}

/** Whether a text may be stored: not if somebody pasted the key into it. */
export function isFreeOfKey(text: string, key: string): boolean {
  return key.length < 4 || !text.includes(key);
}
