/** How events are sent in a response: as Server-Sent Events, or as the parts of a multipart document. */
export type StreamProtocol = "sse" | "multipart";

/** The media type of Server-Sent Events. */
export const eventStream = "text/event-stream; charset=utf-8" as const;

/** The media type of subscriptions by Apollo's multipart protocol. */
export const multipart = 'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0';

/** Which events a caller accepts. */
export interface AcceptedEvents {
  /** The preferred protocol; null if the caller names none. A caller that accepts anything does not expect an endless response. */
  readonly protocol: StreamProtocol | null;
  /** Whether the caller prefers it to JSON. */
  readonly isPreferred: boolean;
}

/** Maximum number of `Accept` headers to remember. Clients send the same few. */
const maxRemembered = 100;

const remembered = new Map<string, AcceptedEvents>();

/** Reads from the `Accept` header which events a caller accepts. */
export function readAcceptedEvents(accept = ""): AcceptedEvents {
  const known = remembered.get(accept);
  if (known !== undefined) return known;
  const taken = choose(accept);
  if (remembered.size < maxRemembered) remembered.set(accept, taken);
  return taken;
}

/** If several media ranges are equally preferred, the first one counts. */
function choose(accept: string): AcceptedEvents {
  const ranges = accept.toLowerCase().split(",").map(readRange);
  const liked = ranges.filter(({ quality }) => quality > 0);
  const sorted = liked.sort((one, other) => other.quality - one.quality);
  const best = sorted.find(({ protocol }) => protocol !== null);
  const first = sorted.find(({ protocol, isJson }) => protocol !== null || isJson);
  return { protocol: best?.protocol ?? null, isPreferred: best !== undefined && best === first };
}

function readRange(range: string) {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = Number(/^q=([\d.]+)$/.exec(parameters.at(-1) ?? "")?.[1] ?? 1);
  const isJson = /^application\/(graphql-response\+)?json$/.test(type);
  return { quality, isJson, protocol: readProtocol(type, parameters) };
}

function readProtocol(type: string, parameters: readonly string[]): StreamProtocol | null {
  if (type === "text/event-stream") return "sse";
  const isSpec = parameters.some((parameter) => /^subscriptionspec="?1\.0"?$/.test(parameter));
  return type === "multipart/mixed" && isSpec ? "multipart" : null;
}
