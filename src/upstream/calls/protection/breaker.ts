/** How many failures in a row open a breaker. */
export const failuresToOpen = 20;

/** How long a breaker stays open before it lets a probe through, in milliseconds. Each probe that fails doubles the pause. */
const firstPauseMs = 250;
const maxPauseMs = 2_000;

/** `closed`: calls are made. `open`: no call is made. `half-open`: the next call is the probe, or the probe is in flight. */
export type BreakerState = "closed" | "open" | "half-open";

/**
 * A circuit breaker. It opens after failures in a row. From then on it lets one probe through after each pause, until one succeeds.
 */
export class Breaker {
  #failures = 0;
  #isOpen = false;
  #isProbing = false;
  #pauseMs = firstPauseMs;
  #failedAt = 0;

  /** @param failures how many were taken over from another breaker: too few to open this one. */
  constructor(failures = 0) {
    this.#failures = failures;
  }

  /** Whether a call has failed since the last success. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  state(now: number): BreakerState {
    if (!this.#isOpen) return "closed";
    return this.#isProbing || now >= this.#failedAt + this.#pauseMs ? "half-open" : "open";
  }

  /**
   * Whether a call would be refused.
   * @param health whether calls with the key fail. A healthy key waits only for the first pause: otherwise nearly every probe would
   *   be a call of a failing key.
   */
  refuses(now: number, health: "failing" | "healthy" = "failing"): boolean {
    if (!this.#isOpen) return false;
    const pauseMs = health === "healthy" ? firstPauseMs : this.#pauseMs;
    return this.#isProbing || now < this.#failedAt + pauseMs;
  }

  /** Lets through a call that is not refused. Returns whether it is the probe. */
  enter(): boolean {
    this.#isProbing = this.#isOpen;
    return this.#isOpen;
  }

  /** A call succeeded. Only the probe closes an open breaker. */
  succeed(isProbe: boolean): void {
    if (!this.#isOpen || isProbe) this.close();
  }

  /** Lets all calls through, and forgets the failures. */
  close(): void {
    this.#isOpen = false;
    this.#isProbing = false;
    this.#failures = 0;
    this.#pauseMs = firstPauseMs;
  }

  /** A call failed. */
  fail(isProbe: boolean, now: number): void {
    this.#failures += 1;
    // The call was sent before the breaker opened, so it does not prolong the pause.
    if (this.#isOpen && !isProbe) return;
    if (!this.#isOpen && this.#failures < failuresToOpen) return;
    if (isProbe) this.#pauseMs = Math.min(this.#pauseMs * 2, maxPauseMs);
    this.#isOpen = true;
    this.#isProbing = false;
    this.#failedAt = now;
  }

  /** The probe ended without showing anything. */
  abandon(): void {
    this.#isProbing = false;
  }
}
