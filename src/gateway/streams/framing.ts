import { eventStream, multipart, type Transport } from "./transport.ts";

/** How a stream is written. */
export interface Framing {
  readonly mediaType: string;
  /** What comes first, at once: it makes proxies pass on the headers. */
  readonly opening: string;
  /** What keeps the connection from being taken for dead. */
  readonly heartbeat: string;
  /** A result, as JSON on one line. @param id the cursor of an event; undefined: the result is none. */
  next(body: string, id?: string): string;
  readonly complete: string;
}

/** GraphQL over Server-Sent Events, with a connection for each operation. */
const sse: Framing = {
  mediaType: eventStream,
  opening: ":\n\n",
  heartbeat: ":\n\n",
  next: (body, id) => `event: next\n${id === undefined ? "" : `id: ${id}\n`}data: ${body}\n\n`,
  complete: "event: complete\ndata:\n\n",
};

/** A part is known to be whole when the next boundary has come, which therefore is sent along with it. */
const part = (json: string) => `\r\ncontent-type: application/json\r\n\r\n${json}\r\n--graphql`;

/** Apollo's protocol for subscriptions over HTTP. */
const parts: Framing = {
  mediaType: multipart,
  opening: "\r\n--graphql",
  heartbeat: part("{}"),
  next: (body) => part(`{"payload":${body}}`),
  complete: "--\r\n",
};

/** How a stream is written by each transport. */
export const framings: Readonly<Record<Transport, Framing>> = { sse, multipart: parts };

/** The answer to an operation that is answered once, as events. */
export function toEvents(body: string | Buffer): string {
  return sse.next(String(body)) + sse.complete;
}
