import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Verdict } from "../../../registry-client/failure.ts";
import { toFullCacheKey } from "../../base/key-digest.ts";
import { type CallKind, callKinds, type RestCall } from "../rest-call.ts";
import { Breaker, type BreakerState, FailureStreak } from "./breaker.ts";

/** How many failing grains are remembered. If there are more, the least recently used ones count as healthy again. */
const maxGrains = 1000;

/** How long nothing may have succeeded before all kinds together count as failing, in milliseconds. */
const silenceMs = 10_000;

export type CircuitState = BreakerState;

export type CircuitCall = Pick<RestCall<unknown>, "keyDigest" | "kind" | "cacheKey">;

/** How a call that was sent has ended. */
export interface CallEnd {
  readonly isTrial: boolean;
  readonly verdict: Verdict;
  readonly now: number;
}

/** The calls of one kind, with all keys. */
interface KindHealth {
  readonly failures: FailureStreak;
  /** When a call last ended, by the clock. */
  askedAt: number;
}

/**
 * Stops calls that fail, and not their neighbours. The grain is a key and a kind of call: each grain that fails has its own breaker.
 * A single get fails its grain only together with others: failures of one record count once.
 *
 * Two breakers apply to all calls. One opens if no connection to the registry can be made. The other opens if in ten seconds at
 * least two kinds were asked, nothing succeeded, and all kinds asked have failed often, not with one key alone.
 */
