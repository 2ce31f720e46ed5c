/** A count with its noun, such as `2,500 tags`. The doctor has the same function, which the registry's commands may not import. */
export function pluralize(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
