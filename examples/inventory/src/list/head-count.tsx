import { useRef } from "react";
import { formatCount } from "../parts/count.ts";

interface HeadCountProps {
  /** Null: not known. */
  readonly count: number | null;
  readonly isReading: boolean;
}

/** How long a list is, beside its name; or that it is still read. */
export function HeadCount({ count, isReading }: HeadCountProps) {
  if (count !== null) return <span className="count">{formatCount(count)}</span>;
  return isReading && <span className="count">reading …</span>;
}

/**
 * How long the list is that is asked for now. While another page of it is read that is known; of a list that is narrowed down
 * in another way it is not.
 * @param asked what the list is narrowed down by
 * @param count as the answer to that has it; null where there is none yet
 */
export function useCount(asked: readonly unknown[], count: number | null): number | null {
  const known = useRef<{ readonly list: string; readonly count: number } | null>(null);
  const list = JSON.stringify(asked);
  if (count !== null) known.current = { list, count };
  return known.current?.list === list ? known.current.count : null;
}
