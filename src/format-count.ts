export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}

export function formatNumber(number: number): string {
  return number.toLocaleString("en");
}
