import { type Body, LongText } from "./body.ts";

/** A response, whole or as a stream. */
export type HttpResponse = WholeHttpResponse | StreamedHttpResponse;

interface ResponseHead {
  readonly status: number;
  readonly headers: HttpResponseHeaders;
}

interface StreamedHttpResponse extends ResponseHead {
  /** Written as it comes. Call its `return` when its reader has cancelled. */
  readonly body: StreamBody;
}

/** A body that is written in pieces until it ends or its reader cancels. */
export type StreamBody = AsyncIterableIterator<string, undefined>;

export interface WholeHttpResponse extends ResponseHead {
  readonly body: Body;
  /** Set if the body must be sent as it is, because it is compressed already or would not shrink. */
  readonly isEncoded?: true;
}

export function isWhole(response: HttpResponse): response is WholeHttpResponse {
  const { body } = response;
  return typeof body === "string" || body instanceof LongText || Buffer.isBuffer(body);
}

export type HttpResponseHeaders = Readonly<Record<string, string>>;

export const overloadMessage = "The gateway is overloaded; try again later.";

export const retrySoon: HttpResponseHeaders = { "retry-after": "1" };
