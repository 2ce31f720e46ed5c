import type { RequestScope } from "../../upstream/calls/request-scope.ts";
import type { RequestHead } from "../exchange/request-head.ts";

/** A whole GraphQL request. */
export interface RoadRequest extends RequestHead {
  /** The body if it is JSON; empty if not. */
  readonly body: string;
  /** Filled in while the request is answered. */
  readonly report: RequestReport;
  /** Adds a function to call once the answer has been sent, or the caller has left. */
  onLeave(listener: () => void): void;
}

/** The answer to a request. */
export interface RoadAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** A buffer may be sent to several callers. A stream is written as it comes. Call its `return` when its reader has left. */
  readonly body: string | Buffer | StreamBody;
}

/** A body that comes in pieces for as long as its caller stays. */
export type StreamBody = AsyncIterableIterator<string, undefined>;

/** An answer that is complete. */
export interface WholeAnswer extends RoadAnswer {
  readonly body: string | Buffer;
  /** Set if the body must be sent as it is, because it is compressed already or would not shrink. */
  readonly isEncoded?: true;
  /** Set for an answer that may be sent very often. It is sent a moment later, together with others. */
  readonly isBatched?: true;
}

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>;

/** What is logged, counted and traced about a request. */
export interface RequestReport {
  /** The operation's name; undefined if it has none, or if no operation was executed. */
  operationName: string | undefined;
  /** The codes of the answer's errors, with repetitions. */
  errorCodes: readonly string[];
  /** The scope of its REST calls; undefined if none were made for it. If requests share an answer, only one of them has it. */
  scope: RequestScope | undefined;
  /** Whether its document was known, or had to be parsed and validated first; undefined if it was not executed. */
  way: "prepared" | "first" | undefined;
  /** How many events were sent; undefined if the answer is not a stream. */
  events: number | undefined;
}

/** Refuses a request without executing it. Its status, code and message go to the caller. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  readonly code: string;
  /** Further headers of the answer. */
  readonly headers: Headers;

  constructor(status: number, code: string, message: string, headers: Headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** A header of a request. If it came several times, its values are joined. */
export function readHeader({ headers }: RoadRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}
