import { RegistryError, type RegistryErrorCode } from "../gateway/base/errors.ts";
import { firstOf, type ResponseHeaders, readRetryAfter } from "./headers.ts";

/**
 * What the end of a call shows about the registry: that it works, that it fails at such calls, that
 * no connection to it can be made, or nothing.
 */
export type Verdict = "up" | "down" | "unreachable" | "unknown";

export interface Failure {
  readonly code: RegistryErrorCode;
  readonly reason: string;
  readonly status?: number;
  readonly retryAfterSeconds?: number | undefined;
  /**
   * `soon`: a retry may help, after the pause that the registry asks for, if any. `reconnect`: most
   * likely the registry never read the call, so it is sent again immediately, on a new connection.
   */
  readonly retry: "soon" | "reconnect" | "never";
  readonly verdict: Verdict;
  readonly location?: string;
  readonly isXml?: boolean;
  readonly error?: Error;
}

export const timeoutFailure: Failure = {
  code: "REGISTRY_TIMEOUT",
  reason: "no response in time",
  retry: "never",
  verdict: "down",
};

export const connectTimeoutFailure: Failure = { ...timeoutFailure, verdict: "unreachable" };

export const queueTimeoutFailure: Failure = {
  ...timeoutFailure,
  reason: "no free connection in time",
  verdict: "unknown",
};

export const circuitFailure: Failure = {
  code: "REGISTRY_UNAVAILABLE",
  reason: "not called, because calls to the registry are currently failing",
  retry: "never",
  verdict: "unknown",
};

export const leftFailure: Failure = {
  code: "REGISTRY_UNAVAILABLE",
  reason: "nobody waits for it",
  retry: "never",
  verdict: "unknown",
};

export const closedFailure: Failure = {
  code: "REGISTRY_UNAVAILABLE",
  reason: "the gateway is shutting down",
  retry: "never",
  verdict: "unknown",
};

export function badResponseFailure(reason: string, status?: number): Failure {
  return {
    code: "REGISTRY_BAD_RESPONSE",
    reason,
    ...(status === undefined ? {} : { status }),
    retry: "never",
    verdict: "up",
  };
}

/** If its status is ambiguous, neither the key nor the registry is blamed. */
export function neutralizeIfAmbiguous(
  failure: Failure,
  { ambiguousStatuses = [] }: { readonly ambiguousStatuses?: readonly number[] },
): Failure {
  const { status } = failure;
  if (status === undefined || !ambiguousStatuses.includes(status)) return failure;
  return badResponseFailure(answeredWith(status), status);
}

export const inflateFailure = badResponseFailure(
  "the response cannot be inflated, or is too large",
  200,
);

export function toRegistryError(
  failure: Failure,
  { template }: { readonly template: string },
): Error {
  const { code, reason, status, retryAfterSeconds, error } = failure;
  if (error) return error;
  return new RegistryError(code, template, reason, { status, retryAfterSeconds });
}

/** The interface document shows no status but 200 (§7), so the usual meanings apply. */
export function statusFailure(
  status: number,
  headers: ResponseHeaders,
  { badKeyStatuses, now }: { badKeyStatuses: readonly number[]; now: number },
): Failure {
  const common = { status, retry: "never", verdict: "up" } as const;
  const reason = answeredWith(status);
  if (status === 403)
    return { ...common, code: "FORBIDDEN", reason: "the key is not allowed to do this" };
  if (badKeyStatuses.includes(status)) {
    return { ...common, code: "UNAUTHENTICATED", reason: "the registry refused the key" };
  }
  const retryAfterSeconds = readRetryAfter(headers, now);
  if (status === 429) {
    const retry = retryAfterSeconds === undefined ? "never" : "soon";
    return { ...common, code: "REGISTRY_RATE_LIMITED", reason, retryAfterSeconds, retry };
  }
  if (status >= 500) {
    const retry = retryableStatuses.has(status) ? "soon" : "never";
    const code = "REGISTRY_UNAVAILABLE";
    return { ...common, code, reason, retryAfterSeconds, retry, verdict: "down" };
  }
  const location = firstOf(headers["location"]);
  if (redirectStatuses.has(status) && location !== "") {
    if (!hasKey(location))
      return badResponseFailure("the registry redirects, and drops the query with the key", status);
    return { ...badResponseFailure("the registry redirects", status), location };
  }
  return badResponseFailure(reason, status);
}

/** Without the key in its query, the registry would refuse the call. */
function hasKey(location: string): boolean {
  const [, query] = /\?([^#]*)/.exec(location) ?? [];
  return new URLSearchParams(query).has("key");
}

/**
 * What an error of the connection means. Only the error's code is kept, such as `ECONNREFUSED`.
 * @param progress how far the call had come. `unsent`: it had no connection yet.
 */
export function connectionFailure(
  error: unknown,
  progress: "unsent" | "sent" | "response-started",
): Failure {
  const code = errorCode(error);
  if (code === "UND_ERR_CONNECT_TIMEOUT") return connectTimeoutFailure;
  if (isProtocolError(code)) return badResponseFailure("the response is not valid HTTP");
  return {
    code: "REGISTRY_UNAVAILABLE",
    reason:
      progress === "response-started"
        ? `the response was cut off (${code})`
        : `no connection (${code})`,
    retry: lostConnections.has(code) ? "soon" : "never",
    verdict: progress === "unsent" ? "unreachable" : "down",
  };
}

/** On a connection that has carried responses, most likely closed while it was idle. */
export function toStale(failure: Failure): Failure {
  return failure.retry === "soon" ? { ...failure, retry: "reconnect" } : failure;
}

export const retryableStatuses = new Set([502, 503, 504]);
export const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** After these a new connection may succeed. A wrong certificate, for example, stays wrong. */
export const lostConnections = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_SOCKET",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "EOF",
]);

function answeredWith(status: number): string {
  return `the registry answered with ${status}`;
}

function isProtocolError(code: string): boolean {
  return code === "HPE" || code === "UND_ERR_HEADERS_OVERFLOW";
}

/**
 * undici's parser errors have no code. Only their message shows whether the response ended early or
 * was not HTTP.
 */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "HTTPParserError") return /EOF/.test(error.message) ? "EOF" : "HPE";
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : "unknown";
}
