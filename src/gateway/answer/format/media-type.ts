import Negotiator from "negotiator";
import { rememberAccept, sseMediaType } from "./stream-protocol.ts";

export const jsonMediaType = "application/json; charset=utf-8";

export const graphqlMediaType = "application/graphql-response+json; charset=utf-8";

/** The media types of a response. A caller without a preference gets the first. */
const mediaTypes = [jsonMediaType, graphqlMediaType, sseMediaType] as const;

export type MediaType = (typeof mediaTypes)[number];

/** Chooses the media type that a caller prefers, by its `Accept` header; null if it accepts none of them. */
export function chooseMediaType(accept: string | undefined): MediaType | null {
  if (accept === undefined || accept === "") return mediaTypes[0];
  return negotiate(accept);
}

const negotiate = rememberAccept((accept): MediaType | null => {
  const preferred = new Negotiator({ headers: { accept } }).mediaType([...mediaTypes]);
  return mediaTypes.find((type) => type === preferred) ?? null;
});
