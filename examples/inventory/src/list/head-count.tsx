import { useRef } from "react";
import { type Count, formatCountOrMore } from "../parts/count.ts";

interface HeadCountProps {
  /** Null if it is not known. */
  readonly count: Count | null;
  readonly isReading: boolean;
}

/** Shows the length of a list next to its name, or that the list is being loaded. */
export function HeadCount({ count, isReading }: HeadCountProps) {
  if (count !== null) return <span className="count">{formatCountOrMore(count)}</span>;
  return isReading && <span className="count">loading…</span>;
}

/**
 * The length of the current list. It stays known while another page of the list is read, but not when the search or the filters
 * change.
 * @param criteria the search and the filters
 * @param count the length in the response to them; null if there is no response yet
 */
export function useCount(criteria: readonly unknown[], count: Count | null): Count | null {
  const known = useRef<{ readonly list: string; readonly count: Count } | null>(null);
  const list = JSON.stringify(criteria);
  if (count !== null) known.current = { list, count };
  return known.current?.list === list ? known.current.count : null;
}
