import Negotiator from "negotiator";
import { jsonMediaType } from "../../answer/refusals.ts";
import type { Accepted, Framing } from "../../answer/request.ts";
import { multipartFraming, sseFraming, sseMediaType } from "./framing.ts";

export const graphqlMediaType = "application/graphql-response+json; charset=utf-8";

/** The media types of a response. A caller without a preference gets the first. */
const mediaTypes = [jsonMediaType, graphqlMediaType, sseMediaType] as const;

const maxRemembered = 100;
const maxLength = 500;

const remembered = new Map<string, Accepted>();

export function readAccepted(accept = ""): Accepted {
  const former = remembered.get(accept);
  if (former !== undefined) return former;
  const mediaType = chooseMediaType(accept);
  const events = chooseEvents(accept);
  const isAcceptable = mediaType !== null || events.framing !== null;
  const accepted = { mediaType, events, isAcceptable };
  if (remembered.size < maxRemembered && accept.length <= maxLength) {
    remembered.set(accept, accepted);
  }
  return accepted;
}

function chooseMediaType(accept: string): string | null {
  if (accept === "") return mediaTypes[0];
  const preferred = new Negotiator({ headers: { accept } }).mediaType([...mediaTypes]);
  return mediaTypes.find((type) => type === preferred) ?? null;
}

function chooseEvents(accept: string): Accepted["events"] {
  const ranges = accept.toLowerCase().split(",").map(readRange);
  const accepted = ranges.filter(({ quality }) => quality > 0);
  const byPreference = accepted.toSorted((one, other) => other.quality - one.quality);
  const events = byPreference.find(({ framing }) => framing !== null);
  const first = byPreference.find(({ framing, isJson }) => framing !== null || isJson);
  return {
    framing: events?.framing ?? null,
    isPreferred: events !== undefined && events === first,
  };
}

function readRange(range: string) {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = Number(/^q=([\d.]+)$/.exec(parameters.at(-1) ?? "")?.[1] ?? 1);
  const isJson = /^application\/(graphql-response\+)?json$/.test(type);
  return { quality, isJson, framing: chooseFraming(type, parameters) };
}

function chooseFraming(type: string, parameters: readonly string[]): Framing | null {
  if (type === "text/event-stream") return sseFraming;
  const hasVersion = parameters.some((parameter) => /^subscriptionspec="?1\.0"?$/.test(parameter));
  return type === "multipart/mixed" && hasVersion ? multipartFraming : null;
}
