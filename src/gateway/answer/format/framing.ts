import { type Body, LongText } from "../body.ts";
import { multipartMediaType, type StreamProtocol, sseMediaType } from "./accept.ts";

export interface Framing {
  readonly mediaType: string;
  /** Sent immediately, so that proxies pass on the headers. */
  readonly opening: string;
  readonly heartbeat: string;
  /** Frames a result, which is JSON on one line. @param id the event's cursor; undefined if the result belongs to no event. */
  next(body: string, id?: string): string;
  readonly complete: string;
}

/** GraphQL over SSE, with a connection for each operation. */
const sse: Framing = {
  mediaType: sseMediaType,
  opening: ":\n\n",
  heartbeat: ":\n\n",
  next: (body, id) => `event: next\n${id === undefined ? "" : `id: ${id}\n`}data: ${body}\n\n`,
  complete: "event: complete\ndata:\n\n",
};

/** A part with the boundary after it, which tells the reader that the part is complete. */
const part = (json: string) => `\r\ncontent-type: application/json\r\n\r\n${json}\r\n--graphql`;

/** Apollo's protocol for subscriptions over HTTP. */
const multipart: Framing = {
  mediaType: multipartMediaType,
  opening: "\r\n--graphql",
  heartbeat: part("{}"),
  next: (body) => part(`{"payload":${body}}`),
  complete: "--\r\n",
};

export const framings: Readonly<Record<StreamProtocol, Framing>> = { sse, multipart };

/** Writes the response to a query as a whole stream of events. */
export function toEvents(body: Body): Body {
  if (typeof body === "string") return sse.next(body) + sse.complete;
  // To make a string of a large body would take long.
  const [start = "", end = ""] = sse.next(placeholder).split(placeholder);
  const pieces = body instanceof LongText ? body.pieces : [body];
  return new LongText([start, ...pieces, end + sse.complete]);
}

const placeholder = "{}";
