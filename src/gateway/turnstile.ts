import { watchEventLoop } from "../upstream/protection/concurrency-limit.ts";
import { RecentKeys } from "../upstream/protection/recent-keys.ts";

/** How often a suspect's request begins while the process is busy, in milliseconds. */
const pauseMs = 8;

/** How often it is looked at whether the process is busy, in milliseconds, and the part of the time from which on it is. */
const lookMs = 20;
const busy = 0.9;

/** So many requests of suspects wait, and so many in all with those whose key has been turned away before: a second's. */
const mostFirst = 16;
const mostWaiting = 128;

/** What a turnstile goes by. */
export interface TurnstileOptions {
  /** In milliseconds. @default performance.now */
  readonly now?: () => number;
  /** Calls back after so many milliseconds. @default setTimeout */
  readonly later?: (callback: () => void, ms: number) => void;
  /** The part of the time that the event loop was busy since it was last asked. */
  readonly utilization?: () => number;
}

/** A request, as far as a turnstile knows it. */
export interface Visitor {
  /** Has a function called when nobody waits for the answer any more. */
  onLeave(listener: () => void): void;
}

/** How a wait ends: the request may begin, or its caller has left. */
export type Turn = "begin" | "left";

/**
 * Lets requests begin whose keys are probably invented: while the process is busy a few of them, one after the other, so that they
 * take a small part of the processor from others. What is too much is turned away, which costs a fraction of what it costs to hear
 * from the registry that the key is wrong. Whoever comes again with the same key is let in then: so does a client whose key is
 * new, and not a flood of keys of which each is made up for one request.
 */
export class Turnstile {
  readonly #now: () => number;
  readonly #later: (callback: () => void, ms: number) => void;
  readonly #utilization: () => number;
  readonly #waiting: ((turn: Turn) => void)[] = [];
  readonly #turnedAway = new RecentKeys();
  #isBusy = false;
  #lookedAt = 0;
  /** Until when the requests are counted that may begin. */
  #countedAt = 0;
  #isCounting = false;

  constructor(options: TurnstileOptions = {}) {
    this.#now = options.now ?? (() => performance.now());
    this.#later = options.later ?? setTimeout;
    this.#utilization = options.utilization ?? watchEventLoop();
  }

  /** When the request of a suspect may begin; null: it is turned away. */
  enter(keyDigest: string, visitor: Visitor): Promise<Turn> | null {
    const now = this.#now();
    this.#look(now);
    if (!this.#isBusy && this.#waiting.length === 0) return Promise.resolve("begin");
    const most = this.#turnedAway.has(keyDigest) ? mostWaiting : mostFirst;
    if (this.#waiting.length >= most) {
      this.#turnedAway.add(keyDigest);
      return null;
    }
    return this.#wait(visitor, now);
  }

  #look(now: number): void {
    if (now < this.#lookedAt + lookMs) return;
    this.#lookedAt = now;
    this.#isBusy = this.#utilization() > busy;
  }

  #wait(visitor: Visitor, now: number): Promise<Turn> {
    if (!this.#isCounting) {
      this.#isCounting = true;
      this.#countedAt = now;
      this.#later(this.#letIn, pauseMs);
    }
    const { promise, resolve } = Promise.withResolvers<Turn>();
    this.#waiting.push(resolve);
    visitor.onLeave(() => {
      const place = this.#waiting.indexOf(resolve);
      if (place >= 0) this.#waiting.splice(place, 1);
      resolve("left");
    });
    return promise;
  }

  /** However late it comes: those begin whose time has come. */
  readonly #letIn = () => {
    const due = Math.floor((this.#now() - this.#countedAt) / pauseMs);
    this.#countedAt += due * pauseMs;
    for (let begun = 0; begun < due; begun += 1) this.#waiting.shift()?.("begin");
    this.#isCounting = this.#waiting.length > 0;
    if (this.#isCounting) this.#later(this.#letIn, pauseMs);
  };
}
