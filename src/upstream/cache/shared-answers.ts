import { setTimeout as delay } from "node:timers/promises";
import type { RestCall } from "../calls/rest-call.ts";
import { decodeBody } from "../http/body.ts";
import { packBody, type SentBody, unpackBody } from "../http/sent-body.ts";
import type { Clock } from "../time/clock.ts";
import type { CachePartition, FoundValue, Lock, SharedName, SharedStore } from "./shared-store.ts";

/** An answer that another gateway was given, decoded. */
export interface SharedAnswer {
  readonly kind: "found";
  readonly value: unknown;
  /** When it was asked for, by this process's clock. */
  readonly sentAt: number;
  /** Length of the body, inflated. */
  readonly bodyBytes: number;
}

/** An answer, the lock of it, or neither. */
export type LookUp = SharedAnswer | Lock | undefined;

/** Bounds of a wait for the answer that another gateway asks for. */
export interface LookUpOptions {
  /** How long it may take in all, in milliseconds. */
  readonly patienceMs: number;
  /** Answers with no more life left than this, in milliseconds, are taken for none. @default 0 */
  readonly leastLeftMs?: number;
  /** Told once when the store has replied that another gateway asks: what is waited from then on, is waited for that one. */
  readonly onAwaited?: () => void;
}

/** How answers are shared. */
export interface SharedAnswersOptions {
  readonly store: SharedStore;
  /** How old an answer may be that is given again, in milliseconds. */
  readonly ttlMs: number;
  readonly maxBodyBytes: number;
  readonly clock: Clock;
}

/** Pauses between looks for another gateway's answer, in milliseconds: the first, and the longest. */
const firstPauseMs = 4;
const longestPauseMs = 32;

/** The registry's answers as several gateways share them: the bytes of their bodies, decoded by whoever takes one. */
export class SharedAnswers {
  readonly #options: SharedAnswersOptions;

  constructor(options: SharedAnswersOptions) {
    this.#options = options;
  }

  /** The longest that a request may wait for all that it looks for, in milliseconds. */
  get waitMs(): number {
    return this.#options.store.waitMs;
  }

  /** An answer, or else its lock. Where another gateway has the lock, its answer is waited for, within bounds. */
  async lookUp(
    call: RestCall<unknown>,
    { patienceMs, leastLeftMs = 0, onAwaited }: LookUpOptions,
  ): Promise<LookUp> {
    const partition = this.#options.store.partitionOf(call);
    const name = nameOf(call);
    const until = performance.now() + patienceMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      // Its age counts from before the look, which takes time.
      const lookedAt = this.#options.clock.now();
      const withinMs = Math.min(until - performance.now(), this.waitMs);
      const finding = await partition.findOrLock(name, { withinMs, leastLeftMs });
      const hasWaited = pauseMs > firstPauseMs;
      if (finding.kind === "locked") return finding;
      if (finding.kind === "found") {
        if (hasWaited) partition.countWait("answer", "given");
        return this.#decode(call, { finding, sentAt: lookedAt - finding.ageMs }, partition);
      }
      if (finding.kind !== "awaited") return undefined;
      if (!hasWaited) onAwaited?.();
      const hasTime = performance.now() + pauseMs < until;
      if (hasTime) await delay(pauseMs, undefined, { ref: false });
      // A pause may take longer than it should.
      if (!hasTime || performance.now() >= until) {
        partition.countWait("answer", "in vain");
        return undefined;
      }
    }
  }

  /**
   * Puts an answer of the registry where the other gateways find it.
   * @param lock where this process has it.
   */
  async share(
    call: RestCall<unknown>,
    { sent, ageMs }: { readonly sent: SentBody; readonly ageMs: number },
    lock: Lock | undefined,
  ): Promise<void> {
    const bytes = packBody(sent);
    if (bytes === undefined) return;
    const value = { bytes, ageMs, lifeMs: this.#options.ttlMs };
    if (lock) await lock.give(value);
    else await this.#options.store.partitionOf(call).put(nameOf(call), value);
  }

  async #decode(
    call: RestCall<unknown>,
    { finding, sentAt }: { readonly finding: FoundValue; readonly sentAt: number },
    partition: CachePartition,
  ): Promise<SharedAnswer | undefined> {
    const { ttlMs, maxBodyBytes, clock } = this.#options;
    // A gateway with a longer time to live may have put it there.
    if (clock.now() >= sentAt + ttlMs) return undefined;
    const body = await unpackBody(finding.bytes, maxBodyBytes);
    const answer = body && decodeBody(call, body);
    if (answer && "value" in answer) {
      return { kind: "found", value: answer.value, sentAt, bodyBytes: body.length };
    }
    partition.countSpoilt();
    return undefined;
  }
}

function nameOf({ name }: RestCall<unknown>): SharedName {
  return { kind: "answer", name };
}
