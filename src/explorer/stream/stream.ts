import type { AnswerBody, GraphqlRequest } from "../connect/answer.ts";

/** An event of a subscription, as it came. */
export interface StreamEvent {
  /** Counted from 1. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly body: AnswerBody;
}

/** A subscription that runs in a tab, or ran there last. */
export interface Stream {
  readonly request: GraphqlRequest;
  readonly hadKey: boolean;
  readonly hadSampleKey: boolean;
  readonly state: "asking" | "listening" | "stopped" | "complete" | "lost";
  /** The newest first; the oldest are let go. */
  readonly events: readonly StreamEvent[];
  readonly count: number;
  /** Where it could go on: the last event's id; null: it has none. */
  readonly lastId: string | null;
  /** What is shown while it is paused; null: all, as it comes. */
  readonly paused: Pick<Stream, "events" | "count"> | null;
  /** An event without data, which tells why there are no more; null: none came. */
  readonly failure: AnswerBody | null;
}

/** More events than these are not kept: a stream has no end. */
export const mostEvents = 500;

/** A stream that is asked for. */
export function beginStream(facts: Pick<Stream, "request" | "hadKey" | "hadSampleKey">): Stream {
  const nothing = { events: [], count: 0, lastId: null, paused: null, failure: null };
  return { ...facts, ...nothing, state: "asking" };
}

/** The stream with another event. */
export function addEvent(
  stream: Stream,
  { body, id, at }: { readonly body: AnswerBody; readonly id: string | null; readonly at: number },
): Stream {
  const lastId = id ?? stream.lastId;
  if (body.data === undefined || body.data === null) return { ...stream, lastId, failure: body };
  const number = stream.count + 1;
  const events = [{ number, at, body }, ...stream.events.slice(0, mostEvents - 1)];
  return { ...stream, lastId, events, count: number };
}

/** The stream with what is shown held still, or moving again. */
export function togglePause(stream: Stream): Stream {
  const { events, count } = stream;
  return { ...stream, paused: stream.paused ? null : { events, count } };
}

/** Whether more events may come. */
export function isLive({ state }: Stream): boolean {
  return state === "asking" || state === "listening";
}

/** What an event tells, on one line: its kind, if it has one, and its other values by name. */
export function summarise({ data }: AnswerBody): { readonly kind: string; readonly text: string } {
  const roots = isObject(data) ? Object.values(data) : [];
  const [root] = roots;
  const kind = roots.length === 1 && isObject(root) ? root["kind"] : undefined;
  const text = listValues(data).join(" · ");
  return { kind: typeof kind === "string" ? kind : "", text };
}

/** What says nothing to people, or stands beside already. */
const unsaid = new Set(["kind", "cursor", "id", "__typename"]);

function listValues(value: unknown): readonly string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (inner === null || unsaid.has(name)) return [];
    if (isObject(inner)) return listValues(inner);
    return [`${name}: ${formatValue(inner)}`];
  });
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return value;
  const isPlain = Array.isArray(value) && value.every((entry) => typeof entry === "string");
  return isPlain ? value.join(", ") : JSON.stringify(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