export class Circuit {
  readonly #connections = new Breaker();
  readonly #allKinds = new Breaker();
  readonly #kinds = Object.fromEntries(
    callKinds.map((kind) => [
      kind,
      { failures: new FailureStreak(), askedAt: Number.NEGATIVE_INFINITY },
    ]),
  ) as Readonly<Record<CallKind, KindHealth>>;
  /** The breakers of the grains whose last call failed. */
  readonly #grains = new LRUCache<string, GrainBreaker>({ max: maxGrains });
  #succeededAt = Number.NEGATIVE_INFINITY;
  readonly #failures = new FailureStreak();
  /** The key of the first of them; undefined if there are none. */
  #firstKey: string | undefined;
  /** The failures among them that were not of this key. */
  readonly #othersFailures = new FailureStreak();

  /**
   * The state of the circuit as a whole: that of the breakers for all calls or, while calls fail and none succeeds, of the grains.
   * Grains that fail beside others that succeed do not show.
   */
  state(now: number): CircuitState {
    const breakers = [this.#connections, this.#allKinds];
    if (this.#failures.isLong) breakers.push(...this.#grains.values());
    const states = breakers.map((breaker) => breaker.state(now));
    return states.find((state) => state === "open") ?? states.find(isHalfOpen) ?? "closed";
  }

  /** How many keys there are whose calls of each kind are not made at present, except for trials. */
  refusedKeys(now: number): Readonly<Record<CallKind, number>> {
    const counts = { tags: 0, terminals: 0, tag: 0, terminal: 0, structure: 0 };
    for (const breaker of this.#grains.values()) {
      if (breaker.state(now) !== "closed") counts[breaker.kind] += 1;
    }
    return counts;
  }

  /** How many grains have failed and not succeeded since. */
  get failingGrains(): number {
    return this.#grains.size;
  }

  refuses(call: CircuitCall, now: number): boolean {
    if (this.#isHealthy) return false;
    const grain = this.#grains.get(grainOf(call));
    return (
      this.#connections.refuses(now) ||
      this.#allKinds.refuses(now, grain ? "failing" : "healthy") ||
      grain?.refuses(now) === true
    );
  }

  /** Lets through a call that is not refused. Returns whether it is a trial. */
  enter(call: CircuitCall): boolean {
    if (this.#isHealthy) return false;
    const breakers = [this.#connections, this.#allKinds, this.#grains.get(grainOf(call))];
    return breakers.map((breaker) => breaker?.enter()).includes(true);
  }

  /** A call that was let through has ended. As a rule, a late response to an earlier call does not close an open breaker. */
  record(call: CircuitCall, end: CallEnd): void {
    if (end.verdict === "up") this.#succeed(call, end);
    else if (end.verdict === "down") this.#fail(call, end);
    else if (end.verdict === "unreachable") this.#failToConnect(call, end);
    else if (end.isTrial) this.#cancelTrial(call, ["connections", "kinds"]);
  }

  #succeed(call: CircuitCall, { isTrial, now }: CallEnd): void {
    this.#succeededAt = now;
    const kind = this.#kinds[call.kind];
    kind.askedAt = now;
    kind.failures.reset();
    if (this.#isHealthy) return;
    this.#connections.succeed(isTrial);
    this.#allKinds.succeed(isTrial);
    this.#failures.reset();
    this.#firstKey = undefined;
    this.#othersFailures.reset();
    const grainKey = grainOf(call);
    const grain = this.#grains.get(grainKey);
    grain?.succeed(isTrial);
    if (grain?.isFailing === false) this.#grains.delete(grainKey);
  }

  /** The registry had the call: no response came in time, the response broke off, or it was a 5xx. */
  #fail(call: CircuitCall, { isTrial, now }: CallEnd): void {
    this.#connections.succeed(isTrial);
    const record = recordOf(call);
    const grainKey = grainOf(call);
    const grain = this.#grains.get(grainKey) ?? new GrainBreaker(call.kind);
    grain.fail({ isTrial, now, record });
    this.#grains.set(grainKey, grain);
    this.#countFailure(call, record, now);
    const { isOpen } = this.#allKinds;
    if (isOpen ? isTrial : this.#doAllKindsFail(now)) this.#allKinds.open(isOpen, now);
  }

  /** The registry never had the call, so this says nothing about its key or its kind. */
  #failToConnect(call: CircuitCall, { isTrial, now }: CallEnd): void {
    this.#connections.fail({ isTrial, now });
    if (isTrial) this.#cancelTrial(call, ["kinds"]);
  }

  #cancelTrial(call: CircuitCall, breakers: readonly ("connections" | "kinds")[]): void {
    if (breakers.includes("connections")) this.#connections.cancelTrial();
    if (breakers.includes("kinds")) this.#allKinds.cancelTrial();
    this.#grains.get(grainOf(call))?.cancelTrial();
  }

  #countFailure(call: CircuitCall, record: string | undefined, now: number): void {
    this.#firstKey ??= call.keyDigest;
    if (call.keyDigest !== this.#firstKey) this.#othersFailures.count();
    this.#failures.count();
    const kind = this.#kinds[call.kind];
    kind.failures.count(record);
    kind.askedAt = now;
  }

  #doAllKindsFail(now: number): boolean {
    const since = now - silenceMs;
    if (this.#succeededAt > since || !this.#othersFailures.isLong) return false;
    const asked = Object.values(this.#kinds).filter(({ askedAt }) => askedAt > since);
    return asked.length > 1 && asked.every(({ failures }) => failures.isLong);
  }

  /** Checked first for every call. As a rule nothing fails, and there is nothing to look up. */
  get #isHealthy(): boolean {
    return this.#failures.isEmpty && this.#grains.size === 0 && !this.#connections.isFailing;
  }
}

class GrainBreaker extends Breaker {
  readonly kind: CallKind;

  constructor(kind: CallKind) {
    super();
    this.kind = kind;
  }
}

function isHalfOpen(state: BreakerState): boolean {
  return state === "half-open";
}

export function grainOf({ keyDigest, kind }: Pick<CircuitCall, "keyDigest" | "kind">): string {
  return toFullCacheKey(keyDigest, kind);
}

/** A short key for the record that a single get asks for; undefined for other calls. The id itself can be of any length. */
function recordOf({ keyDigest, kind, cacheKey }: CircuitCall): string | undefined {
  if (kind !== "tag" && kind !== "terminal") return undefined;
  return hash("sha256", toFullCacheKey(keyDigest, cacheKey), "base64url");
}
