import type { Clock } from "../../upstream/time/clock.ts";
import { RefusedError, type RoadAnswer, type RoadRequest } from "../road/message.ts";
import { EventStream, type Events } from "./event-stream.ts";
import { framings } from "./framing.ts";
import type { Transport } from "./transport.ts";

/** How many streams are served. */
export interface StreamsOptions {
  /** At once; half of them, rounded up, with one key. */
  readonly maxStreams: number;
  readonly clock: Clock;
}

/** What is asked for with a stream. */
export interface StreamRequest {
  /** The digest of the caller's key; undefined: they have none, and will soon be told so. */
  readonly lane: string | undefined;
  readonly transport: Transport;
  readonly events: Omit<Events, "leave">;
}

/** How long a stream is silent at most, and how often it is looked whether one is, in milliseconds. */
const silentMs = 12_000;
const beatMs = 1_000;

/** The streams of events that are being served, within their bounds. */
export class Streams {
  readonly #options: StreamsOptions;
  readonly #open = new Set<EventStream>();
  readonly #lanes = new Map<string | undefined, number>();
  #stopBeating: (() => void) | undefined;
  #isOver = false;

  constructor(options: StreamsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Answers a request with a stream, at once: what is told begins with it.
   * @throws RefusedError 503 where there are too many.
   */
  open(request: RoadRequest, { lane, transport, events }: StreamRequest): RoadAnswer {
    const ofKey = this.#lanes.get(lane) ?? 0;
    const { maxStreams, clock } = this.#options;
    const isTooMuch = this.#open.size >= maxStreams || ofKey >= Math.ceil(maxStreams / 2);
    if (isTooMuch || this.#isOver)
      throw new RefusedError(503, "OVERLOADED", tooMany, { "retry-after": "1" });
    this.#lanes.set(lane, ofKey + 1);
    const framing = framings[transport];
    const leave = () => this.#leave(stream, lane);
    const stream = new EventStream({ ...events, leave }, framing, () => clock.now());
    this.#open.add(stream);
    request.report.events = 0;
    request.onLeave(() => void stream.return());
    this.#stopBeating ??= clock.every(beatMs, () => this.#beat());
    return {
      status: 200,
      headers: {
        "content-type": framing.mediaType,
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      },
      body: stream,
    };
  }

  /** Has all streams be complete, and lets none begin. */
  end(): void {
    this.#isOver = true;
    for (const stream of [...this.#open]) stream.end();
  }

  #leave(stream: EventStream, lane: string | undefined): void {
    this.#open.delete(stream);
    const left = (this.#lanes.get(lane) ?? 0) - 1;
    if (left > 0) this.#lanes.set(lane, left);
    else this.#lanes.delete(lane);
    if (this.#open.size > 0) return;
    this.#stopBeating?.();
    this.#stopBeating = undefined;
  }

  #beat(): void {
    for (const stream of this.#open) stream.beat(silentMs);
  }
}

const tooMany = "The gateway serves as many subscriptions as it may; try again later.";
