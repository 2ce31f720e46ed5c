/** A count with its noun, such as `2,500 tags`. The doctor has the same function, but these commands may not import it. */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
