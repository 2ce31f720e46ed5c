import type { Socket } from "node:net";
import type { HttpResponseHeaders } from "../../answer/http-response.ts";
import type { Bearer } from "../../answer/key/bearer.ts";
import type { Identity } from "../../answer/key/key.ts";
import type { GraphqlRequest, RequestLogEntry } from "../../answer/request/graphql-request.ts";
import type { RequestHead } from "../../answer/request-head.ts";
import type { DenseSetMember } from "../../base/collections/dense-set.ts";

/** A request with the state of its response, whichever server received it. The rest of the gateway sees nothing else of either. */
export abstract class HttpRequest implements GraphqlRequest, DenseSetMember {
  readonly method: string;
  readonly path: string;
  readonly headers: RequestHead["headers"];
  /** Once the key was found by something else, only the headers with that key. */
  rawHeaders: readonly string[];
  readonly sentHeaders: readonly string[];
  body = "";
  /** By `performance.now()`. */
  readonly startedAt = performance.now();
  /** Identifies the request in the log and to its caller. */
  requestId = "";
  bearer: Bearer | undefined;
  identity: Identity | null = null;
  /** Everything that was sent as a key, valid or not, and the key that was found by it. The log must not contain it. */
  secrets: readonly string[] = none;
  /** False for a page, the gateway's health and its metrics. */
  isGraphql = false;
  readonly logEntry: RequestLogEntry = {
    operationName: undefined,
    errorCodes: none,
    budget: undefined,
    wasDocumentRemembered: undefined,
    eventCount: undefined,
    token: undefined,
    tokenRefused: undefined,
  };
  denseIndex = -1;
  /** The value of `Vary`: the request headers that its response depends on. */
  vary = "accept-encoding";
  addedHeaders: HttpResponseHeaders = noHeaders;
  /** Called while the body is read, with how many bytes are kept for what has arrived of it. Only the gateway's own server knows. */
  onBodyPart: ((bytes: number) => void) | undefined;

  constructor({ method, path, headers, rawHeaders }: RequestHead) {
    this.method = method;
    this.path = path;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    this.sentHeaders = rawHeaders;
  }

  /**
   * The status of the response that was sent; undefined if the caller cancelled before the whole response was sent. A stream always has a
   * status, because a caller ends it by cancelling.
   */
  abstract readonly status: number | undefined;

  /** The host, with its port, that the request is for. */
  abstract readonly host: string | undefined;

  /** How much of the response was written, or is about to be, and not yet read, in bytes. */
  abstract readonly unreadBytes: number;

  /** The connection on which the request came; undefined if another program's server received it. */
  abstract readonly connection: Socket | undefined;

  /**
   * Reads the body as text. Call it once.
   * @throws BodyTooLargeError if it is larger than `maxBodyBytes`.
   * @throws BodyBrokenError if it cannot be read to its end, although the caller has not cancelled.
   * @throws RequestCancelledError if the caller cancels before all of it has arrived.
   */
  abstract readBody(): Promise<string>;

  /** Drops the body, including what has not arrived yet. */
  abstract ignoreBody(): void;

  abstract onClose(listener: () => void): void;

  abstract closeAfterResponse(): void;

  /** Closes the response, even if not all of it was sent. */
  abstract close(): void;
}

const none: readonly string[] = [];

const noHeaders: HttpResponseHeaders = {};

/** Maximum size of a request's body, in bytes. Thousands of ids in its variables fit. */
export const maxBodyBytes = 1024 * 1024;

export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/** The body of a request cannot be read to its end, although the caller has not cancelled. */
export class BodyBrokenError extends Error {
  override readonly name = "BodyBrokenError";
}
