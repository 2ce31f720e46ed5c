import { useEffect, useState } from "react";
import { isFreeOfKey } from "../connect/free-of-key.ts";
import type { RequestText } from "../connect/graphql-over-http.ts";
import { isObject } from "../connect/json.ts";
import { readStored, type TextStorage, writeStored } from "../connect/storage.ts";
import type { Tab } from "./tabs.ts";
import { titleOf } from "./title.ts";

/** A query that has been run: its text and variables, without the response and the key it was sent with. */
export interface HistoryEntry extends RequestText {
  readonly title: string;
  /** When it was last run, in milliseconds since 1970. */
  readonly ranAt: number;
}

const storageName = "tapgraph.history";
const maxEntries = 60;

export interface QueryHistory {
  readonly entries: readonly HistoryEntry[];
  readonly record: (tab: Tab) => void;
  readonly clear: () => void;
}

/** The history. It is stored, except for queries that contain the key. */
export function useHistory(storage: TextStorage, key: string): QueryHistory {
  const [entries, setEntries] = useState(() => readHistory(storage));
  useEffect(() => storeHistory(storage, entries, key), [storage, entries, key]);
  return {
    entries,
    record(tab) {
      const { query, variables } = tab;
      setEntries(recordRun(entries, { query, variables, title: titleOf(tab), ranAt: Date.now() }));
    },
    clear: () => setEntries([]),
  };
}

function readHistory(storage: TextStorage): readonly HistoryEntry[] {
  const stored = readStored(storage, storageName);
  return Array.isArray(stored) ? stored.filter(isEntry).slice(0, maxEntries) : [];
}

/** The history with one more run. A query that is run again moves to the front. */
function recordRun(history: readonly HistoryEntry[], run: HistoryEntry): readonly HistoryEntry[] {
  const others = history.filter(
    ({ query, variables }) => query !== run.query || variables !== run.variables,
  );
  return [run, ...others].slice(0, maxEntries);
}

function storeHistory(storage: TextStorage, history: readonly HistoryEntry[], key: string): void {
  const free = history.filter(({ query, variables }) => isFreeOfKey(query + variables, key));
  if (free.length === 0) storage.removeItem(storageName);
  else writeStored(storage, storageName, free);
}

function isEntry(value: unknown): value is HistoryEntry {
  if (!isObject(value)) return false;
  const { title, query, variables, ranAt } = value;
  return (
    typeof title === "string" &&
    typeof query === "string" &&
    typeof variables === "string" &&
    typeof ranAt === "number"
  );
}
