import Negotiator from "negotiator";
import { eventStream } from "../streams/protocol.ts";

/** The media types of an answer. A caller without a preference gets the first. */
const mediaTypes = [
  "application/json; charset=utf-8",
  "application/graphql-response+json; charset=utf-8",
  eventStream,
] as const;

/** The media type of an answer. */
export type MediaType = (typeof mediaTypes)[number];

/** Maximum number of `Accept` headers to remember. Clients send the same few. */
const maxRemembered = 100;

const remembered = new Map<string, MediaType | null>();

/** The media type that a caller prefers, by its `Accept` header; null if it accepts none of them. */
export function chooseMediaType(accept: string | undefined): MediaType | null {
  if (accept === undefined || accept === "") return mediaTypes[0];
  const known = remembered.get(accept);
  if (known !== undefined) return known;
  const preferred = new Negotiator({ headers: { accept } }).mediaType([...mediaTypes]);
  const chosen = mediaTypes.find((type) => type === preferred) ?? null;
  if (remembered.size < maxRemembered) remembered.set(accept, chosen);
  return chosen;
}
