import { watchEventLoop } from "../../base/time/event-loop.ts";

/** Minimum limit, unless the maximum is smaller. With fewer slots, a quick registry would wait for the gateway. */
const minSlots = 64;

/** Event loop utilization below which there is time for more calls, and above which there is not enough. */
const idleShare = 0.9;
const busyShare = 0.97;

/** How much the limit falls at a time. The steps are small, so that it does not overshoot. */
const step = 16;

/**
 * Adapts how many slots there are. A slow registry needs many. A quick one does not, and each further connection costs processor
 * time. So the limit rises only while calls wait and the event loop has time for them.
 */
export class ConcurrencyLimit {
  #slots: number;
  readonly #min: number;
  readonly #max: number;
  readonly #utilization: () => number;

  /** @param utilization returns the event loop utilization since it was last called, from 0 to 1. */
  constructor(max: number, utilization: () => number = watchEventLoop()) {
    this.#max = max;
    this.#min = Math.min(max, minSlots);
    this.#slots = this.#min;
    this.#utilization = utilization;
  }

  get slots(): number {
    return this.#slots;
  }

  /** Raises or lowers the limit. Call it every few milliseconds while calls are in flight. */
  adapt(isWaiting: boolean): void {
    const utilization = this.#utilization();
    if (!isWaiting) return;
    if (utilization < idleShare) this.#slots = Math.min(this.#slots * 2, this.#max);
    else if (utilization > busyShare) this.#slots = Math.max(this.#slots - step, this.#min);
  }
}
