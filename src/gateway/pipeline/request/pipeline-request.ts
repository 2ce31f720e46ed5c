import type { HttpResponseHeaders } from "../../exchange/http-response.ts";
import type { RequestReport } from "../../exchange/report.ts";
import type { RequestHead } from "../../exchange/request-head.ts";

/** A GraphQL request with its body. */
export interface PipelineRequest extends RequestHead {
  /** The body if it is JSON; empty if not. */
  readonly body: string;
  /** Filled in while the request is answered. */
  readonly report: RequestReport;
  /** Adds a function to call once the response has been sent, or the caller has left. */
  onLeave(listener: () => void): void;
}

/** Refuses a request without executing it. The caller gets its status, code and message. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  readonly code: string;
  /** Further headers of the response. */
  readonly headers: HttpResponseHeaders;

  constructor(status: number, code: string, message: string, headers: HttpResponseHeaders = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** A header of a request. If it came several times, its values are joined. */
export function readHeader({ headers }: PipelineRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}

/** Whether a content type is JSON. */
export function isJsonType(contentType: string): boolean {
  return /^application\/json *(;|$)/i.test(contentType);
}
