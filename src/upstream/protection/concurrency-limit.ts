import { type EventLoopUtilization, performance } from "node:perf_hooks";

/** As many calls run side by side at least, if so many may: with fewer a quick registry waits for us. */
const FEWEST = 64;

/** Parts of the time that the event loop is busy: below the one it has time for more calls, beyond the other for fewer. */
const IDLE = 0.9;
const BUSY = 0.97;

/** By so many there are fewer at each look: small enough to end where the event loop is just busy. */
const STEP = 16;

/**
 * How many calls may run side by side. A registry that takes its time needs many; one that answers at once does not, and
 * each connection more costs the processor: with 192 instead of 48 under way, S4 took a sixth more of its time. So there are
 * more only while calls wait and the event loop has time for them.
 */
export class ConcurrencyLimit {
  #slots: number;
  readonly #fewest: number;
  readonly #most: number;
  readonly #utilization: () => number;

  /** @param utilization the part of the time that the event loop was busy since it was last asked. */
  constructor(most: number, utilization: () => number = watchEventLoop()) {
    this.#most = most;
    this.#fewest = Math.min(most, FEWEST);
    this.#slots = this.#fewest;
    this.#utilization = utilization;
  }

  get slots(): number {
    return this.#slots;
  }

  /** Takes a look; to be called every few milliseconds while calls are under way. */
  adapt(isWaiting: boolean): void {
    const utilization = this.#utilization();
    if (!isWaiting) return;
    if (utilization < IDLE) this.#slots = Math.min(this.#slots * 2, this.#most);
    else if (utilization > BUSY) this.#slots = Math.max(this.#slots - STEP, this.#fewest);
  }
}

/** Gives, each time it is asked, the part of the time since the last that the event loop was busy. */
export function watchEventLoop(): () => number {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
