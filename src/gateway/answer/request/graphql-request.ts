import type { RequestBudget } from "../../call/request-budget.ts";
import type { RequestHead } from "../request-head.ts";

/** The caller has cancelled the request, before all of it arrived or while it was answered. */
export class RequestCancelledError extends Error {
  override readonly name = "RequestCancelledError";
}

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

export function isJsonType(contentType: string): boolean {
  return /^application\/json *(;|$)/i.test(contentType);
}

/** What is logged, counted and traced about a request. */
export interface RequestLogEntry {
  /** The operation's name; undefined if it has none, or if the request was refused before its operation was found. */
  operationName: string | undefined;
  /** The codes of the response's errors, with repetitions. */
  errorCodes: readonly string[];
  /** The budget of its REST calls; undefined if it started no execution. If requests share a response, only one of them has the budget. */
  budget: RequestBudget | undefined;
  /** False if its document had to be parsed and validated first; undefined if no operation was ready to be executed. */
  wasDocumentRemembered: boolean | undefined;
  /** How many events were sent; undefined if the response is not a stream. */
  eventCount: number | undefined;
}
