import type { Body } from "../../answer/body.ts";

export type HttpResponse = WholeHttpResponse | (ResponseHead & { readonly stream: StreamBody });

export type HttpResponseHeaders = Readonly<Record<string, string>>;

interface ResponseHead {
  readonly status: number;
  readonly headers: HttpResponseHeaders;
}

export type StreamBody = AsyncIterableIterator<string, undefined>;

export interface WholeHttpResponse extends ResponseHead {
  readonly body: Body;
  /** Set if the body is compressed already, or would not shrink. */
  readonly isEncoded?: true;
}
