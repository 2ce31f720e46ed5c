import { LRUCache } from "lru-cache";
import type { Verdict } from "../../registry-client/failure.ts";
import { toFullCacheKey } from "../base/key-digest.ts";
import type { CallKind, RestCall } from "./rest-call.ts";

const failuresToOpen = 5;

const firstPauseMs = 250;
const maxPauseMs = 2_000;

/**
 * `closed`: calls are made. `open`: none is made. `half-open`: the next one tries whether the
 * registry answers again.
 */
export type CircuitState = "closed" | "open" | "half-open";

interface Streak {
  readonly kind?: CallKind;
  failures: number;
  pauseMs: number;
  triesAt: number;
}

type Grain = Pick<RestCall<unknown>, "keyDigest" | "kind">;

/**
 * Refuses calls that fail, and not their neighbours: those of one key and one kind after five
 * failures in a row, and all after five connections in a row that could not be made. Then one call
 * is let through after each pause, until one succeeds.
 */
export class Breaker {
  readonly #connections: Streak = { failures: 0, pauseMs: 0, triesAt: 0 };
  /** If more of them fail at a time, the least recently used ones count as healthy again. */
  readonly #grains = new LRUCache<string, Streak>({ max: 1000 });
  #failures = 0;

  /** The state as a whole: grains that fail beside others that succeed do not show. */
  state(now: number): CircuitState {
    const grains = this.#failures < failuresToOpen ? [] : this.#grains.values();
    const open = [this.#connections, ...grains].filter(isOpen);
    if (open.length === 0) return "closed";
    return open.some(({ triesAt }) => now < triesAt) ? "open" : "half-open";
  }

  refusedKeys(): Readonly<Record<CallKind, number>> {
    const counts = { tags: 0, terminals: 0, tag: 0, terminal: 0, structure: 0 };
    for (const { kind } of this.#grains.values().filter(isOpen)) if (kind) counts[kind] += 1;
    return counts;
  }

  refuses(call: Grain, now: number): boolean {
    return this.#openStreaks(call).some(({ triesAt }) => now < triesAt);
  }

  /**
   * A call that is not refused is sent. If such calls fail, it tries for the others, and the next
   * may after a pause.
   */
  enter(call: Grain, now: number): void {
    for (const streak of this.#openStreaks(call)) {
      streak.pauseMs *= 2;
      streak.triesAt = now + Math.min(streak.pauseMs, maxPauseMs);
    }
  }

  /** Without a verdict, as when its caller left, a call counts neither way. */
  record(call: Grain, verdict: Verdict, now: number): void {
    if (verdict === "unknown") return;
    if (verdict === "unreachable") {
      countFailure(this.#connections, now);
      return;
    }
    this.#connections.failures = 0;
    if (verdict === "up") this.#failures = 0;
    // As a rule nothing fails, and there is nothing to forget.
    if (verdict === "up" && this.#grains.size === 0) return;
    const { keyDigest, kind } = call;
    const grain = toFullCacheKey(keyDigest, kind);
    if (verdict === "up") {
      this.#grains.delete(grain);
      return;
    }
    this.#failures += 1;
    const streak = this.#grains.get(grain) ?? { kind, failures: 0, pauseMs: 0, triesAt: 0 };
    countFailure(streak, now);
    this.#grains.set(grain, streak);
  }

  #openStreaks(call: Grain): readonly Streak[] {
    // As a rule nothing fails, and there is nothing to look up.
    if (this.#connections.failures === 0 && this.#grains.size === 0) return [];
    const grain = this.#grains.get(toFullCacheKey(call.keyDigest, call.kind));
    return [this.#connections, ...(grain ? [grain] : [])].filter(isOpen);
  }
}

function isOpen({ failures }: Streak): boolean {
  return failures >= failuresToOpen;
}

function countFailure(streak: Streak, now: number): void {
  streak.failures += 1;
  // Later failures are those of calls that were sent before, or of one that has tried.
  if (streak.failures !== failuresToOpen) return;
  streak.pauseMs = firstPauseMs;
  streak.triesAt = now + firstPauseMs;
}
