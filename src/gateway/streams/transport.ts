/** How events are told apart on a response that does not end: as Server-Sent Events, or as parts of a document. */
export type Transport = "sse" | "multipart";

/** The media type of Server-Sent Events. */
export const eventStream = "text/event-stream; charset=utf-8" as const;

/** The media type of the parts of a subscription, by Apollo's protocol. */
export const multipart = 'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0';

/** What a caller takes of events. */
export interface TakenEvents {
  /** The transport that they like best; null: they name neither. Who takes anything does not expect a response without end. */
  readonly transport: Transport | null;
  /** Whether they like it better than JSON. */
  readonly isPreferred: boolean;
}

/** Headers whose choice is remembered: clients send the same ones over and over. */
const mostRemembered = 100;

const remembered = new Map<string, TakenEvents>();

/** What a caller takes of events, by their `Accept`. */
export function readTakenEvents(accept = ""): TakenEvents {
  const known = remembered.get(accept);
  if (known !== undefined) return known;
  const taken = choose(accept);
  if (remembered.size < mostRemembered) remembered.set(accept, taken);
  return taken;
}

/** Of ranges that are liked as well, the first goes before the others. */
function choose(accept: string): TakenEvents {
  const ranges = accept.toLowerCase().split(",").map(readRange);
  const liked = ranges.filter(({ quality }) => quality > 0);
  const sorted = liked.sort((one, other) => other.quality - one.quality);
  const best = sorted.find(({ transport }) => transport !== null);
  const first = sorted.find(({ transport, isJson }) => transport !== null || isJson);
  return { transport: best?.transport ?? null, isPreferred: best !== undefined && best === first };
}

function readRange(range: string) {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = Number(/^q=([\d.]+)$/.exec(parameters.at(-1) ?? "")?.[1] ?? 1);
  const isJson = /^application\/(graphql-response\+)?json$/.test(type);
  return { quality, isJson, transport: readTransport(type, parameters) };
}

function readTransport(type: string, parameters: readonly string[]): Transport | null {
  if (type === "text/event-stream") return "sse";
  const isSpec = parameters.some((parameter) => /^subscriptionspec="?1\.0"?$/.test(parameter));
  return type === "multipart/mixed" && isSpec ? "multipart" : null;
}
