const numbers = new Intl.NumberFormat("en");

/** Formats a number with its thousands separated: `2,500`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** How many records there are. */
export interface Count {
  readonly value: number;
  /** Whether there are exactly so many; otherwise there can be more. */
  readonly isExact: boolean;
}

/** Formats a count that need not be exact: `2,500`, or `1,990 or more`. */
export function formatCountOrMore({ value, isExact }: Count): string {
  if (isExact) return formatCount(value);
  return value === 0 ? "count unknown" : `${formatCount(value)} or more`;
}

/** Formats a count with its noun: `1 tag`, `2,500 tags`. */
export function formatCounted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
