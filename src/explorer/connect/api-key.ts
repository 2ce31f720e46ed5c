import { useState } from "react";
import type { TextStorage } from "./storage.ts";

const storageName = "tapgraph.key";

/** The key in use; empty for none. It is in the browser's storage only if `remembered`. */
export interface ApiKey {
  readonly text: string;
  readonly remembered: boolean;
}

/** The key, and a function that replaces it. */
export function useApiKey(
  storage: TextStorage,
  sampleKey: string | null,
): readonly [ApiKey, (key: ApiKey) => void] {
  const [apiKey, setApiKey] = useState(() => firstKey(storage, sampleKey));
  const change = (key: ApiKey) => {
    storeKey(storage, key);
    setApiKey(key);
  };
  return [apiKey, change];
}

/** The key to start with: the remembered one, or else the sample's, or else none. */
function firstKey(storage: TextStorage, sampleKey: string | null): ApiKey {
  const stored = storage.getItem(storageName);
  if (stored) return { text: stored, remembered: true };
  return { text: sampleKey ?? "", remembered: false };
}

/** Stores the key if the user wants it remembered. Otherwise removes it from the storage. */
function storeKey(storage: TextStorage, key: ApiKey): void {
  if (key.remembered && key.text !== "") storage.setItem(storageName, key.text);
  else storage.removeItem(storageName);
}

/**
 * Whether text does not contain the key, so that it can be stored. A key of fewer than four characters is ignored, because it
 * occurs in other text by chance.
 */
export function isFreeOfKey(text: string, key: string): boolean {
  return key.length < 4 || !text.includes(key);
}
