import { watchEventLoop } from "../upstream/concurrency.ts";

/** How often a suspect's request begins while the process is busy, in milliseconds. */
const pauseMs = 1;

/** How often it is looked at whether the process is busy, in milliseconds, and the part of the time from which on it is. */
const lookMs = 20;
const busy = 0.9;

/** So many requests of suspects wait, and so many in all with those whose key has been turned away before. */
const mostFirst = 64;
const mostWaiting = 1_024;

/** So many of the keys that were turned away last are remembered at least, and twice as many at most. */
const leastRemembered = 10_000;

/** What a turnstile goes by. */
export interface TurnstileOptions {
  /** In milliseconds. @default performance.now */
  readonly now?: () => number;
  /** Calls back after so many milliseconds. @default setTimeout */
  readonly later?: (callback: () => void, ms: number) => void;
  /** The part of the time that the event loop was busy since it was last asked. */
  readonly utilization?: () => number;
}

/**
 * Lets requests begin whose keys are probably invented: while the process is busy one a millisecond, so that they take a small part
 * of the processor from others. What is too much is turned away, which costs less than to hear from the registry that the key is
 * wrong. Whoever comes again with the same key is let in then: so does a client whose key is new, and not a flood of keys of which
 * each is made up for one request.
 */
export class Turnstile {
  readonly #now: () => number;
  readonly #later: (callback: () => void, ms: number) => void;
  readonly #utilization: () => number;
  readonly #waiting: (() => void)[] = [];
  /** The keys that were turned away, by their digests: the last ones, and those before them. */
  #turnedAway = new Set<string>();
  #turnedAwayBefore = new Set<string>();
  #isBusy = false;
  #lookedAt = 0;
  /** Until when the requests are counted that may begin. */
  #countedAt = 0;

  constructor(options: TurnstileOptions = {}) {
    this.#now = options.now ?? (() => performance.now());
    this.#later = options.later ?? setTimeout;
    this.#utilization = options.utilization ?? watchEventLoop();
  }

  /** Resolves when a suspect's request may begin; null: it is turned away. @param lane the digest of its key. */
  enter(lane: string): Promise<void> | null {
    const now = this.#now();
    this.#look(now);
    if (!this.#isBusy && this.#waiting.length === 0) return Promise.resolve();
    const isBack = this.#turnedAway.has(lane) || this.#turnedAwayBefore.has(lane);
    if (this.#waiting.length >= (isBack ? mostWaiting : mostFirst)) {
      this.#remember(lane);
      return null;
    }
    if (this.#waiting.length === 0) {
      this.#countedAt = now;
      this.#later(this.#letIn, pauseMs);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }

  #look(now: number): void {
    if (now < this.#lookedAt + lookMs) return;
    this.#lookedAt = now;
    this.#isBusy = this.#utilization() > busy;
  }

  #remember(lane: string): void {
    this.#turnedAway.add(lane);
    if (this.#turnedAway.size < leastRemembered) return;
    this.#turnedAwayBefore = this.#turnedAway;
    this.#turnedAway = new Set();
  }

  /** However late it comes: those begin whose time has come. */
  readonly #letIn = () => {
    const due = Math.floor((this.#now() - this.#countedAt) / pauseMs);
    this.#countedAt += due * pauseMs;
    for (const begin of this.#waiting.splice(0, due)) begin();
    if (this.#waiting.length > 0) this.#later(this.#letIn, pauseMs);
  };
}
