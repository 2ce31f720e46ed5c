export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * What the forms of an HTTP date have in common (RFC 9110 §5.6.7). `Date.parse` alone would read
 * "Soon 5" as May 2001.
 */
const httpDate = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d( \d{4}$)?/;

/**
 * How many seconds the headers ask to wait, by a number or a date; undefined if by neither. A date
 * is read against the response's own: the registry's clock may be wrong.
 */
export function readRetryAfter(headers: ResponseHeaders, now: number): number | undefined {
  const value = firstOf(headers["retry-after"]);
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = parseHttpDate(value);
  const since = parseHttpDate(firstOf(headers["date"])) ?? now;
  return at && Math.max(0, Math.ceil((at - since) / 1000));
}

export function firstOf(value: ResponseHeaders[string]): string {
  return (typeof value === "string" ? value : value?.[0])?.trim() ?? "";
}

/** The charset of a content type, if it names another than UTF-8 and its part, US-ASCII. */
export function charsetOf(contentType: string): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1]?.toLowerCase();
  return charset === undefined || /^(?:utf-?8|us-ascii)$/.test(charset) ? undefined : charset;
}

function parseHttpDate(value: string): number | undefined {
  const date = httpDate.exec(value);
  if (!date) return undefined;
  // The oldest form ends with the year and names no time zone. It is UTC like the others.
  const at = Date.parse(date[1] === undefined ? value : `${value} GMT`);
  return Number.isNaN(at) ? undefined : at;
}
