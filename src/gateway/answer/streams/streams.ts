import type { Settings } from "../../../settings.ts";
import { bytesOfString } from "../../base/collections/memory-size.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { StreamProtocol } from "../format/accept.ts";
import { framings } from "../format/framing.ts";
import { type HttpResponse, retrySoon } from "../http-response.ts";
import { refusal } from "../refusals.ts";
import type { GraphqlRequest } from "../request/graphql-request.ts";
import { EventStream, type Events } from "./event-stream.ts";

export interface StreamsOptions {
  readonly settings: Pick<Settings, "MAX_SUBSCRIPTIONS">;
  readonly clock: Clock;
}

interface StreamRequest {
  /** The digest of the caller's key; undefined without a key. The stream then fails when it is read. */
  readonly keyDigest: string | undefined;
  readonly protocol: StreamProtocol;
  readonly events: Omit<Events, "onClose">;
}

/** How long a stream may be silent before a heartbeat, and how often streams are checked for that, in milliseconds. */
const silentMs = 12_000;
const beatMs = 1_000;

/**
 * Maximum bytes of the requests of all open streams. One key may have half of them. A stream keeps its document and its variables,
 * also parsed, so both count several times.
 */
const maxRequestBytes = 64 * 1024 * 1024;
const copies = 4;

interface Load {
  readonly count: number;
  readonly bytes: number;
}

/** The open streams of events. Their number is bounded, and so is what they keep of their requests. */
export class Streams {
  readonly #options: StreamsOptions;
  readonly #open = new Set<EventStream>();
  readonly #loads = new Map<string | undefined, Load>();
  #requestBytes = 0;
  #stopBeating: (() => void) | undefined;
  #isClosed = false;

  constructor(options: StreamsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Answers a request with a stream, immediately. Listening starts when the stream is read.
   * @throws RefusedError 503 `OVERLOADED` if there are too many streams, or if they are being closed.
   */
  open(request: GraphqlRequest, { keyDigest, protocol, events }: StreamRequest): HttpResponse {
    const { clock } = this.#options;
    const bytes = copies * (bytesOfString(request.body) + bytesOfString(request.path));
    if (this.#isFullFor(keyDigest, bytes) || this.#isClosed) {
      throw refusal(503, "OVERLOADED", tooMany, retrySoon);
    }
    this.#count(keyDigest, { count: 1, bytes });
    const framing = framings[protocol];
    const onClose = () => this.#remove(stream, keyDigest, bytes);
    const stream = new EventStream({ ...events, onClose }, framing, () => clock.now());
    this.#open.add(stream);
    request.logEntry.eventCount = 0;
    request.onClose(() => void stream.return());
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

  /** Closes all streams, and opens no more. */
  close(): void {
    this.#isClosed = true;
    for (const stream of [...this.#open]) stream.close();
  }

  #isFullFor(keyDigest: string | undefined, bytes: number): boolean {
    const maxStreams = this.#options.settings.MAX_SUBSCRIPTIONS;
    const ofKey = this.#loads.get(keyDigest) ?? noLoad;
    return (
      this.#open.size >= maxStreams ||
      ofKey.count >= Math.ceil(maxStreams / 2) ||
      this.#requestBytes + bytes > maxRequestBytes ||
      ofKey.bytes + bytes > maxRequestBytes / 2
    );
  }

  #count(keyDigest: string | undefined, { count, bytes }: Load): void {
    const ofKey = this.#loads.get(keyDigest) ?? noLoad;
    const load = { count: ofKey.count + count, bytes: ofKey.bytes + bytes };
    if (load.count > 0) this.#loads.set(keyDigest, load);
    else this.#loads.delete(keyDigest);
    this.#requestBytes += bytes;
  }

  #remove(stream: EventStream, keyDigest: string | undefined, bytes: number): void {
    this.#open.delete(stream);
    this.#count(keyDigest, { count: -1, bytes: -bytes });
    if (this.#open.size > 0) return;
    this.#stopBeating?.();
    this.#stopBeating = undefined;
  }

  #beat(): void {
    for (const stream of this.#open) stream.beat(silentMs);
  }
}

const noLoad: Load = { count: 0, bytes: 0 };

const tooMany = "The gateway cannot serve more subscriptions now; try again later.";
