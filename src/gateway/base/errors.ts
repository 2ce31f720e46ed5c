export type RegistryErrorCode =
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "REGISTRY_RATE_LIMITED"
  | "REGISTRY_TIMEOUT"
  /** The connection failed, a 5xx came, or the call was not made. */
  | "REGISTRY_UNAVAILABLE"
  /** A response that is not what the interface document describes. */
  | "REGISTRY_BAD_RESPONSE"
  | "REGISTRY_CALL_LIMIT"
  /** A list has more records than the gateway reads in full. */
  | "SCAN_TOO_LARGE"
  /** A list that was being read was given up to free memory. */
  | "OVERLOADED"
  | "REQUEST_DEADLINE";

export interface RegistryErrorDetails {
  readonly status?: number | undefined;
  /** How many seconds the registry asks to wait before the next call. */
  readonly retryAfterSeconds?: number | undefined;
  readonly field?: string | undefined;
  /** Of a list that is too large, all; of one that took too long, those that were read. */
  readonly records?: number | undefined;
  readonly total?: number | undefined;
  readonly list?: string | undefined;
  /**
   * A `RegistryError` that caused this one. A library's error is never kept: its message may hold
   * the URL, and with it the key.
   */
  readonly cause?: RegistryError | undefined;
}

/**
 * A REST call that failed, or that was not made. Its message is our own: it holds no URL, no key
 * and nothing that the registry sent.
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
  declare readonly list?: string;

  /**
   * @param template the path template of the call, such as `/api/v1/tags/{id}/`.
   * @param reason why, in our own words: the message is `GET <template>: <reason>`.
   */
  constructor(
    code: RegistryErrorCode,
    template: string,
    reason: string,
    { cause, ...details }: RegistryErrorDetails = {},
  ) {
    // The stack trace helps nobody, and recording it is the most expensive part of refusing a key.
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

export function isRefusal(error: unknown): error is RegistryError {
  if (!(error instanceof RegistryError)) return false;
  return error.code === "UNAUTHENTICATED" || error.code === "FORBIDDEN";
}
