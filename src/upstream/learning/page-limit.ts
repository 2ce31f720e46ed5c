import type { PageRequest } from "../../paging/page-source.ts";
import type { Clock } from "../time/clock.ts";
import type { SharedPageLimit } from "./shared-page-limit.ts";

/** Limits to try after a refusal, or when a larger one may be served by now. A registry's maximum is usually a round number. */
const usualLimits = [1000, 500, 250, 100, 50, 10, 1] as const;

/** How long a limit counts as the largest before one call may try a larger one. */
const trialPauseMs = 5 * 60_000;

/** How long to wait before limits are tried again with a key that was refused all of them. */
const refusalPauseMs = 60_000;

/** The largest limit with which one key's list is served, as far as is known. It may turn out wrong at any call. */
export class PageLimit {
  readonly #keyDigest: string;
  readonly #shared: SharedPageLimit;
  readonly #clock: Clock;
  /** The largest limit that this key was served, since the registry last showed a maximum; that maximum if none was larger. */
  #served = 0;
  /** Whether the registry has shown a maximum below the ceiling. Then `#served` is the maximum, else the shared one may be larger. */
  #isMaxShown = false;
  #trials = 0;
  #triedAt: number;
  #refusedUntil = Number.NEGATIVE_INFINITY;

  constructor(keyDigest: string, shared: SharedPageLimit, clock: Clock) {
    this.#keyDigest = keyDigest;
    this.#shared = shared;
    this.#clock = clock;
    this.#triedAt = clock.now();
  }

  /** The largest limit worth asking for. */
  get max(): number {
    return this.#isMaxShown ? this.#served : Math.max(this.#shared.max, this.#served);
  }

  /** A page was served with the limit of its request. */
  learnServed(limit: number): void {
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
    // This key may have been served this limit before, but other keys may have lowered the shared limit since then.
    this.#shared.learnServed(limit);
    if (limit <= this.#served) return;
    this.#served = limit;
    // It takes the place of a smaller maximum that was shown. At the ceiling, no maximum is left.
    this.#isMaxShown &&= limit < this.#shared.ceiling;
  }

  /** No limit larger than this one is served: the registry cut a page to it, or refused the larger ones. */
  learnMax(limit: number): void {
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
    this.#served = limit;
    this.#triedAt = this.#clock.now();
    this.#isMaxShown = limit < this.#shared.ceiling;
    this.#shared.learnMax(this.#keyDigest, limit);
  }

  /**
   * After a refused page, the page that shows whether its limit was the reason; undefined if nothing more is tried for now.
   *
   * A page past the end may be refused for its number, so the first page with the same limit comes next. If the first page is
   * refused, it is requested again with the next smaller limit. If even a limit of 1 is refused, the status means something else,
   * and nothing more is tried for a while.
   */
  pageAfterRefusal({ limit, page }: PageRequest): PageRequest | undefined {
    const now = this.#clock.now();
    if (now < this.#refusedUntil) return undefined;
    if (page > 1) return { limit, page: 1 };
    const smaller = usualLimits.find((usual) => usual < limit);
    if (smaller !== undefined) return { limit: smaller, page: 1 };
    this.#refusedUntil = now + refusalPauseMs;
    return undefined;
  }

  /**
   * The larger limit to try now, when a page with this limit is requested; undefined if none should be tried.
   *
   * Every other trial asks for the ceiling: a registry that cuts pages then shows its new maximum. A registry that refuses large
   * limits shows nothing that way, so the trials in between ask for the next usual limit.
   */
  takeTrial(limit: number): number | undefined {
    const { ceiling } = this.#shared;
    if (limit < this.max || this.max >= ceiling) return undefined;
    const now = this.#clock.now();
    if (now < this.#triedAt + trialPauseMs) return undefined;
    this.#triedAt = now;
    this.#trials += 1;
    if (this.#trials % 2 === 1) return ceiling;
    return Math.min(usualLimits.findLast((usual) => usual > limit) ?? ceiling, ceiling);
  }
}
