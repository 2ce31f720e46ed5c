/** What can go wrong between the gateway and the registry, as a caller of the gateway learns it. */
export type RegistryErrorCode =
  /** The registry refused the key. */
  | "UNAUTHENTICATED"
  /** The registry answered 403. */
  | "FORBIDDEN"
  /** The registry answered 429. */
  | "REGISTRY_RATE_LIMITED"
  /** One call took longer than it may. */
  | "REGISTRY_TIMEOUT"
  /** No connection, a 5xx, or the circuit is open. */
  | "REGISTRY_UNAVAILABLE"
  /** An answer that is not what the interface document describes. */
  | "REGISTRY_BAD_RESPONSE"
  /** The request has spent the REST calls that it may cost. */
  | "REGISTRY_CALL_LIMIT"
  /** A list has more records than are read for a filter, an order or a search. */
  | "SCAN_TOO_LARGE"
  /** The request's time is over, or the one who made it has gone. */
  | "REQUEST_DEADLINE";

/** What a `RegistryError` knows beyond its code and its call. */
export interface RegistryErrorDetails {
  /** The status that the registry answered. */
  readonly status?: number | undefined;
  /** When the registry asks to be called again, in seconds. */
  readonly retryAfterSeconds?: number | undefined;
  /** The field of the answer that broke the documented shape. */
  readonly field?: string | undefined;
  /** How many records a list has that is not read; of one that is being read, how many have been. */
  readonly records?: number | undefined;
  /** How many records a list has that is being read. */
  readonly total?: number | undefined;
  /** Another error of ours. Never one of a library: its text may hold the URL, and with it the key. */
  readonly cause?: RegistryError | undefined;
}

/**
 * A REST call that failed, or that was not made.
 * Its text is written here and in its callers alone: it holds no URL, no key and nothing that the registry sent.
 */
export class RegistryError extends Error {
  override readonly name = "RegistryError";
  readonly code: RegistryErrorCode;
  /** The call as method and path template, such as `GET /api/v1/tags/{id}/`. */
  readonly call: string;
  declare readonly status?: number;
  declare readonly retryAfterSeconds?: number;
  declare readonly field?: string;
  declare readonly records?: number;
  declare readonly total?: number;

  /**
   * @param template the path template of the call, such as `/api/v1/tags/{id}/`
   * @param reason why, in words of our own: the message is `GET <template>: <reason>`
   */
  constructor(
    code: RegistryErrorCode,
    template: string,
    reason: string,
    { cause, ...details }: RegistryErrorDetails = {},
  ) {
    // Where it was made tells nobody anything, and to note it takes longer than all else that a refused key costs.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(`GET ${template}: ${reason}`, cause && { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.call = `GET ${template}`;
    for (const [name, value] of Object.entries(details)) {
      if (value !== undefined) Object.assign(this, { [name]: value });
    }
  }
}
