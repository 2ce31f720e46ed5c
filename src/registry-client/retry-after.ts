/** What the forms of an HTTP date have in common (RFC 9110 §5.6.7). `Date.parse` alone would read "Soon 5" as May 2001. */
const httpDate = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d( \d{4}$)?/;

/** How many seconds a `Retry-After` header asks to wait, by a number or a date; undefined if it has neither. */
export function parseRetryAfter(value: unknown, now: number): number | undefined {
  if (typeof value !== "string") return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = httpDate.exec(value);
  if (!date) return undefined;
  // The oldest form ends with the year and names no time zone. It is UTC like the others.
  const at = Date.parse(date[1] === undefined ? value : `${value} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
