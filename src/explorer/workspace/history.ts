import { useEffect, useState } from "react";
import type { RequestText } from "../connect/graphql-over-http.ts";
import { isObject } from "../connect/json.ts";
import { isFreeOfKey } from "../connect/key.ts";
import { readStored, type TextStorage, writeStored } from "../connect/storage.ts";
import type { Tab } from "./tabs.ts";
import { titleOf } from "./title.ts";

/** A query that has been run, without the response and the key it was sent with. */
export interface HistoryEntry extends RequestText {
  readonly title: string;
  readonly ranAt: number;
}

const storageName = "tapgraph.history";
const maxEntries = 60;

/** The history. It is stored, except for queries that contain the key. */
export function useHistory(storage: TextStorage, key: string) {
  const [entries, setEntries] = useState(() => readHistory(storage));
  useEffect(() => {
    const free = entries.filter(({ query, variables }) => isFreeOfKey(query + variables, key));
    if (free.length === 0) storage.removeItem(storageName);
    else writeStored(storage, storageName, free);
  }, [storage, entries, key]);
  return {
    entries,
    record(tab: Tab) {
      const { query, variables } = tab;
      const others = entries.filter(
        (entry) => entry.query !== query || entry.variables !== variables,
      );
      const run = { query, variables, title: titleOf(tab), ranAt: Date.now() };
      setEntries([run, ...others].slice(0, maxEntries));
    },
    clear: () => setEntries([]),
  };
}

function readHistory(storage: TextStorage): readonly HistoryEntry[] {
  const stored = readStored(storage, storageName);
  return Array.isArray(stored) ? stored.filter(isEntry).slice(0, maxEntries) : [];
}

function isEntry(value: unknown): value is HistoryEntry {
  if (!isObject(value)) return false;
  const { title, query, variables, ranAt } = value;
  return (
    [title, query, variables].every((text) => typeof text === "string") && typeof ranAt === "number"
  );
}
