/** Formats a count, such as `1 tag` or `2,500 tags`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Formats a number for people, such as `2,500`. */
export function formatNumber(number: number): string {
  return number.toLocaleString("en");
}
