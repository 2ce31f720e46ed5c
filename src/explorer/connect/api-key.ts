import { useState } from "react";
import { removeStored, type TextStorage, writeText } from "./storage.ts";

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
    setApiKey({ ...key, isRemembered: storeKey(storage, key) });
  };
  return [apiKey, change];
}

function firstKey(storage: TextStorage, sampleKey: string | null): ApiKey {
  const stored = storage.getItem(storageName);
  if (stored) return { text: stored, isRemembered: true };
  return { text: sampleKey ?? "", isRemembered: false };
}

/** Stores the key, if it is to be remembered. Returns whether it is; it is not if the storage is full. */
function storeKey(storage: TextStorage, key: ApiKey): boolean {
  if (key.isRemembered && key.text !== "") return writeText(storage, storageName, key.text);
  removeStored(storage, storageName);
  return key.isRemembered;
}
