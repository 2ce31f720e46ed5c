import { eventStream, multipart, type StreamProtocol } from "./protocol.ts";

/** How a stream is written. */
export interface Framing {
  readonly mediaType: string;
  /** Sent immediately. It makes proxies pass on the headers. */
  readonly opening: string;
  /** Shows that the connection is alive. */
  readonly heartbeat: string;
  /** Writes a result, which is JSON on one line. @param id the event's cursor; undefined if the result belongs to no event. */
  next(body: string, id?: string): string;
  readonly complete: string;
}

/** GraphQL over SSE, with a connection for each operation. */
const sse: Framing = {
  mediaType: eventStream,
  opening: ":\n\n",
  heartbeat: ":\n\n",
  next: (body, id) => `event: next\n${id === undefined ? "" : `id: ${id}\n`}data: ${body}\n\n`,
  complete: "event: complete\ndata:\n\n",
};

/** A reader knows that a part is complete when the next boundary comes, so the boundary is sent with the part. */
const part = (json: string) => `\r\ncontent-type: application/json\r\n\r\n${json}\r\n--graphql`;

/** Apollo's protocol for subscriptions over HTTP. */
const parts: Framing = {
  mediaType: multipart,
  opening: "\r\n--graphql",
  heartbeat: part("{}"),
  next: (body) => part(`{"payload":${body}}`),
  complete: "--\r\n",
};

/** How a stream is written by each protocol. */
export const framings: Readonly<Record<StreamProtocol, Framing>> = { sse, multipart: parts };

/** Writes the only answer to a query as events. */
export function toEvents(body: string | Buffer): string {
  return sse.next(String(body)) + sse.complete;
}
