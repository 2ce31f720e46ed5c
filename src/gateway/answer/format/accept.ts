import Negotiator from "negotiator";

export const jsonMediaType = "application/json; charset=utf-8";
export const graphqlMediaType = "application/graphql-response+json; charset=utf-8";
export const sseMediaType = "text/event-stream; charset=utf-8" as const;
export const multipartMediaType = 'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0';

/** The media types of a response. A caller without a preference gets the first. */
const mediaTypes = [jsonMediaType, graphqlMediaType, sseMediaType] as const;

export type MediaType = (typeof mediaTypes)[number];

/** How events are sent in a response: as Server-Sent Events, or as the parts of a multipart document. */
export type StreamProtocol = "sse" | "multipart";

interface AcceptedEvents {
  /** The preferred protocol; null if the header names none. A wildcard does not count, because it does not ask for an endless response. */
  readonly protocol: StreamProtocol | null;
  readonly isPreferred: boolean;
}

export interface Accepted {
  /** The media type for a single response; null if the caller accepts none. */
  readonly mediaType: MediaType | null;
  readonly events: AcceptedEvents;
  readonly isAcceptable: boolean;
}

/** Maximum number of `Accept` headers to remember, and of the characters of each. Clients send the same few short ones. */
const maxRemembered = 100;
const maxLength = 500;

const remembered = new Map<string, Accepted>();

/** Reads what a caller accepts from its `Accept` header. What the first `maxRemembered` headers mean is remembered. */
export function readAccepted(accept = ""): Accepted {
  const former = remembered.get(accept);
  if (former !== undefined) return former;
  const mediaType = chooseMediaType(accept);
  const events = chooseEvents(accept);
  const isAcceptable = mediaType !== null || events.protocol !== null;
  const accepted = { mediaType, events, isAcceptable };
  if (remembered.size < maxRemembered && accept.length <= maxLength) {
    remembered.set(accept, accepted);
  }
  return accepted;
}

function chooseMediaType(accept: string): MediaType | null {
  if (accept === "") return mediaTypes[0];
  const preferred = new Negotiator({ headers: { accept } }).mediaType([...mediaTypes]);
  return mediaTypes.find((type) => type === preferred) ?? null;
}

/** If several media ranges are equally preferred, the first one counts. */
function chooseEvents(accept: string): AcceptedEvents {
  const ranges = accept.toLowerCase().split(",").map(readRange);
  const accepted = ranges.filter(({ quality }) => quality > 0);
  const byPreference = accepted.toSorted((one, other) => other.quality - one.quality);
  const events = byPreference.find(({ protocol }) => protocol !== null);
  const first = byPreference.find(({ protocol, isJson }) => protocol !== null || isJson);
  return {
    protocol: events?.protocol ?? null,
    isPreferred: events !== undefined && events === first,
  };
}

function readRange(range: string) {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = Number(/^q=([\d.]+)$/.exec(parameters.at(-1) ?? "")?.[1] ?? 1);
  const isJson = /^application\/(graphql-response\+)?json$/.test(type);
  return { quality, isJson, protocol: readProtocol(type, parameters) };
}

function readProtocol(type: string, parameters: readonly string[]): StreamProtocol | null {
  if (type === "text/event-stream") return "sse";
  const hasVersion = parameters.some((parameter) => /^subscriptionspec="?1\.0"?$/.test(parameter));
  return type === "multipart/mixed" && hasVersion ? "multipart" : null;
}
