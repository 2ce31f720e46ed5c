import type { RequestHead } from "../request-head.ts";

/** The caller has cancelled the request, before all of it arrived or while it was answered. */
export class RequestCancelledError extends Error {
  override readonly name = "RequestCancelledError";
}

import type { RequestLogEntry } from "../request-log-entry.ts";

/** A GraphQL request with its body. */
export interface GraphqlRequest extends RequestHead {
  /** The JSON body of a `POST`; empty for any other request. */
  readonly body: string;
  /** Filled in while the request is answered. */
  readonly logEntry: RequestLogEntry;
  /** Adds a function to call once the response has been sent, or the caller has cancelled. */
  onClose(listener: () => void): void;
}

/** A header of a request. If it came several times, its values are joined. */
export function readHeader({ headers }: GraphqlRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}

/** Whether a content type is JSON. */
export function isJsonType(contentType: string): boolean {
  return /^application\/json *(;|$)/i.test(contentType);
}
