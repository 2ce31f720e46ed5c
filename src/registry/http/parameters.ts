import { HttpError } from "./response.ts";

/**
 * The default number of rows per page (interface §8). It is also our default maximum, because the
 * interface shows none.
 */
const defaultPageLimit = 1000;

export interface LimitBounds {
  readonly clampLimit?: number | undefined;
  readonly refuseLimit?: number | undefined;
}

/** @throws HttpError `bad_type`. */
export function parseFormat(query: URLSearchParams): "json" | "xml" {
  const type = readOnce(query, "type", "bad_type") ?? "json";
  if (type === "json" || type === "xml") return type;
  throw new HttpError(400, "bad_type", 'The parameter "type" must be json or xml.');
}

/** @throws HttpError `missing_key`, or `bad_request` if there are several. */
export function parseKey(query: URLSearchParams): string {
  const key = readOnce(query, "key", "bad_request");
  if (key) return key;
  throw new HttpError(401, "missing_key", 'The parameter "key" is required.', challenge);
}

/**
 * How to authenticate, as HTTP requires with every 401. Browsers do not know this scheme, so they
 * ask nobody for a password.
 */
export const challenge = ["www-authenticate", 'ApiKey in="query", name="key"'] as const;

/**
 * The page that the query asks for, its limit clamped.
 * @throws HttpError `bad_limit` or `bad_page` for anything but an integer from 1 up, and for a
 * limit above `refuseLimit`.
 */
export function parsePaging(
  query: URLSearchParams,
  { clampLimit = defaultPageLimit, refuseLimit = Number.MAX_SAFE_INTEGER }: LimitBounds,
): { readonly limit: number; readonly page: number } {
  const limit = parseCount(query, "limit", "bad_limit") ?? Math.min(defaultPageLimit, refuseLimit);
  const page = parseCount(query, "page", "bad_page") ?? 1;
  if (limit <= refuseLimit) return { limit: Math.min(limit, clampLimit), page };
  throw new HttpError(400, "bad_limit", `The parameter "limit" must be at most ${refuseLimit}.`);
}

function parseCount(
  query: URLSearchParams,
  name: string,
  code: "bad_limit" | "bad_page",
): number | undefined {
  const text = readOnce(query, name, code);
  if (text === undefined) return undefined;
  const count = /^[0-9]{1,16}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && Number.isSafeInteger(count)) return count;
  throw new HttpError(400, code, `The parameter "${name}" must be a whole number, 1 or greater.`);
}

function readOnce(
  query: URLSearchParams,
  name: string,
  code: "bad_type" | "bad_limit" | "bad_page" | "bad_request",
): string | undefined {
  const [value, ...others] = query.getAll(name);
  if (others.length === 0) return value;
  throw new HttpError(400, code, `The parameter "${name}" is given more than once.`);
}
