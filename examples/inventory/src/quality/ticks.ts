import { useCallback, useState } from "react";

const entry = "inventory.ticks";

/** The issues that somebody has seen to, until the tab is closed. */
export interface Ticks {
  readonly count: number;
  has(issue: string): boolean;
  toggle(issue: string): void;
  clear(): void;
}

/** They are kept in this tab: the registry has no place for them. */
export function useTicks(): Ticks {
  const [ticked, setTicked] = useState(readTicks);
  const keep = useCallback((now: ReadonlySet<string>) => {
    writeTicks(now);
    setTicked(now);
  }, []);
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

function readTicks(): ReadonlySet<string> {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(entry) ?? "[]");
    return new Set(Array.isArray(list) ? list.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set();
  }
}

function writeTicks(ticks: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(entry, JSON.stringify([...ticks]));
  } catch {
    // A storage that is full, or forbidden, costs the ticks at the next reload.
  }
}
