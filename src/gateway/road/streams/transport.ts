/** How events are sent in a response: as Server-Sent Events, or as the parts of a multipart document. */
export type Transport = "sse" | "multipart";

/** The media type of Server-Sent Events. */
export const eventStream = "text/event-stream; charset=utf-8" as const;

/** The media type of subscriptions by Apollo's multipart protocol. */
export const multipart = 'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0';

/** Which events a caller accepts. */
export interface TakenEvents {
  /** The preferred transport; null if the caller names none. One that accepts anything does not expect an endless response. */
  readonly transport: Transport | null;
  /** Whether the caller prefers it to JSON. */
  readonly isPreferred: boolean;
}

/** The most `Accept` headers to remember. Clients send the same ones again and again. */
const mostRemembered = 100;

const remembered = new Map<string, TakenEvents>();

/** Reads from the `Accept` header which events a caller accepts. */
export function readTakenEvents(accept = ""): TakenEvents {
  const known = remembered.get(accept);
  if (known !== undefined) return known;
  const taken = choose(accept);
  if (remembered.size < mostRemembered) remembered.set(accept, taken);
  return taken;
}

/** If several media ranges are equally preferred, the first one counts. */
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
