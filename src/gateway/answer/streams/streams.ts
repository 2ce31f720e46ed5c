import type { Settings } from "../../../settings.ts";
import { bytesOfString } from "../../base/collections/memory-size.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { StreamProtocol } from "../format/accept.ts";
import { framings } from "../format/framing.ts";
import { type HttpResponse, retrySoon } from "../http-response.ts";
import type { Bearer } from "../key/bearer.ts";
import { missingKey } from "../key/key.ts";
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
 * Maximum bytes of the requests of all open streams. One key may have half of them, and of these one token half. A stream keeps its document and its variables,
 * also parsed, so both count several times.
 */
const maxRequestBytes = 64 * 1024 * 1024;
const copies = 4;

/** The open streams of events. Their number is bounded, and so is what they keep of their requests. */
export class Streams {
  readonly #options: StreamsOptions;
  /** With who listens, if that is known by a token. */
  readonly #open = new Map<EventStream, Bearer | undefined>();
  readonly #loads = new Loads<string | undefined>();
  readonly #loadsOfTokens = new Loads<string>();
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
    const owner = { keyDigest, token: toToken(keyDigest, request.bearer) };
    if (this.#isFullFor(owner, bytes) || this.#isClosed) {
      throw refusal(503, "OVERLOADED", tooMany, retrySoon);
    }
    this.#count(owner, { count: 1, bytes });
    const framing = framings[protocol];
    const onClose = () => this.#remove(stream, owner, bytes);
    const stream = new EventStream({ ...events, onClose }, framing, () => clock.now());
    this.#open.set(stream, request.bearer);
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
    for (const stream of [...this.#open.keys()]) stream.close();
  }

  #isFullFor({ keyDigest, token }: Owner, bytes: number): boolean {
    const maxStreams = this.#options.settings.MAX_SUBSCRIPTIONS;
    const max = { count: maxStreams, bytes: maxRequestBytes };
    const maxOfKey = half(max);
    return (
      this.#open.size >= maxStreams ||
      this.#requestBytes + bytes > maxRequestBytes ||
      this.#loads.isFull(keyDigest, bytes, maxOfKey) ||
      (token !== undefined && this.#loadsOfTokens.isFull(token, bytes, half(maxOfKey)))
    );
  }

  #count({ keyDigest, token }: Owner, load: Load): void {
    this.#loads.add(keyDigest, load);
    if (token !== undefined) this.#loadsOfTokens.add(token, load);
    this.#requestBytes += load.bytes;
  }

  #remove(stream: EventStream, owner: Owner, bytes: number): void {
    this.#open.delete(stream);
    this.#count(owner, { count: -1, bytes: -bytes });
    if (this.#open.size > 0) return;
    this.#stopBeating?.();
    this.#stopBeating = undefined;
  }

  #beat(): void {
    for (const [stream, bearer] of [...this.#open]) {
      const standing = bearer?.standing() ?? "holds";
      if (standing === "holds") stream.beat(silentMs);
      else stream.close(standing === "gone" ? missingKey() : undefined);
    }
  }
}

/** Whose stream it is: the key's, and within that the token's, if it came with one. */
interface Owner {
  readonly keyDigest: string | undefined;
  readonly token: string | undefined;
}

function toToken(keyDigest: string | undefined, bearer: Bearer | undefined): string | undefined {
  return bearer && `${keyDigest} ${bearer.token}`;
}

interface Load {
  readonly count: number;
  readonly bytes: number;
}

function half({ count, bytes }: Load): Load {
  return { count: Math.ceil(count / 2), bytes: bytes / 2 };
}

/** How many streams each owner has, and how much they keep of their requests. */
class Loads<Name> {
  readonly #loads = new Map<Name, Load>();

  isFull(name: Name, bytes: number, max: Load): boolean {
    const load = this.#loads.get(name) ?? noLoad;
    return load.count >= max.count || load.bytes + bytes > max.bytes;
  }

  add(name: Name, { count, bytes }: Load): void {
    const before = this.#loads.get(name) ?? noLoad;
    const load = { count: before.count + count, bytes: before.bytes + bytes };
    if (load.count > 0) this.#loads.set(name, load);
    else this.#loads.delete(name);
  }
}

const noLoad: Load = { count: 0, bytes: 0 };

const tooMany = "The gateway cannot serve more subscriptions now; try again later.";
