import { useState } from "react";
import type { TextStorage } from "./storage.ts";

const storageName = "tapgraph.key";

/** The key in use; empty for none. It is in the browser's storage only if `isRemembered`. */
export interface ApiKey {
  readonly text: string;
  readonly isRemembered: boolean;
}

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

function firstKey(storage: TextStorage, sampleKey: string | null): ApiKey {
  const stored = storage.getItem(storageName);
  if (stored) return { text: stored, isRemembered: true };
  return { text: sampleKey ?? "", isRemembered: false };
}

function storeKey(storage: TextStorage, key: ApiKey): void {
  if (key.isRemembered && key.text !== "") storage.setItem(storageName, key.text);
  else storage.removeItem(storageName);
}
