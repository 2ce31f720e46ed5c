import type { Socket } from "node:net";
import type { RosterMember } from "../../upstream/calls/roster.ts";
import type { Message } from "../key/find-key.ts";
import type { Headers, RequestReport } from "../road/message.ts";

/**
 * A request and what becomes of it, whichever server has taken it: the road, the log, the metrics and the traces see nothing
 * else of it.
 */
export abstract class Exchange implements Message, RosterMember {
  readonly method: string;
  readonly path: string;
  readonly headers: Message["headers"];
  rawHeaders: readonly string[];
  /** By `performance.now()`. */
  readonly startedAt = performance.now();
  /** The name by which caller and log know the request. */
  requestId = "";
  /** The keys that came with the request, and whatever else came in their place. */
  secrets: readonly string[] = none;
  /** Whether it is for GraphQL, and not for a page or for the gateway's health. */
  isGraphql = false;
  /** Whether it was turned away, because there are too many. */
  isTurnedAway = false;
  readonly report: RequestReport = {
    operationName: undefined,
    errorCodes: none,
    scope: undefined,
    way: undefined,
    events: undefined,
  };
  /** For the roster of those under way. */
  position = -1;
  /** What its answer depends on, beside the address. */
  vary = "accept-encoding";
  /** What its answer has beside its own headers. */
  addedHeaders: Headers = noHeaders;

  constructor({ method, path, headers, rawHeaders }: Message) {
    this.method = method;
    this.path = path;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
  }

  /** The status of the answer that was sent; undefined: the caller left before it was sent whole. */
  abstract readonly status: number | undefined;

  /** The connection that it came on, where it is the gateway's own. */
  abstract readonly connection: Socket | undefined;

  /**
   * The body as text. To be called once.
   * @throws BodyTooLargeError
   * @throws BodyBrokenError
   * @throws CallerLeftError
   */
  abstract readBody(): Promise<string>;

  /** Has a function called when nobody waits for the answer any more, be it because it was sent. */
  abstract onLeave(listener: () => void): void;

  /** Has the answer be the connection's last. */
  abstract endConnection(): void;

  /** Cuts the answer off. */
  abstract cutOff(): void;
}

const none: readonly string[] = [];

const noHeaders: Headers = {};

/** Largest body of a request, in bytes: thousands of ids in its variables fit. */
export const maxBodyBytes = 1024 * 1024;

/** A request's body is larger than `maxBodyBytes`. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/** A request's body has failed before it was whole, though its caller has not left. */
export class BodyBrokenError extends Error {
  override readonly name = "BodyBrokenError";
}

/** The caller left before the whole request had come. */
export class CallerLeftError extends Error {
  override readonly name = "CallerLeftError";
}
