import { watchEventLoop } from "../../upstream/protection/concurrency-limit.ts";
import { RecentKeys } from "../../upstream/protection/recent-keys.ts";

/** While the process is busy, one suspect's request begins in so many milliseconds. */
const pauseMs = 8;

/** How often the turnstile looks how busy the process is, in milliseconds. */
const lookMs = 20;

/** The part of the time from which on a process has none to spare. */
const busy = 0.9;

/** How many suspects' requests may begin for each spare millisecond. They take about half of it. */
const perSpareMs = 4;

/** How many requests may wait whose key comes for the first time, or has been refused. */
const mostFirst = 16;

/** How many requests may wait in all. The last of them waits for about a second. */
const mostWaiting = 128;

/** What a turnstile goes by. */
export interface TurnstileOptions {
  /** Whether the registry has refused a key lately. @default it has refused none */
  readonly isDistrusted?: (keyDigest: string) => boolean;
  /** In milliseconds. @default performance.now */
  readonly now?: () => number;
  /** Calls back after so many milliseconds. @default setTimeout */
  readonly later?: (callback: () => void, ms: number) => void;
  /** The part of the time that the event loop was busy since the last call. */
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
 * Bounds how many requests begin whose keys are probably invented. To ask the registry about a wrong key costs several times what
 * it costs to turn a request away. So while the process is busy, few of these requests begin, and the others are turned away.
 *
 * A client with a new key comes again as it is told, and then it finds more room than a key that was made up for one request. A
 * wrong key that comes again finds no more room once the registry has refused it.
 */
export class Turnstile {
  readonly #isDistrusted: (keyDigest: string) => boolean;
  readonly #now: () => number;
  readonly #later: (callback: () => void, ms: number) => void;
  readonly #utilization: () => number;
  readonly #waiting: ((turn: Turn) => void)[] = [];
  readonly #turnedAway = new RecentKeys();
  #lookedAt = 0;
  /** How many requests may begin at once until the next look. */
  #allowance = 0;
  /** Up to when the requests have begun that were due. */
  #countedAt = 0;
  #isCounting = false;

  constructor(options: TurnstileOptions = {}) {
    this.#isDistrusted = options.isDistrusted ?? (() => false);
    this.#now = options.now ?? (() => performance.now());
    this.#later = options.later ?? setTimeout;
    this.#utilization = options.utilization ?? watchEventLoop();
  }

  /** When a suspect's request may begin; null: turn it away. */
  enter(keyDigest: string, visitor: Visitor): Promise<Turn> | null {
    const now = this.#now();
    this.#look(now);
    if (this.#waiting.length === 0 && this.#allowance >= 1) {
      this.#allowance -= 1;
      return Promise.resolve("begin");
    }
    if (this.#waiting.length >= this.#mostFor(keyDigest)) {
      this.#turnedAway.add(keyDigest);
      return null;
    }
    return this.#wait(visitor, now);
  }

  #look(now: number): void {
    if (now < this.#lookedAt + lookMs) return;
    this.#lookedAt = now;
    // Spare time cannot be saved: however long ago the last look was, this is what the process can spare in one interval.
    this.#allowance = Math.max(0, busy - this.#utilization()) * lookMs * perSpareMs;
  }

  #mostFor(keyDigest: string): number {
    const comesAgain = this.#turnedAway.has(keyDigest) && !this.#isDistrusted(keyDigest);
    return comesAgain ? mostWaiting : mostFirst;
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

  /** Timers are late in a busy process. All requests begin that were due meanwhile. */
  readonly #letIn = () => {
    const due = Math.floor((this.#now() - this.#countedAt) / pauseMs);
    this.#countedAt += due * pauseMs;
    for (let begun = 0; begun < due; begun += 1) this.#waiting.shift()?.("begin");
    this.#isCounting = this.#waiting.length > 0;
    if (this.#isCounting) this.#later(this.#letIn, pauseMs);
  };
}
