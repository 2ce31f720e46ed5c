/** What the forms of a date in HTTP have in common (RFC 9110 §5.6.7): Date.parse alone takes "Soon 5" for a month of 2001. */
const httpDate = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d( \d{4}$)?/;

/** The seconds that a `Retry-After` header names, as seconds or as a date; undefined: none that can be read. */
export function parseRetryAfter(value: unknown, now: number): number | undefined {
  if (typeof value !== "string") return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = httpDate.exec(value);
  if (!date) return undefined;
  // A date that ends with its year, in the oldest form, is one of Greenwich all the same.
  const at = Date.parse(date[1] === undefined ? value : `${value} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
