import type { GraphQLRequest, RequestText, ResponseBody } from "../../connect/graphql-over-http.ts";
import { isObject } from "../../connect/json.ts";
import type { KeyKind } from "../../connect/key.ts";

export interface StreamEvent {
  /** Counted from 1. */
  readonly number: number;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly body: ResponseBody;
}

export interface Stream {
  readonly text: RequestText;
  readonly request: GraphQLRequest;
  readonly keyKind: KeyKind;
  readonly state: "connecting" | "listening" | "stopped" | "complete" | "lost";
  /** The newest first, up to `maxEvents`. */
  readonly events: readonly StreamEvent[];
  readonly count: number;
  /** The id of the last event, to resume after; null if there is none. */
  readonly lastId: string | null;
  readonly paused: Pick<Stream, "events" | "count"> | null;
  /** The errors that ended the stream; null if there are none. */
  readonly failure: ResponseBody | null;
}

export const maxEvents = 500;

export function beginStream(facts: Pick<Stream, "text" | "request" | "keyKind">): Stream {
  const nothing = { events: [], count: 0, lastId: null, paused: null, failure: null };
  return { ...facts, ...nothing, state: "connecting" };
}

/** The stream with one more event. An event without data is the failure that ends the stream. */
export function addEvent(
  stream: Stream,
  { body, id, at }: Pick<StreamEvent, "at" | "body"> & { readonly id: string | null },
): Stream {
  const lastId = id ?? stream.lastId;
  if (body.data === undefined || body.data === null) return { ...stream, lastId, failure: body };
  const number = stream.count + 1;
  const events = [{ number, at, body }, ...stream.events.slice(0, maxEvents - 1)];
  return { ...stream, lastId, events, count: number };
}

export function togglePause(stream: Stream): Stream {
  const { events, count } = stream;
  return { ...stream, paused: stream.paused ? null : { events, count } };
}

export function isLive({ state }: Stream): boolean {
  return state === "connecting" || state === "listening";
}

export function summarizeEvent({ data }: ResponseBody) {
  const roots = isObject(data) ? Object.values(data) : [];
  const { kind, id } = roots.length === 1 && isObject(roots[0]) ? roots[0] : {};
  const values = listValues(data);
  if (values.length === 0 && typeof id === "string") values.push(`id: ${id}`);
  return { kind: typeof kind === "string" ? kind : "", text: values.join(" · ") };
}

const hidden = new Set(["kind", "cursor", "id", "__typename"]);

/** The values of an object. Those of nested objects come first, because they hold the names. */
function listValues(value: unknown): string[] {
  if (!isObject(value)) return [];
  const shown = Object.entries(value).filter(
    ([name, inner]) => inner !== null && !hidden.has(name),
  );
  const within = shown.flatMap(([, inner]) => listValues(inner));
  const own = shown.filter(([, inner]) => !isObject(inner));
  return [
    ...within,
    ...own.map(([name, inner]) =>
      name === "name" ? formatValue(inner) : `${name}: ${formatValue(inner)}`,
    ),
  ];
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return value;
  const isPlain = Array.isArray(value) && value.every((entry) => typeof entry === "string");
  return isPlain ? value.join(", ") : JSON.stringify(value);
}
