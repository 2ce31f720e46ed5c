/** How often a suspect's request begins beside those of others, in milliseconds. */
const pauseMs = 1;

/** So many requests of suspects wait, and so many in all with those whose key has been turned away before. */
const mostFirst = 64;
const mostWaiting = 1_024;

/** So many of the keys that were turned away last are remembered at least, and twice as many at most. */
const leastRemembered = 10_000;

/** What a turnstile goes by. */
export interface TurnstileOptions {
  /** In milliseconds. @default performance.now */
  readonly now?: () => number;
  /** Calls back at the end of this turn of the event loop. @default setImmediate */
  readonly atTurnsEnd?: (callback: () => void) => void;
}

/**
 * Lets requests begin whose keys are probably invented: as they come in turns of the event loop that have no others, and beside
 * others one a millisecond, so that they cost those a small part of the processor. What is too much is turned away, which costs
 * less than to hear from the registry that the key is wrong. Whoever comes again with the same key is let in then: so does a client
 * whose key is new, and not a flood of keys of which each is made up for one request.
 */
export class Turnstile {
  readonly #now: () => number;
  readonly #atTurnsEnd: (callback: () => void) => void;
  readonly #waiting: (() => void)[] = [];
  /** The keys that were turned away, by their digests: the last ones, and those before them. */
  #turnedAway = new Set<string>();
  #turnedAwayBefore = new Set<string>();
  /** Whether a request of others has begun in this turn. */
  #hasOthers = false;
  /** Until when the requests are counted that may begin beside others. */
  #countedAt = 0;

  constructor({ now = () => performance.now(), atTurnsEnd = setImmediate }: TurnstileOptions = {}) {
    this.#now = now;
    this.#atTurnsEnd = atTurnsEnd;
  }

  /** A request begins that nobody suspects. */
  passOther(): void {
    this.#hasOthers = true;
  }

  /** Resolves when a suspect's request may begin; null: it is turned away. @param lane the digest of its key. */
  enter(lane: string): Promise<void> | null {
    const isBack = this.#turnedAway.has(lane) || this.#turnedAwayBefore.has(lane);
    if (this.#waiting.length >= (isBack ? mostWaiting : mostFirst)) {
      this.#remember(lane);
      return null;
    }
    if (this.#waiting.length === 0) {
      this.#countedAt = this.#now();
      this.#atTurnsEnd(this.#turn);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }

  #remember(lane: string): void {
    this.#turnedAway.add(lane);
    if (this.#turnedAway.size < leastRemembered) return;
    this.#turnedAwayBefore = this.#turnedAway;
    this.#turnedAway = new Set();
  }

  readonly #turn = () => {
    const due = Math.floor((this.#now() - this.#countedAt) / pauseMs);
    this.#countedAt += due * pauseMs;
    const begun = this.#waiting.splice(0, this.#hasOthers ? due : mostFirst);
    for (const begin of begun) begin();
    this.#hasOthers = false;
    if (this.#waiting.length > 0) this.#atTurnsEnd(this.#turn);
  };
}
