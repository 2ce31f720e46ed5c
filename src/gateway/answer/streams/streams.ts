import type { OperationPlan, Variables } from "../../../execution/plan.ts";
import type { Settings } from "../../../settings.ts";
import { bytesOfString, bytesOfValue, referenceBytes } from "../../base/collections/memory-size.ts";
import type { Ledger, LedgerEntry } from "../../base/ledger.ts";
import type { Clock } from "../../base/time/clock.ts";
import { type KeyWords, keyError } from "../../keys/key.ts";
import type { Bearer } from "../../keys/token.ts";
import { refusal, retrySoon } from "../refusals.ts";
import type { Framing, GraphqlRequest } from "../request.ts";
import { EventStream, type Events } from "./event-stream.ts";

export interface StreamsOptions {
  readonly settings: KeyWords & Pick<Settings, "MAX_SUBSCRIPTIONS">;
  readonly clock: Clock;
  readonly ledger: Ledger;
}

interface StreamRequest {
  readonly framing: Framing;
  readonly plan: Pick<OperationPlan, "source" | "bytes">;
  readonly variables: Variables;
  readonly cacheKey: string;
  readonly events: Omit<Events, "onClose">;
}

const silentMs = 12_000;
const beatMs = 1_000;

/**
 * What a header takes beside its name and value: its places in the list of all headers and in the
 * table of them by name, where the name is in lower case.
 */
const headerEntryBytes = 8 * referenceBytes;

/** The open streams of events. One key may have half of them, and of these one token half. */
export class Streams {
  readonly #options: StreamsOptions;
  readonly #open = new Map<
    EventStream,
    { readonly owners: readonly string[]; readonly bearer: Bearer | undefined }
  >();
  #stopBeating: (() => void) | undefined;
  #isClosed = false;

  constructor(options: StreamsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Answers a request with a stream, immediately. Listening starts when the stream is read. What
   * the stream keeps of its request counts.
   * @throws RefusedError 503 `OVERLOADED` if there are too many streams, or if they are being
   * closed.
   */
  open(request: GraphqlRequest, subscription: StreamRequest): EventStream {
    const { clock, ledger } = this.#options;
    const { framing, events } = subscription;
    const keyDigest = request.identity?.keyDigest ?? null;
    const owners = ownersOf(keyDigest, request.bearer);
    if (this.#isClosed || this.#isFullFor(owners)) throw tooMany();
    let stream: EventStream | undefined;
    let isGivenUp = false;
    const giveUp = () => {
      isGivenUp = true;
      stream?.close(tooMany());
    };
    const memory = ledger.enter({ keyDigest, kind: "changes", giveUp });
    memory.set(bytesOfRequest(request) + bytesOf(subscription));
    if (isGivenUp) throw tooMany();
    const onClose = () => this.#remove(opened, memory);
    const opened = new EventStream({ ...events, onClose }, framing, () => clock.now());
    stream = opened;
    this.#open.set(opened, { owners, bearer: request.bearer });
    request.eventCount = 0;
    request.onClose(opened);
    this.#stopBeating ??= clock.every(beatMs, () => this.#beat());
    return opened;
  }

  close(): void {
    this.#isClosed = true;
    for (const stream of [...this.#open.keys()]) stream.close();
  }

  #isFullFor(owners: readonly string[]): boolean {
    const { MAX_SUBSCRIPTIONS: max } = this.#options.settings;
    if (this.#open.size >= max) return true;
    const open = [...this.#open.values()];
    return owners.some((owner, index) => {
      const count = open.filter((stream) => stream.owners.includes(owner)).length;
      return count >= Math.ceil(max / 2 ** (index + 1));
    });
  }

  #remove(stream: EventStream, memory: LedgerEntry): void {
    memory.close();
    this.#open.delete(stream);
    if (this.#open.size > 0) return;
    this.#stopBeating?.();
    this.#stopBeating = undefined;
  }

  #beat(): void {
    const { settings } = this.#options;
    for (const [stream, { bearer }] of [...this.#open]) {
      const standing = bearer?.standing() ?? "holds";
      if (standing === "holds") stream.beat(silentMs);
      else stream.close(standing === "gone" ? keyError(settings) : undefined);
    }
  }
}

function ownersOf(keyDigest: string | null, bearer: Bearer | undefined): readonly string[] {
  const key = keyDigest ?? "";
  return bearer === undefined ? [key] : [key, `${key} ${bearer.token}`];
}

function bytesOf({ plan, variables, cacheKey }: StreamRequest): number {
  const ofPlan = plan.bytes + bytesOfString(plan.source.body);
  return ofPlan + bytesOfString(cacheKey) + bytesOfValue(variables);
}

function bytesOfRequest(request: GraphqlRequest): number {
  const { body, path, rawHeaders } = request;
  let bytes = bytesOfString(body) + bytesOfString(path);
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = "", value = ""] = rawHeaders.slice(index, index + 2);
    bytes += 2 * bytesOfString(name) + bytesOfString(value) + headerEntryBytes;
  }
  return bytes;
}

function tooMany() {
  const message = "The gateway cannot serve more subscriptions now; try again later.";
  return refusal(503, "OVERLOADED", message, retrySoon);
}
