import { isFreeOfKey } from "../connect/api-key.ts";
import { readStored, type TextStorage, writeStored } from "../connect/storage.ts";

/** A query that has been run: its text and variables, never its answer or the key. */
export interface HistoryEntry {
  readonly title: string;
  readonly query: string;
  readonly variables: string;
  /** When it was last run, in milliseconds since 1970. */
  readonly ranAt: number;
}

const entry = "tapgraph.history";
const longest = 60;

/** The queries of earlier visits, the latest first. */
export function readHistory(storage: TextStorage): readonly HistoryEntry[] {
  const stored = readStored(storage, entry);
  return Array.isArray(stored) ? stored.filter(isEntry).slice(0, longest) : [];
}

/** The history with one more run. A query that is run again moves to the front. */
export function recordRun(
  history: readonly HistoryEntry[],
  run: HistoryEntry,
): readonly HistoryEntry[] {
  const others = history.filter(
    ({ query, variables }) => query !== run.query || variables !== run.variables,
  );
  return [run, ...others].slice(0, longest);
}

/** Stores the history for the next visit, without queries that contain the key. */
export function storeHistory(
  storage: TextStorage,
  history: readonly HistoryEntry[],
  key: string,
): void {
  const free = history.filter(({ query, variables }) => isFreeOfKey(query + variables, key));
  if (free.length === 0) storage.removeItem(entry);
  else writeStored(storage, entry, free);
}

function isEntry(value: unknown): value is HistoryEntry {
  if (typeof value !== "object" || value === null) return false;
  const { title, query, variables, ranAt } = value as Record<string, unknown>;
  return (
    typeof title === "string" &&
    typeof query === "string" &&
    typeof variables === "string" &&
    typeof ranAt === "number"
  );
}
