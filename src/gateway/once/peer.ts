import { setTimeout as delay } from "node:timers/promises";
import type {
  CachePartition,
  FindResult,
  FoundValue,
  SharedKind,
  WaitOutcome,
} from "../../fleet/shared-cache.ts";

/** How long to wait for another gateway, and how often to look, in milliseconds. */
interface PeerPatience {
  readonly patienceMs: number;
  /** The first pause. Each one after it is twice as long as the one before, up to the maximum. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
}

/** What the fleet has of an answer: one that can be used, its lock, or the reason why it has neither. */
export type FleetAnswer<Usable extends { readonly kind: string }> =
  | Usable
  | Exclude<FindResult, FoundValue>;

interface PeerWait<Usable extends { readonly kind: string }> {
  readonly kind: SharedKind;
  readonly partition: CachePartition;
  readonly patience: PeerPatience;
  /** Looks once. @param leftMs how much of the patience is left, in milliseconds */
  look(leftMs: number): Promise<FleetAnswer<Usable>>;
}

/**
 * The protocol by which gateways make an answer once for all of them: whoever finds neither the answer nor its lock gets the lock, and
 * makes the answer. The others look again, at growing pauses, until it is there, the lock is theirs, or their patience is over.
 */
export async function findInFleet<Usable extends { readonly kind: string }>(
  wait: PeerWait<Usable>,
): Promise<FleetAnswer<Usable>> {
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
  const outcome = outcomeOf(found);
  if (hasWaited && outcome !== undefined) wait.partition.countWait(wait.kind, outcome);
  return found;
}

/** How a wait for another gateway ended, by what was found last; undefined if it is not counted. */
function outcomeOf({ kind }: { readonly kind: string }): WaitOutcome | undefined {
  switch (kind) {
    case "locked":
    case "unavailable":
      return undefined;
    case "awaited":
      return "timed_out";
    default:
      return "given";
  }
}
