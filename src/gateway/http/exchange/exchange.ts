import type { Socket } from "node:net";
import type { HttpResponseHeaders } from "../../answer/http-response.ts";
import type { RequestHead } from "../../answer/request-head.ts";
import type { RequestLogEntry } from "../../answer/request-log-entry.ts";
import type { DenseSetMember } from "../../base/collections/dense-set.ts";

/** A request and its response, whichever server received it. The pipeline, the log, the metrics and the traces see nothing else. */
export abstract class Exchange implements RequestHead, DenseSetMember {
  readonly method: string;
  readonly path: string;
  readonly headers: RequestHead["headers"];
  rawHeaders: readonly string[];
  /** By `performance.now()`. */
  readonly startedAt = performance.now();
  /** Identifies the request in the log and to its caller. */
  requestId = "";
  /** Everything that was sent as a key, valid or not. The log must not contain it. */
  secrets: readonly string[] = none;
  /** False for a page, the gateway's health and its metrics. */
  isGraphql = false;
  readonly logEntry: RequestLogEntry = {
    operationName: undefined,
    errorCodes: none,
    scope: undefined,
    wasDocumentKnown: undefined,
    eventCount: undefined,
  };
  /** Its index in the dense set of requests under way. */
  denseIndex = -1;
  /** The value of `Vary`: the request headers that its response depends on. */
  vary = "accept-encoding";
  /** Headers to add to those of the response. */
  addedHeaders: HttpResponseHeaders = noHeaders;

  constructor({ method, path, headers, rawHeaders }: RequestHead) {
    this.method = method;
    this.path = path;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
  }

  /**
   * The status of the response that was sent; undefined if the caller left before the whole response was sent. A stream always has a
   * status, because leaving is how a caller ends it.
   */
  abstract readonly status: number | undefined;

  /** How much of the response was written, or is about to be, and not yet read, in bytes. */
  abstract readonly unreadBytes: number;

  /** The connection on which the request came; undefined if another program's server received it. */
  abstract readonly connection: Socket | undefined;

  /**
   * Reads the body as text. Call it once.
   * @throws BodyTooLargeError if it is larger than `maxBodyBytes`.
   * @throws BodyBrokenError if it cannot be read to its end, although the caller has not left.
   * @throws CallerLeftError if the caller leaves before all of it has arrived.
   */
  abstract readBody(): Promise<string>;

  /** Adds a function to call once the response has been sent, or the caller has left. */
  abstract onLeave(listener: () => void): void;

  /** Makes the response the last one on its connection. */
  abstract endConnection(): void;

  /** Cuts the response off. */
  abstract cutOff(): void;
}

const none: readonly string[] = [];

const noHeaders: HttpResponseHeaders = {};

/** Maximum size of a request's body, in bytes. Thousands of ids in its variables fit. */
export const maxBodyBytes = 1024 * 1024;

/** The body of a request is larger than `maxBodyBytes`. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/** The body of a request cannot be read to its end, although the caller has not left. */
export class BodyBrokenError extends Error {
  override readonly name = "BodyBrokenError";
}
