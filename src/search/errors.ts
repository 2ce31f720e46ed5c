export class SearchError extends Error {
  override readonly name = "SearchError";
  readonly code: "BAD_USER_INPUT" | "QUERY_TOO_COMPLEX";

  constructor(code: SearchError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

export function wrongIdentifier(path: string): SearchError {
  const message = `\`${path}\` is required with \`ADDITIONAL_DATA\`, and not allowed without it.`;
  return new SearchError("BAD_USER_INPUT", message);
}

export function badInput(path: string, expected: string): SearchError {
  return new SearchError("BAD_USER_INPUT", `\`${path}\`: expected ${expected}.`);
}
