/** A query that cannot be answered, by a mistake of who asked. The code is the one that callers are told. */
export class SearchError extends Error {
  override readonly name = "SearchError";
  readonly code: "BAD_USER_INPUT" | "QUERY_TOO_COMPLEX";

  constructor(code: SearchError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** What the caller should know of an answer. */
export interface SearchWarning {
  readonly code: "UNKNOWN_IDENTIFIER";
  readonly message: string;
}

/** A mistake in the input, told with its place, what was expected and what was found. */
export function badInput(path: string, expected: string): SearchError {
  return new SearchError("BAD_USER_INPUT", `\`${path}\`: expected ${expected}.`);
}
