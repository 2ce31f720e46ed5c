import { useState } from "react";
import { removeStored, type TextStorage, writeText } from "./storage.ts";

const storageName = "tapgraph.key";

export interface ApiKey {
  readonly text: string;
  readonly isRemembered: boolean;
}

export function useApiKey(storage: TextStorage, sampleKey: string | null) {
  const [apiKey, setApiKey] = useState((): ApiKey => {
    const stored = storage.getItem(storageName);
    return { text: stored || (sampleKey ?? ""), isRemembered: Boolean(stored) };
  });
  const change = (key: ApiKey) => {
    setApiKey({ ...key, isRemembered: storeKey(storage, key) });
  };
  return [apiKey, change] as const;
}

function storeKey(storage: TextStorage, key: ApiKey): boolean {
  if (key.isRemembered && key.text !== "") return writeText(storage, storageName, key.text);
  removeStored(storage, storageName);
  return key.isRemembered;
}
