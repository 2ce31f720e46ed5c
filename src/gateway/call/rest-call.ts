/** The kinds of calls: for a list of tags or of terminals, for one tag or terminal, and for a structure. */
export const callKinds = ["tags", "terminals", "tag", "terminal", "structure"] as const;
export type CallKind = (typeof callKinds)[number];

/** One GET, as the client describes it. */
export interface RestCall<Value> {
  readonly kind: CallKind;
  /** The path template, which errors, logs and spans may show, such as `/api/v1/tags/{id}/`. */
  readonly template: string;
  /** Path and query with the key, in URL-safe ASCII. Only the registry ever sees it. */
  readonly path: string;
  readonly key: string;
  /** The digest of the key. Only calls with the same one may share responses. */
  readonly keyDigest: string;
  /**
   * What the call asks for, in the form of a path and query without the key. Calls with the same API key and cache key are equal,
   * and decode alike.
   */
  readonly cacheKey: string;
  /** Whether a response from the cache will not do. @default false */
  readonly isFresh?: boolean;
  /**
   * Makes the typed response from the body's JSON, once for all who share the response. They must not change it.
   * @throws RegistryError if the body is not as documented. Such a response is not cached.
   */
  readonly decode: (body: unknown) => Value;
  /**
   * Statuses that may concern only this call. They count against neither the registry nor the key, and the call is not retried.
   * @default none
   */
  readonly ambiguousStatuses?: readonly number[];
  /** Called with the response before anybody else gets it. Not called for a response from the cache, or from an equal call. */
  learn?(value: Value, measurements: ResponseMeasurements): void;
}

export interface ResponseMeasurements {
  /** Length of the body, inflated. */
  readonly bytes: number;
  /** The time from sending the attempt until the response was here. How long it then waits for the gateway says nothing of the registry. */
  readonly durationMs: number;
}

/** Whether a path and query have only the characters that RFC 3986 allows there, and no fragment. */
export function isUrlSafe(path: string): boolean {
  return /^\/[\w\-.~!$&'()*+,;=:@%/?]*$/.test(path);
}
