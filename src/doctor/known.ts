import type { FirstPage } from "../gateway/call/decode/page-numbers.ts";

/** What earlier checks have found out about the registry. */
export interface Known {
  /** The end of a list's path. Documented: nothing. */
  readonly listEnd: "" | "/";
  /** The end of a single record's path. Documented: a slash. */
  readonly singleEnd: "" | "/";
  /** The query that a response in JSON needs. Documented: none. */
  readonly typeQuery: Readonly<Record<string, string>>;
  /** The number of a list's first page; `only` if there are no others; null if it is not known. */
  readonly firstPage: FirstPage | null;
  readonly firstInEnvelope: 0 | 1;
  /** The largest limit that the registry serves; null if it is not known. */
  readonly largestLimit: number | null;
  /** The unusual statuses that an unknown id gets; 200 means with an error in the body. */
  readonly absentStatuses: readonly number[];
}

/** What is known before the first check: that paths and queries are as documented. */
export const initiallyKnown: Known = {
  listEnd: "",
  singleEnd: "/",
  typeQuery: {},
  firstPage: null,
  firstInEnvelope: 1,
  largestLimit: null,
  absentStatuses: [],
};

/** A check needs something that no earlier check could find out. */
export class NotKnownError extends Error {
  override readonly name = "NotKnownError";
}

/**
 * Returns a fact that a check depends on.
 * @throws NotKnownError
 */
export function requireKnown<Name extends "firstPage" | "largestLimit">(
  known: Known,
  name: Name,
): NonNullable<Known[Name]> {
  const value = known[name];
  if (value === null) throw new NotKnownError(`${name} is not known.`);
  return value;
}
