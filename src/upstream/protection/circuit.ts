import { LRUCache } from "lru-cache";
import { Breaker, type BreakerState, FAILURES_TO_OPEN } from "./breaker.ts";

/** Keys whose failures in a row are counted: of the others, those that failed longest ago are taken to be well. */
const MOST_LANES = 1000;

/** So many failures of one key count in a row of several keys' failures: the others have to bear out the rest. */
const MOST_OF_ONE = FAILURES_TO_OPEN / 2;

/** What the circuit tells of itself. */
export type CircuitState = BreakerState;

/**
 * Keeps calls from a registry that fails: from all keys, and from each that fails while others are served. A row of failures in
 * which only one key failed says nothing of the others, and little as soon as another fails as well.
 */
export class Circuit {
  /** The row of all calls' failures. */
  #all = new Breaker();
  /** How many failures each key has in that row, as long as it has not opened to all. */
  readonly #row = new Map<string, number>();
  /** The row of each key whose last call failed. */
  readonly #lanes = new LRUCache<string, Breaker>({ max: MOST_LANES });

  /** Of the registry as a whole: not closed as long as nothing but failures is known of it. */
  state(now: number): CircuitState {
    return this.#all.state(now);
  }

  /** How many keys have failed since they last succeeded. */
  get failingKeys(): number {
    return this.#lanes.size;
  }

  /** Whether a call with this key would be refused. */
  refuses(lane: string, now: number): boolean {
    if (this.#isWell) return false;
    const own = this.#lanes.get(lane);
    if (this.#concerns(lane) && this.#all.refuses(now, own ? "failing" : "well")) return true;
    return own?.refuses(now) ?? false;
  }

  /** Lets a call through that is not refused; true: it is a probe. */
  enter(lane: string): boolean {
    if (this.#isWell) return false;
    const isProbeForAll = this.#concerns(lane) && this.#all.enter();
    const isProbeForLane = this.#lanes.get(lane)?.enter() ?? false;
    return isProbeForAll || isProbeForLane;
  }

  /** The registry answered a call. Late answers to calls from before the circuit opened do not close it. */
  succeed(lane: string, isProbe: boolean): void {
    if (this.#isWell) return;
    const wasOpenToAll = this.#isOpenToAll;
    this.#all.succeed(isProbe || !this.#concerns(lane));
    if (!this.#all.isFailing) this.#row.clear();
    const own = this.#lanes.get(lane);
    // One that failed as they all did is served: what they had in common explains the failures of each.
    if (own && wasOpenToAll && !this.#all.isOpen) this.#lanes.clear();
    own?.succeed(isProbe);
    if (own && !own.isFailing) this.#lanes.delete(lane);
  }

  /** A call failed: no answer, no time left, or a 5xx. */
  fail(lane: string, isProbe: boolean, now: number): void {
    if (this.#isOpenToAll) this.#all.fail(isProbe, now);
    else this.#countInRow(lane, isProbe, now);
    const own = this.#lanes.get(lane) ?? new Breaker();
    own.fail(isProbe, now);
    this.#lanes.set(lane, own);
  }

  /** A call ended without a verdict, because nobody waited for it any more. */
  abandon(lane: string, isProbe: boolean): void {
    if (!isProbe) return;
    this.#all.abandon();
    this.#lanes.get(lane)?.abandon();
  }

  /** Every call asks first: mostly there is nothing to look up. */
  get #isWell(): boolean {
    return !this.#all.isFailing && this.#lanes.size === 0;
  }

  get #isOpenToAll(): boolean {
    return this.#all.isOpen && this.#row.size > 1;
  }

  /** Whether the row of all calls' failures says anything of a key. */
  #concerns(lane: string): boolean {
    return this.#row.size !== 1 || this.#row.has(lane);
  }

  #countInRow(lane: string, isProbe: boolean, now: number): void {
    const failures = this.#row.get(lane) ?? 0;
    const [ofSole = 0] = this.#row.values();
    // What was open to one key alone is not open to two for that.
    if (this.#row.size === 1 && failures === 0) {
      this.#all = new Breaker(Math.min(ofSole, MOST_OF_ONE));
    }
    this.#row.set(lane, failures + 1);
    if (this.#row.size === 1 || failures < MOST_OF_ONE) this.#all.fail(isProbe, now);
  }
}
