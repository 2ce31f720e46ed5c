import type { PageRequest } from "../../paging/page-source.ts";
import type { Clock } from "../time/clock.ts";

/** Limits to try below one that was refused, or above one that was served: a registry's maximum is usually a round number. */
const usualLimits = [1000, 500, 250, 100, 50, 10, 1] as const;

/** How long a limit is taken for the largest: then one call may try a larger one. */
const trialPauseMs = 5 * 60_000;

/** How long a key that is refused every limit is not tried with smaller ones again. */
const refusalPauseMs = 60_000;

/**
 * The largest limit that a list serves, by what all keys have seen of it. What one key alone has seen may be meant for it:
 * it holds for the others as soon as a second one has seen it too, and until any is served more.
 */
export class SharedPageLimit {
  /** The setting, or the documented default: no larger one is asked for. */
  readonly start: number;
  #most: number;
  #witness: { readonly lane: string; readonly limit: number } | undefined;

  constructor(start: number) {
    this.start = start;
    this.#most = start;
  }

  /** The largest limit worth asking for with a key that nothing is known of. */
  get most(): number {
    return this.#most;
  }

  /** A key has seen that it is served no larger limit than this one. */
  testify(lane: string, limit: number): void {
    const other = this.#witness;
    if (other && other.lane !== lane) this.#most = Math.max(other.limit, limit);
    this.#witness = { lane, limit };
  }

  /** A key was served this limit. */
  refute(limit: number): void {
    if (limit <= this.#most) return;
    this.#most = this.start;
    this.#witness = undefined;
  }
}

/** The largest limit that one key's list is served, as far as it is known: it may turn out wrong at any call. */
export class PageLimit {
  readonly #lane: string;
  readonly #shared: SharedPageLimit;
  readonly #clock: Clock;
  /** The largest limit that was served as asked for. */
  #served = 0;
  /** What a clamp has told, or a row of refusals; undefined: neither has. */
  #bound: number | undefined;
  #trials = 0;
  #triedAt: number;
  #refusedUntil = Number.NEGATIVE_INFINITY;

  constructor(lane: string, shared: SharedPageLimit, clock: Clock) {
    this.#lane = lane;
    this.#shared = shared;
    this.#clock = clock;
    this.#triedAt = clock.now();
  }

  /** The largest limit that is worth asking for. */
  get most(): number {
    return this.#bound ?? Math.max(this.#shared.most, this.#served);
  }

  /** A page was served with the limit that was asked for. */
  learnServed(limit: number): void {
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
    // Also by what this key is served all the time: others may have come to another end meanwhile.
    this.#shared.refute(limit);
    if (limit <= this.#served) return;
    this.#served = limit;
    if (this.#bound !== undefined && limit > this.#bound) this.#setBound(limit);
  }

  /** A page was served with a smaller limit than was asked for, or with a smaller one after larger ones had been refused. */
  learnLargest(limit: number): void {
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
    this.#served = limit;
    this.#triedAt = this.#clock.now();
    this.#setBound(limit);
    this.#shared.testify(this.#lane, limit);
  }

  /**
   * The page that tells whether another one was refused for its limit: the list's first, since one past the end may be refused too,
   * with the same limit, or else a smaller one. Undefined: there is none, and the status means something else.
   */
  pageAfterRefusal({ limit, page }: PageRequest): PageRequest | undefined {
    const now = this.#clock.now();
    if (now < this.#refusedUntil) return undefined;
    if (page > 1) return { limit, page: 1 };
    const smaller = usualLimits.find((usual) => usual < limit);
    if (smaller === undefined) this.#refusedUntil = now + refusalPauseMs;
    return smaller === undefined ? undefined : { limit: smaller, page: 1 };
  }

  /**
   * The larger limit that a call may try now that a page as large as known is asked for; undefined: none. In turns the largest of all,
   * which a clamp answers with what it has become, and the next usual one, for a registry that refuses.
   */
  takeTrial(limit: number): number | undefined {
    const { start } = this.#shared;
    if (limit < this.most || this.most >= start) return undefined;
    const now = this.#clock.now();
    if (now < this.#triedAt + trialPauseMs) return undefined;
    this.#triedAt = now;
    this.#trials += 1;
    if (this.#trials % 2 === 1) return start;
    return Math.min(usualLimits.findLast((usual) => usual > limit) ?? start, start);
  }

  #setBound(limit: number): void {
    this.#bound = limit < this.#shared.start ? limit : undefined;
  }
}
