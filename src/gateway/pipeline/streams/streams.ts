import type { Clock } from "../../../upstream/time/clock.ts";
import { type HttpResponse, retrySoon } from "../../exchange/http-response.ts";
import { framings } from "../format/framing.ts";
import type { StreamProtocol } from "../format/stream-protocol.ts";
import { refusal } from "../refusals.ts";
import type { PipelineRequest } from "../request/pipeline-request.ts";
import { EventStream, type Events } from "./event-stream.ts";

/** The setting that bounds streams. */
export interface StreamsSettings {
  /** Maximum number of open streams. One key may have half of them, rounded up. */
  readonly MAX_SUBSCRIPTIONS: number;
}

/** What the streams are made from. */
export interface StreamsOptions {
  readonly settings: StreamsSettings;
  readonly clock: Clock;
}

/** A stream to open. */
export interface StreamRequest {
  /** The digest of the caller's key; undefined without a key. The stream then fails when it is read. */
  readonly keyDigest: string | undefined;
  readonly protocol: StreamProtocol;
  readonly events: Omit<Events, "leave">;
}

/** How long a stream may be silent before a heartbeat, and how often streams are checked for that, in milliseconds. */
const silentMs = 12_000;
const beatMs = 1_000;

/** The open streams of events, whose number is bounded. */
export class Streams {
  readonly #options: StreamsOptions;
  readonly #open = new Set<EventStream>();
  /** How many streams each key has, by the key's digest. */
  readonly #streamsByKey = new Map<string | undefined, number>();
  #stopBeating: (() => void) | undefined;
  #isOver = false;

  constructor(options: StreamsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Answers a request with a stream, immediately. Listening starts when the stream is read.
   * @throws RefusedError 503 `OVERLOADED` if there are too many streams, or if they are being ended.
   */
  open(request: PipelineRequest, { keyDigest, protocol, events }: StreamRequest): HttpResponse {
    const streamsOfKey = this.#streamsByKey.get(keyDigest) ?? 0;
    const { settings, clock } = this.#options;
    const maxStreams = settings.MAX_SUBSCRIPTIONS;
    const isFull = this.#open.size >= maxStreams || streamsOfKey >= Math.ceil(maxStreams / 2);
    if (isFull || this.#isOver) {
      throw refusal(503, "OVERLOADED", tooMany, retrySoon);
    }
    this.#streamsByKey.set(keyDigest, streamsOfKey + 1);
    const framing = framings[protocol];
    const leave = () => this.#leave(stream, keyDigest);
    const stream = new EventStream({ ...events, leave }, framing, () => clock.now());
    this.#open.add(stream);
    request.report.eventCount = 0;
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

  /** Ends all streams, and opens no more. */
  end(): void {
    this.#isOver = true;
    for (const stream of [...this.#open]) stream.end();
  }

  #leave(stream: EventStream, keyDigest: string | undefined): void {
    this.#open.delete(stream);
    const remaining = (this.#streamsByKey.get(keyDigest) ?? 0) - 1;
    if (remaining > 0) this.#streamsByKey.set(keyDigest, remaining);
    else this.#streamsByKey.delete(keyDigest);
    if (this.#open.size > 0) return;
    this.#stopBeating?.();
    this.#stopBeating = undefined;
  }

  #beat(): void {
    for (const stream of this.#open) stream.beat(silentMs);
  }
}

const tooMany = "The gateway cannot serve more subscriptions now; try again later.";
