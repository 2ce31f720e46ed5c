import { setTimeout as delay } from "node:timers/promises";

/** How long to wait for another gateway, and how often to look, in milliseconds. */
interface PeerWaitOptions {
  readonly patienceMs: number;
  /** The first pause. Each one after it is twice as long as the one before, up to the maximum. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
}

/**
 * A wait for a value that another gateway is making. The pauses between look-ups grow up to a maximum, and the wait as a whole is
 * limited too.
 */
export class PeerWait {
  readonly #until: number;
  readonly #maxPauseMs: number;
  #pauseMs: number;
  #hasPaused = false;

  constructor({ patienceMs, firstPauseMs, maxPauseMs }: PeerWaitOptions) {
    this.#until = performance.now() + patienceMs;
    this.#maxPauseMs = maxPauseMs;
    this.#pauseMs = firstPauseMs;
  }

  get hasPaused(): boolean {
    return this.#hasPaused;
  }

  /** How much of the time is left, in milliseconds. */
  get leftMs(): number {
    return this.#until - performance.now();
  }

  /** Pauses. Returns false if too little time is left to look again. */
  async pause(): Promise<boolean> {
    if (this.#pauseMs >= this.leftMs) return false;
    await delay(this.#pauseMs, undefined, { ref: false });
    this.#hasPaused = true;
    this.#pauseMs = Math.min(this.#pauseMs * 2, this.#maxPauseMs);
    // The pause may have taken longer than it should.
    return this.leftMs > 0;
  }
}
