const numbers = new Intl.NumberFormat("en");

/** A number as people write it. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** So many of something: `1 tag`, `2,500 tags`. */
export function formatCounted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
