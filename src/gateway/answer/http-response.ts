/** An HTTP response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: HttpResponseHeaders;
  /** A buffer may be sent to several callers. A stream is written as it comes; call its `return` when its reader has cancelled. */
  readonly body: string | Buffer | StreamBody;
}

/** A body that is written in pieces until it ends or its reader cancels. */
export type StreamBody = AsyncIterableIterator<string, undefined>;

/** A response that is complete. */
export interface WholeHttpResponse extends HttpResponse {
  readonly body: string | Buffer;
  /** Set if the body must be sent as it is, because it is compressed already or would not shrink. */
  readonly isEncoded?: true;
  /** Set for a response that may be sent very often. It is sent a moment later, together with others. */
  readonly isBatched?: true;
}

/** Headers by name. */
export type HttpResponseHeaders = Readonly<Record<string, string>>;

/** What a caller is told if the gateway has too much to do. */
export const overloadMessage = "The gateway is overloaded; try again later.";

/** Asks the caller to retry after a second. */
export const retrySoon: HttpResponseHeaders = { "retry-after": "1" };
