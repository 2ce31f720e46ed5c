import type { RequestBudget } from "../call/request-budget.ts";
import type { Identity } from "../keys/key.ts";
import type { RequestHead } from "../keys/request-head.ts";
import type { Bearer, BearerRefusal } from "../keys/token.ts";

export interface FileOutcome {
  rows: number;
  unreadable: number;
  /** Why it ended in the middle. */
  broken?: string;
}

/** How a list is sent as a file: of rows as a spreadsheet reads them, or of JSON on lines. */
export type RowForm = "csv" | "ndjson";

export interface Accepted {
  readonly mediaType: string | null;
  /** Null for a caller that prefers a response in GraphQL's form. */
  readonly rows: RowForm | null;
  readonly events: {
    /**
     * How events are sent; null if the header names no way. A wildcard does not count, because it
     * does not ask for an endless response.
     */
    readonly framing: Framing | null;
    readonly isPreferred: boolean;
  };
  readonly isAcceptable: boolean;
}

/** Whether the caller prefers a stream or a file, which Apollo Server does not know. */
export function prefersOther({ accepted: { rows, events } }: Pick<Asked, "accepted">): boolean {
  return rows !== null || events.isPreferred;
}

export interface Framing {
  readonly mediaType: string;
  /** Sent immediately, so that proxies pass on the headers. */
  readonly opening: string;
  readonly heartbeat: string;
  /**
   * Frames a result, which is JSON on one line. @param id the event's cursor; undefined if the
   * result belongs to no event.
   */
  next(body: string, id?: string): string;
  readonly complete: string;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: RequestHead["headers"];
  readonly body: string;
  readonly accepted: Accepted;
  readonly wantsCost: boolean;
}

/**
 * Who asks, and what becomes of it: filled on the way, and read at the end by the log, the metrics
 * and the trace.
 */
export interface GraphqlRequest extends Asked {
  readonly rawHeaders: readonly string[];
  /** Whose key the request has; null without a key, or with one that cannot be read. */
  readonly identity: Identity | null;
  readonly keyMistake: string | undefined;
  readonly bearer: Bearer | undefined;
  /** When the work began that this is a part of, by the clock: its deadline counts from then. */
  readonly beganAt: number | undefined;
  operationName: string | undefined;
  errorCodes: readonly string[];
  /**
   * The budget of its REST calls; undefined if it started no execution. If requests share a
   * response, only one of them has the budget.
   */
  budget: RequestBudget | undefined;
  earlierBudget: RequestBudget | undefined;
  /** False if its document was new; undefined if no operation was ready to be executed. */
  wasDocumentRemembered: boolean | undefined;
  eventCount: number | undefined;
  /** What became of the file that it is answered with. */
  file: FileOutcome | undefined;
  token: string | undefined;
  tokenRefused: BearerRefusal | undefined;
  /** Something is left once the response was sent, or the caller has cancelled. */
  onClose(left: Leavable): void;
}

export interface Leavable {
  leave(): void;
}

export function readHeader({ headers }: Pick<Asked, "headers">, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}

/** Forms and images of other sites cannot send these, and scripts only after a preflight. */
export const preflightedHeaders = [
  "x-apollo-operation-name",
  "apollo-require-preflight",
  "x-api-key",
  "authorization",
];

/**
 * Whether a page of another site can send this `GET` only after a preflight request. Apollo Server
 * need not see such a request if its document is remembered.
 */
export function isPreflighted(asked: Asked): boolean {
  if (readHeader(asked, "content-type") !== undefined) return hasJsonType(asked);
  return preflightedHeaders.some((name) => asked.headers[name]);
}

export const jsonType = /^application\/json *(;|$)/i;

export function hasJsonType(asked: Pick<Asked, "headers">): boolean {
  const type = readHeader(asked, "content-type");
  return type === undefined || jsonType.test(type);
}
