/** How many failures without a success between open a breaker. */
const failuresToOpen = 5;

/** How long a breaker stays open before it lets a trial through, in milliseconds. Each trial that fails doubles the pause. */
const firstPauseMs = 250;
const maxPauseMs = 2_000;

/** Failures without a success between. */
export class FailureStreak {
  #failures = 0;
  #records: string[] = [];

  /** Whether there are as many as open a breaker. */
  get isLong(): boolean {
    return this.#failures >= failuresToOpen;
  }

  get isEmpty(): boolean {
    return this.#failures === 0;
  }

  /** @param record the short name of the record that was asked for. Further failures of the same record do not count. */
  count(record?: string): void {
    if (this.isLong) return;
    if (record !== undefined) {
      if (this.#records.includes(record)) return;
      this.#records.push(record);
    }
    this.#failures += 1;
  }

  reset(): void {
    if (this.isEmpty) return;
    this.#failures = 0;
    this.#records = [];
  }
}

/** `closed`: calls are made. `open`: no call is made. `half-open`: the next call is the trial, or the trial is in flight. */
export type BreakerState = "closed" | "open" | "half-open";

interface BreakerFailure {
  readonly isTrial: boolean;
  readonly now: number;
  /** The short name of the record that was asked for; undefined if any failure counts. */
  readonly record?: string | undefined;
}

/**
 * A circuit breaker. It opens after a long streak of failures. From then on it lets one trial through after each pause, until one
 * succeeds.
 */
export class Breaker {
  readonly #streak = new FailureStreak();
  #isOpen = false;
  #isTrying = false;
  #pauseMs = firstPauseMs;
  #failedAt = 0;

  /** Whether a call has failed since the last success. */
  get isFailing(): boolean {
    return this.#isOpen || !this.#streak.isEmpty;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  state(now: number): BreakerState {
    if (!this.#isOpen) return "closed";
    return this.#isTrying || now >= this.#failedAt + this.#pauseMs ? "half-open" : "open";
  }

  /**
   * Whether a call would be refused.
   * @param health whether calls such as this one fail. A healthy one waits only for the first pause: otherwise nearly every trial
   *   would be one of those that fail.
   */
  refuses(now: number, health: "failing" | "healthy" = "failing"): boolean {
    if (!this.#isOpen) return false;
    const pauseMs = health === "healthy" ? firstPauseMs : this.#pauseMs;
    return this.#isTrying || now < this.#failedAt + pauseMs;
  }

  /** Lets through a call that is not refused. Returns whether it is the trial. */
  enter(): boolean {
    this.#isTrying = this.#isOpen;
    return this.#isOpen;
  }

  /** A call succeeded. Only the trial closes an open breaker. */
  succeed(isTrial: boolean): void {
    if (this.#isOpen && !isTrial) return;
    this.#isOpen = false;
    this.#isTrying = false;
    this.#pauseMs = firstPauseMs;
    this.#streak.reset();
  }

  fail({ isTrial, now, record }: BreakerFailure): void {
    this.#streak.count(record);
    // A call that was sent before the breaker opened does not prolong the pause.
    if (this.#isOpen ? isTrial : this.#streak.isLong) this.open(isTrial, now);
  }

  /** Lets no call through, until the next pause is over. */
  open(isTrial: boolean, now: number): void {
    if (isTrial) this.#pauseMs = Math.min(this.#pauseMs * 2, maxPauseMs);
    this.#isOpen = true;
    this.#isTrying = false;
    this.#failedAt = now;
  }

  /** The trial was cancelled, or showed nothing. */
  cancelTrial(): void {
    this.#isTrying = false;
  }
}
