/** One GET, as the client asks for it. */
export interface RestCall<Answer> {
  /** The path as errors, logs and spans may show it, such as `/api/v1/tags/{id}/`. */
  readonly template: string;
  /** Path and query with the key, of URL-safe ASCII. It leaves `upstream` for the registry alone. */
  readonly path: string;
  /** The caller's key. */
  readonly key: string;
  /** The digest of the key: calls with the same one may share answers, and none with another. */
  readonly lane: string;
  /** Path and query without the key: calls of one lane with the same name are equal, and decode alike. */
  readonly name: string;
  /**
   * Makes the typed answer out of the body's JSON, once for all who share it: they only read it.
   * @throws RegistryError when the body is not as documented; such an answer is not cached
   */
  readonly decode: (body: unknown) => Answer;
  /**
   * Statuses that may be no more than this call's: such an answer tells nothing of the registry or of the key, and the call is not
   * made again.
   * @default none
   */
  readonly ambiguousStatuses?: readonly number[];
  /** Is told of an answer that the registry itself gave to this call, before anybody has it: of none from the cache, or of another's call. */
  learn?(answer: Answer, figures: AnswerFigures): void;
}

/** What was measured of an answer. */
export interface AnswerFigures {
  /** Length of the body, inflated. */
  readonly bytes: number;
  /** From when it was sent, by whichever attempt, until it had been read. */
  readonly milliseconds: number;
}

/** Whether a path and query are made of what RFC 3986 allows there, without a fragment. */
export function isUrlSafe(path: string): boolean {
  return /^\/[\w\-.~!$&'()*+,;=:@%/?]*$/.test(path);
}
