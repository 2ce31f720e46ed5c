import Negotiator from "negotiator";
import { jsonMediaType } from "../../answer/refusals.ts";
import type { Accepted, Framing, RowForm } from "../../answer/request.ts";
import { multipartFraming, sseFraming, sseMediaType } from "./framing.ts";

export const graphqlMediaType = "application/graphql-response+json; charset=utf-8";

/** The media types of a response. A caller without a preference gets the first. */
const mediaTypes = [jsonMediaType, graphqlMediaType, sseMediaType] as const;

export const rowMediaTypes: Readonly<Record<RowForm, string>> = {
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

const maxRemembered = 100;
const maxLength = 500;

const remembered = new Map<string, Accepted>();

export function readAccepted(accept = ""): Accepted {
  const former = remembered.get(accept);
  if (former !== undefined) return former;
  const ranges = readRanges(accept);
  const rows = chooseRows(ranges);
  const mediaType = rows === null ? chooseMediaType(accept) : null;
  const events = chooseEvents(ranges);
  const isAcceptable = mediaType !== null || rows !== null || events.framing !== null;
  const accepted = { mediaType, rows, events, isAcceptable };
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

// They must be preferred to JSON and to events, by a range that names a type.
function chooseRows(ranges: readonly AcceptedRange[]): RowForm | null {
  const qualityOf = (pattern: RegExp) =>
    Math.max(0, ...ranges.map(({ type, quality }) => (pattern.test(type) ? quality : 0)));
  const other = qualityOf(/^application\/((graphql-response\+)?json|\*)$|^text\/event-stream$/);
  const ndjson = qualityOf(/^application\/x-ndjson$/);
  const csv = qualityOf(/^text\/(csv|\*)$/);
  if (ndjson > other && ndjson >= csv) return "ndjson";
  return csv > other ? "csv" : null;
}

function chooseEvents(ranges: readonly AcceptedRange[]): Accepted["events"] {
  const byPreference = ranges.toSorted((one, another) => another.quality - one.quality);
  const events = byPreference.find(({ framing }) => framing !== null);
  const first = byPreference.find(({ framing, isJson }) => framing !== null || isJson);
  return {
    framing: events?.framing ?? null,
    isPreferred: events !== undefined && events === first,
  };
}

type AcceptedRange = ReturnType<typeof readRange>;

function readRanges(accept: string): readonly AcceptedRange[] {
  const ranges = accept.toLowerCase().split(",").map(readRange);
  return ranges.filter(({ quality }) => quality > 0);
}

function readRange(range: string) {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = Number(/^q=([\d.]+)$/.exec(parameters.at(-1) ?? "")?.[1] ?? 1);
  const isJson = /^application\/(graphql-response\+)?json$/.test(type);
  return { type, quality, isJson, framing: chooseFraming(type, parameters) };
}

function chooseFraming(type: string, parameters: readonly string[]): Framing | null {
  if (type === "text/event-stream") return sseFraming;
  const hasVersion = parameters.some((parameter) => /^subscriptionspec="?1\.0"?$/.test(parameter));
  return type === "multipart/mixed" && hasVersion ? multipartFraming : null;
}
