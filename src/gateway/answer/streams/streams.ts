import type { OperationPlan, Variables } from "../../../execution/plan.ts";
import type { Settings } from "../../../settings.ts";
import { bytesOfString, bytesOfValue, referenceBytes } from "../../base/collections/memory-size.ts";
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
  readonly plan: Pick<OperationPlan, "source" | "bytes">;
  readonly variables: Variables;
  /** Names the responses that it shares with others. It has the variables as text. */
  readonly cacheKey: string;
  readonly events: Omit<Events, "onClose">;
}

/** How long a stream may be silent before a heartbeat, and how often streams are checked for that, in milliseconds. */
const silentMs = 12_000;
const beatMs = 1_000;

/**
 * Maximum bytes of what all open streams keep because of what their callers sent. One key may have half of them, and of these one token half.
 * A stream keeps its request, its variables, and the plan of its operation with the document. Streams with the same plan share it. What any
 * stream takes beside that, its connection among it, is bounded by their number.
 */
const maxBytes = 64 * 1024 * 1024;

/** What a header takes beside its name and value: its places in the list of all headers and in the table of them by name, where the name is in lower case. */
const headerEntryBytes = 8 * referenceBytes;

/** The open streams of events. Their number is bounded, and so is what they keep. */
export class Streams {
  readonly #options: StreamsOptions;
  /** With who listens, if that is known by a token. */
  readonly #open = new Map<EventStream, Bearer | undefined>();
  readonly #load = new Load();
  readonly #loadsOfKeys = new Loads<string | undefined>();
  readonly #loadsOfTokens = new Loads<string>();
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
  open(
    request: GraphqlRequest,
    { keyDigest, protocol, plan, variables, cacheKey, events }: StreamRequest,
  ): HttpResponse {
    const { clock } = this.#options;
    const bytes = bytesOfRequest(request) + bytesOfString(cacheKey) + bytesOfValue(variables);
    const holding = { bytes, plan };
    const owner = { keyDigest, token: toToken(keyDigest, request.bearer) };
    if (this.#isFullFor(owner, holding) || this.#isClosed) {
      throw refusal(503, "OVERLOADED", tooMany, retrySoon);
    }
    this.#add(owner, holding);
    const framing = framings[protocol];
    const onClose = () => this.#remove(stream, owner, holding);
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

  #isFullFor({ keyDigest, token }: Owner, holding: Holding): boolean {
    const max = { count: this.#options.settings.MAX_SUBSCRIPTIONS, bytes: maxBytes };
    const maxOfKey = half(max);
    return (
      this.#load.isFull(holding, max) ||
      this.#loadsOfKeys.of(keyDigest).isFull(holding, maxOfKey) ||
      (token !== undefined && this.#loadsOfTokens.of(token).isFull(holding, half(maxOfKey)))
    );
  }

  #add({ keyDigest, token }: Owner, holding: Holding): void {
    this.#load.add(holding);
    this.#loadsOfKeys.add(keyDigest, holding);
    if (token !== undefined) this.#loadsOfTokens.add(token, holding);
  }

  #remove(stream: EventStream, { keyDigest, token }: Owner, holding: Holding): void {
    this.#open.delete(stream);
    this.#load.remove(holding);
    this.#loadsOfKeys.remove(keyDigest, holding);
    if (token !== undefined) this.#loadsOfTokens.remove(token, holding);
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

/** What a stream keeps in memory: this much for its request, and its plan. */
interface Holding {
  readonly bytes: number;
  readonly plan: StreamRequest["plan"];
}

function bytesOfRequest(request: GraphqlRequest): number {
  const { body, path, rawHeaders, sentHeaders = rawHeaders } = request;
  let bytes = bytesOfString(body) + bytesOfString(path);
  for (let index = 0; index < sentHeaders.length; index += 2) {
    const [name = "", value = ""] = sentHeaders.slice(index, index + 2);
    bytes += 2 * bytesOfString(name) + bytesOfString(value) + headerEntryBytes;
  }
  return bytes;
}

interface MaxLoad {
  readonly count: number;
  readonly bytes: number;
}

function half({ count, bytes }: MaxLoad): MaxLoad {
  return { count: Math.ceil(count / 2), bytes: bytes / 2 };
}

/** How many streams an owner has, and how much they keep. */
class Load {
  count = 0;
  #bytes = 0;
  /** How many of them have each plan. */
  readonly #plans = new Map<Holding["plan"], number>();

  isFull(holding: Holding, max: MaxLoad): boolean {
    return this.count >= max.count || this.#bytes + this.#bytesOf(holding) > max.bytes;
  }

  add(holding: Holding): void {
    this.count += 1;
    this.#bytes += this.#bytesOf(holding);
    this.#plans.set(holding.plan, this.#streamsWith(holding) + 1);
  }

  remove(holding: Holding): void {
    const others = this.#streamsWith(holding) - 1;
    if (others > 0) this.#plans.set(holding.plan, others);
    else this.#plans.delete(holding.plan);
    this.count -= 1;
    this.#bytes -= this.#bytesOf(holding);
  }

  /** What a stream adds to those that are counted. */
  #bytesOf(holding: Holding): number {
    const { bytes, plan } = holding;
    return this.#streamsWith(holding) > 0
      ? bytes
      : bytes + plan.bytes + bytesOfString(plan.source.body);
  }

  #streamsWith({ plan }: Holding): number {
    return this.#plans.get(plan) ?? 0;
  }
}

/** The loads of all owners that have streams. */
class Loads<Name> {
  readonly #loads = new Map<Name, Load>();

  of(name: Name): Load {
    return this.#loads.get(name) ?? new Load();
  }

  add(name: Name, holding: Holding): void {
    const load = this.of(name);
    load.add(holding);
    this.#loads.set(name, load);
  }

  remove(name: Name, holding: Holding): void {
    const load = this.of(name);
    load.remove(holding);
    if (load.count === 0) this.#loads.delete(name);
  }
}

const tooMany = "The gateway cannot serve more subscriptions now; try again later.";
