import type { RequestScope } from "../../upstream/calls/request-scope.ts";
import type { Message } from "../key/find-key.ts";

/** A request for GraphQL, whole. */
export interface RoadRequest extends Message {
  /** The body where it is JSON; empty for any other. */
  readonly body: string;
  /** Filled in on the way. */
  readonly report: RequestReport;
  /** Has a function called when nobody waits for the answer any more, be it because it was sent. */
  onLeave(listener: () => void): void;
}

/** The answer to a request. */
export interface RoadAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** A buffer is sent to several; a stream is written as it comes, and is to be told when nobody reads on (`return`). */
  readonly body: string | Buffer | StreamBody;
}

/** A body that comes in pieces, for as long as its caller stays. */
export type StreamBody = AsyncIterableIterator<string, undefined>;

/** An answer that is whole. */
export interface WholeAnswer extends RoadAnswer {
  readonly body: string | Buffer;
  /** The body is sent as it is: it is compressed, or would not shrink. */
  readonly isEncoded?: true;
}

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>;

/** What the log, the metrics and the trace tell of a request. */
export interface RequestReport {
  /** The operation's name in its document; undefined: it has none, or none was run. */
  operationName: string | undefined;
  /** The codes of the answer's errors, each as often as it comes. */
  errorCodes: readonly string[];
  /** What it cost in REST calls; undefined: none were made for it. Of answers that share their calls, one has it. */
  scope: RequestScope | undefined;
  /** Whether its document was known, or had to be parsed and validated first; undefined: it was not executed. */
  way: "prepared" | "first" | undefined;
  /** Events that were told, where it is a stream of them; undefined: it is none. */
  events: number | undefined;
}

/** A request that is not executed, with what its caller is told. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  readonly code: string;
  /** What its answer has beside. */
  readonly headers: Headers;

  constructor(status: number, code: string, message: string, headers: Headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** A header of a request; one that came several times, joined. */
export function readHeader({ headers }: RoadRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}
