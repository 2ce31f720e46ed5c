import type { KnownKeys } from "../../base/key-memory.ts";
import { watchEventLoop } from "../../base/time/event-loop.ts";

const defaultPauseMs = 8;

/** Minimum time between two measurements of how busy the process is, in milliseconds. */
const measureMs = 20;

/** A process whose event loop is busy for this fraction of the time has no time to spare. */
const fullUtilization = 0.9;

/** How many requests may begin for each spare millisecond. Together they take about half of it. */
const defaultPerSpareMs = 4;

/** Maximum length of the queue that a request may join if its key is new to the throttle, or was refused. */
const maxWaitingForNewKey = 16;

/** Maximum length of the queue that any request may join. The last one waits for about a second. */
const maxWaiting = 128;

/** The time, and how busy the process is. */
export interface ThrottleTiming {
  readonly now?: () => number;
  readonly later?: (callback: () => void, ms: number) => void;
  /** The fraction of the time since its last call for which the event loop was busy. @default measured */
  readonly utilization?: () => number;
}

interface KeyThrottleOptions extends ThrottleTiming {
  readonly keyMemory: KnownKeys;
  /** The time between two requests that begin while the process is busy, in milliseconds. @default 8 */
  readonly pauseMs?: number;
  /** How many requests may begin for each spare millisecond. @default 4 */
  readonly perSpareMs?: number;
}

export interface ThrottledRequest {
  /** Adds a function to call once the caller has cancelled. */
  onClose(listener: () => void): void;
}

export type Turn = "begin" | "cancelled";

/**
 * Limits how many requests with new keys may begin during a key flood. Asking the registry about an unknown key takes far longer than
 * turning a request away. So while the process is busy, few of these requests begin. Some wait in a queue, and the others are turned away.
 *
 * A real client retries with the same key, as the response asks it to, and may then join a longer queue than a key that comes only once.
 * A key that the registry has refused may not.
 */
export class KeyThrottle {
  readonly #keyMemory: KnownKeys;
  readonly #now: () => number;
  readonly #later: (callback: () => void, ms: number) => void;
  readonly #utilization: () => number;
  readonly #pauseMs: number;
  readonly #perSpareMs: number;
  readonly #waiting: ((turn: Turn) => void)[] = [];
  #measuredAt = 0;
  /** How many more requests may begin without waiting. Each measurement renews it. */
  #allowance = 0;
  /** All requests that were due by this time have begun. */
  #begunUntil = 0;
  #isTimerSet = false;

  constructor(options: KeyThrottleOptions) {
    this.#keyMemory = options.keyMemory;
    this.#now = options.now ?? (() => performance.now());
    this.#later = options.later ?? setTimeout;
    this.#utilization = options.utilization ?? watchEventLoop();
    this.#pauseMs = options.pauseMs ?? defaultPauseMs;
    this.#perSpareMs = options.perSpareMs ?? defaultPerSpareMs;
  }

  /**
   * Lets a request begin, now or later. Null if it must be turned away.
   * @param keyDigest null if the request has no key.
   */
  enter(keyDigest: string | null, request: ThrottledRequest): Promise<Turn> | null {
    const now = this.#now();
    this.#measure(now);
    if (this.#waiting.length === 0 && this.#allowance >= 1) {
      this.#allowance -= 1;
      return Promise.resolve("begin");
    }
    if (this.#waiting.length >= this.#maxWaitingFor(keyDigest)) {
      if (keyDigest !== null) this.#keyMemory.noteTurnedAway(keyDigest);
      return null;
    }
    return this.#wait(request, now);
  }

  #measure(now: number): void {
    if (now < this.#measuredAt + measureMs) return;
    this.#measuredAt = now;
    // Spare time cannot be saved up: the allowance is that of one interval, however long ago the last measurement was.
    const spareMs = Math.max(0, fullUtilization - this.#utilization()) * measureMs;
    this.#allowance = spareMs * this.#perSpareMs;
  }

  #maxWaitingFor(keyDigest: string | null): number {
    if (keyDigest === null) return maxWaitingForNewKey;
    const isTrustedRetry =
      this.#keyMemory.wasTurnedAway(keyDigest) && !this.#keyMemory.isDistrusted(keyDigest);
    return isTrustedRetry ? maxWaiting : maxWaitingForNewKey;
  }

  #wait(request: ThrottledRequest, now: number): Promise<Turn> {
    if (!this.#isTimerSet) {
      this.#isTimerSet = true;
      this.#begunUntil = now;
      this.#later(this.#beginDue, this.#pauseMs);
    }
    const { promise, resolve } = Promise.withResolvers<Turn>();
    this.#waiting.push(resolve);
    request.onClose(() => {
      const index = this.#waiting.indexOf(resolve);
      if (index >= 0) this.#waiting.splice(index, 1);
      resolve("cancelled");
    });
    return promise;
  }

  /** Begins the requests that are due. There may be several, because timers are late in a busy process. */
  readonly #beginDue = () => {
    const due = Math.floor((this.#now() - this.#begunUntil) / this.#pauseMs);
    this.#begunUntil += due * this.#pauseMs;
    for (let begun = 0; begun < due; begun += 1) this.#waiting.shift()?.("begin");
    this.#isTimerSet = this.#waiting.length > 0;
    if (this.#isTimerSet) this.#later(this.#beginDue, this.#pauseMs);
  };
}
