import { useCallback, useState } from "react";

/** The issues that the user has ticked off, until the tab is closed. */
export interface Ticks {
  readonly count: number;
  has(issue: string): boolean;
  toggle(issue: string): void;
  clear(): void;
}

/**
 * Keeps the ticks in this tab, because the registry has no place for them. Each project has its own, since two projects can use
 * the same ids.
 * @param projectId null if it is not known: then a reload loses the ticks
 */
export function useTicks(projectId: string | null): Ticks {
  const entry = projectId === null ? null : `inventory.ticks.${projectId}`;
  const [ticked, setTicked] = useState(() => readTicks(entry));
  const keep = useCallback(
    (now: ReadonlySet<string>) => {
      writeTicks(entry, now);
      setTicked(now);
    },
    [entry],
  );
  return {
    count: ticked.size,
    has: (issue) => ticked.has(issue),
    toggle(issue) {
      const now = new Set(ticked);
      if (!now.delete(issue)) now.add(issue);
      keep(now);
    },
    clear: () => keep(new Set()),
  };
}

function readTicks(entry: string | null): ReadonlySet<string> {
  if (entry === null) return new Set();
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(entry) ?? "[]");
    return new Set(Array.isArray(list) ? list.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set();
  }
}

function writeTicks(entry: string | null, ticks: ReadonlySet<string>): void {
  if (entry === null) return;
  try {
    sessionStorage.setItem(entry, JSON.stringify([...ticks]));
  } catch {
    // The storage is full or not allowed, so a reload loses the ticks.
  }
}
