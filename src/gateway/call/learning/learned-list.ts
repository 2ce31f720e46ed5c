import { type PageRequest, usualLimits } from "../../../registry-client/page.ts";
import type { RecordPage, Subject } from "../../../registry-client/records.ts";
import type { Clock } from "../../base/time/clock.ts";

export interface ListMemory {
  /** The envelope's latest `count`; null if it is unknown. */
  count: number | null;
  /** Whether a page that was asked beyond `count` ended there. */
  isCountTrusted: boolean;
  /**
   * Whether the list's pages contradicted each other at two looks. Then plain pages come from the
   * snapshot of the whole list, until a whole reading proves the list sane.
   */
  isOdd: boolean;
}

/**
 * What the process remembers of one key's list. Losing it costs calls, and makes no response wrong.
 */
export class LearnedList implements ListMemory {
  count: number | null = null;
  isCountTrusted = false;
  isOdd = false;
  rowBytes = 500;
  readonly limit: PageLimit;

  constructor(limit: PageLimit) {
    this.limit = limit;
  }

  learnPage(askedLimit: number, page: RecordPage<Subject>, bytes: number): void {
    if (page.count !== null) this.count = page.count;
    this.#learnLimit(askedLimit, page);
    // Of the pages of one row, which are fetched for their count, most is envelope.
    if (page.rows.length > 1) this.rowBytes = bytes / page.rows.length;
  }

  #learnLimit(askedLimit: number, page: RecordPage<Subject>): void {
    // A page with more rows than the envelope's limit was not cut by that limit.
    const limit = Math.max(page.limit ?? 0, page.rows.length);
    if (limit >= askedLimit) this.limit.learnServed(askedLimit);
    // Without a limit in the envelope, a short page may simply be the end of the list.
    else if (page.limit !== null && !reachesEnd(askedLimit, page)) this.limit.learnMax(limit);
  }
}

/** If so, it was not cut, whatever limit the envelope states. */
function reachesEnd(askedLimit: number, { rows, count, page }: RecordPage<Subject>): boolean {
  if (count === null || page === null) return false;
  return rows.length === Math.max(count - (page - 1) * askedLimit, 0);
}

/** How long a limit counts as the largest before one call may try a larger one. */
const trialPauseMs = 5 * 60_000;

const refusalPauseMs = 60_000;

/**
 * The largest limit with which one key's list is served, as far as is known. It may turn out wrong
 * at any call. Each key has its own, because what a registry allows one key tells nothing of
 * another.
 */
export class PageLimit {
  readonly #ceiling: number;
  readonly #clock: Clock;
  #max: number;
  #trials = 0;
  #triedAt: number;
  #refusedUntil = Number.NEGATIVE_INFINITY;

  constructor(ceiling: number, clock: Clock) {
    this.#ceiling = ceiling;
    this.#max = ceiling;
    this.#clock = clock;
    this.#triedAt = clock.now();
  }

  get max(): number {
    return this.#max;
  }

  learnServed(limit: number): void {
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
    this.#max = Math.max(this.#max, Math.min(limit, this.#ceiling));
  }

  /** The registry cut a page to it, or refused larger ones. */
  learnMax(limit: number): void {
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
    this.#max = Math.min(limit, this.#ceiling);
  }

  /**
   * After a refused page, the page that shows whether its limit was the reason; undefined if
   * nothing more is tried for now.
   *
   * A page past the end may be refused for its number, so the first page with the same limit comes
   * next. If the first page is refused, it is requested again with the next smaller limit. If even
   * a limit of 1 is refused, the status means something else, and nothing more is tried for a
   * while.
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
   * The larger limit to try now, when a page with this limit is requested; undefined if none should
   * be tried.
   *
   * Every other trial asks for the ceiling: a registry that cuts pages then shows its new maximum.
   * A registry that refuses large limits shows nothing that way, so the trials in between ask for
   * the next usual limit.
   */
  takeTrial(limit: number): number | undefined {
    if (limit < this.#max || this.#max >= this.#ceiling) return undefined;
    const now = this.#clock.now();
    if (now < this.#triedAt + trialPauseMs) return undefined;
    this.#triedAt = now;
    this.#trials += 1;
    if (this.#trials % 2 === 1) return this.#ceiling;
    const next = usualLimits.findLast((usual) => usual > limit) ?? this.#ceiling;
    return Math.min(next, this.#ceiling);
  }
}
