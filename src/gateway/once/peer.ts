import { setTimeout as delay } from "node:timers/promises";
import type {
  CachePartition,
  FindResult,
  FoundValue,
  SharedKind,
} from "../../fleet/shared-cache.ts";

export type FleetAnswer<Usable extends { readonly kind: string }> =
  | Usable
  | Exclude<FindResult, FoundValue>;

/**
 * Gateways make an answer once for all of them: whoever finds neither the answer nor its lock gets
 * the lock, and makes the answer. The others look again, at growing pauses, until it is there, the
 * lock is theirs, or their patience is over.
 */
export async function findInFleet<Usable extends { readonly kind: string }>(wait: {
  readonly kind: SharedKind;
  readonly partition: CachePartition;
  readonly patience: {
    readonly patienceMs: number;
    readonly firstPauseMs: number;
    readonly maxPauseMs: number;
  };
  look(leftMs: number): Promise<FleetAnswer<Usable>>;
}): Promise<FleetAnswer<Usable>> {
  const { patienceMs, firstPauseMs, maxPauseMs } = wait.patience;
  const until = performance.now() + patienceMs;
  const leftMs = () => until - performance.now();
  let pauseMs = firstPauseMs;
  let hasWaited = false;
  let found = await wait.look(leftMs());
  while (found.kind === "awaited") {
    hasWaited = true;
    if (pauseMs >= leftMs()) break;
    await delay(pauseMs, undefined, { ref: false });
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    // The pause may have taken longer than it should.
    if (leftMs() <= 0) break;
    found = await wait.look(leftMs());
  }
  if (hasWaited && found.kind !== "locked" && found.kind !== "unavailable") {
    wait.partition.countWait(wait.kind, found.kind === "awaited" ? "timed_out" : "given");
  }
  return found;
}
