import { type Body, LongText } from "../../answer/body.ts";
import type { Framing } from "../../answer/request.ts";

export const sseMediaType = "text/event-stream; charset=utf-8";

export const sseFraming: Framing = {
  mediaType: sseMediaType,
  opening: ":\n\n",
  heartbeat: ":\n\n",
  next: (body, id) => `event: next\n${id === undefined ? "" : `id: ${id}\n`}data: ${body}\n\n`,
  complete: "event: complete\ndata:\n\n",
};

/** A part with the boundary after it, which tells the reader that the part is complete. */
const part = (json: string) => `\r\ncontent-type: application/json\r\n\r\n${json}\r\n--graphql`;

export const multipartFraming: Framing = {
  mediaType: 'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0',
  opening: "\r\n--graphql",
  heartbeat: part("{}"),
  next: (body) => part(`{"payload":${body}}`),
  complete: "--\r\n",
};

export function toEvents(body: Body): Body {
  if (typeof body === "string") return sseFraming.next(body) + sseFraming.complete;
  // To make a string of a large body would take long.
  const [start = "", end = ""] = sseFraming.next(placeholder).split(placeholder);
  const pieces = body instanceof LongText ? body.pieces : [body];
  return new LongText([start, ...pieces, end + sseFraming.complete]);
}

const placeholder = "{}";
