import type { GraphQLRequest, ResponseBody } from "../../connect/graphql-over-http.ts";
import { isObject } from "../../connect/json.ts";
import type { KeyKind } from "../../connect/key-kind.ts";

export interface StreamEvent {
  /** Counted from 1. */
  readonly number: number;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly body: ResponseBody;
}

interface ReceivedEvent extends Pick<StreamEvent, "at" | "body"> {
  readonly id: string | null;
}

/** The subscription that runs in a tab, or ran there last. */
export interface Stream {
  readonly request: GraphQLRequest;
  readonly keyKind: KeyKind;
  readonly state: "connecting" | "listening" | "stopped" | "complete" | "lost";
  /** The newest first, up to `maxEvents`. */
  readonly events: readonly StreamEvent[];
  readonly count: number;
  /** The id of the last event, to resume after; null if there is none. */
  readonly lastId: string | null;
  /** What is shown while it is paused; null if it is not paused. */
  readonly paused: Pick<Stream, "events" | "count"> | null;
  /** The errors that ended the stream; null if there are none. */
  readonly failure: ResponseBody | null;
}

/** The maximum number of events kept. A stream can be endless. */
export const maxEvents = 500;

export function beginStream(facts: Pick<Stream, "request" | "keyKind">): Stream {
  const nothing = { events: [], count: 0, lastId: null, paused: null, failure: null };
  return { ...facts, ...nothing, state: "connecting" };
}

/** The stream with one more event. An event without data is the failure that ends the stream. */
export function addEvent(stream: Stream, { body, id, at }: ReceivedEvent): Stream {
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

/** An event in one line: its kind, if it has one, and its other values, names first. The id stands in if there are no others. */
export function summarizeEvent({ data }: ResponseBody): {
  readonly kind: string;
  readonly text: string;
} {
  const roots = isObject(data) ? Object.values(data) : [];
  const root = roots.length === 1 && isObject(roots[0]) ? roots[0] : {};
  const values = listValues(data);
  if (values.length === 0 && typeof root["id"] === "string") values.push(`id: ${root["id"]}`);
  const kind = typeof root["kind"] === "string" ? root["kind"] : "";
  return { kind, text: values.join(" · ") };
}

/** Fields that mean nothing to people, or that are already shown. */
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
