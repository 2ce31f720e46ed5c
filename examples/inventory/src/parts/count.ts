const numbers = new Intl.NumberFormat("en");

/** Formats a number with its thousands separated: `2,500`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** Formats a count with its noun: `1 tag`, `2,500 tags`. */
export function formatCounted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
