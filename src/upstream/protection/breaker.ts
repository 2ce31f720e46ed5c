/** This many failures in a row, with no success between them, open a breaker. */
export const FAILURES_TO_OPEN = 20;

/** How long it stays open before a probe is sent; doubled with each probe that fails. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

/** `closed`: calls are made; `open`: none is; `half-open`: the next one is the probe, or it is under way. */
export type BreakerState = "closed" | "open" | "half-open";

/** Opens after a row of failures, and then lets a single call through now and then, until one succeeds. */
export class Breaker {
  #failures = 0;
  #isOpen = false;
  #isProbing = false;
  #pauseMs = FIRST_PAUSE_MS;
  #failedAt = 0;

  /** @param failures those that are taken over from another: too few to open it. */
  constructor(failures = 0) {
    this.#failures = failures;
  }

  /** Whether there was a failure since the last success. */
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
   * Whether a call would be refused. Whose calls have not failed waits for the shortest pause only, so that those whose calls
   * do are not the only ones who ever send the probe.
   */
  refuses(now: number, caller: "failing" | "well" = "failing"): boolean {
    if (!this.#isOpen) return false;
    const pauseMs = caller === "well" ? FIRST_PAUSE_MS : this.#pauseMs;
    return this.#isProbing || now < this.#failedAt + pauseMs;
  }

  /** Lets a call through that is not refused; true: it is the probe. */
  enter(): boolean {
    this.#isProbing = this.#isOpen;
    return this.#isOpen;
  }

  /** A call succeeded. When it is open, only the probe closes it. */
  succeed(isProbe: boolean): void {
    if (this.#isOpen && !isProbe) return;
    this.#isOpen = false;
    this.#isProbing = false;
    this.#failures = 0;
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  /** A call failed; of those from before it opened, none holds it open. */
  fail(isProbe: boolean, now: number): void {
    this.#failures += 1;
    if (this.#isOpen ? !isProbe : this.#failures < FAILURES_TO_OPEN) return;
    if (isProbe) this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    this.#isOpen = true;
    this.#isProbing = false;
    this.#failedAt = now;
  }

  /** The probe ended without a verdict. */
  abandon(): void {
    this.#isProbing = false;
  }
}
