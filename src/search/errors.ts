/** A query that cannot be answered, by a mistake of who asked. The code is the one that callers are told. */
export class SearchError extends Error {
  override readonly name = "SearchError";
  readonly code: "BAD_USER_INPUT" | "QUERY_TOO_COMPLEX";

  constructor(code: SearchError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** A mistake in the input: where it is, and what was expected there. */
export function badInput(path: string, expected: string): SearchError {
  return new SearchError("BAD_USER_INPUT", `\`${path}\`: expected ${expected}.`);
}
