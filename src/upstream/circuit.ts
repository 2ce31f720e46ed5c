/** This many failures in a row, with no success between them, open the circuit. */
const FAILURES_TO_OPEN = 20;

/** How long it stays open before a probe is sent; doubled with each probe that fails. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

/** `closed`: calls are made; `open`: none is; `half-open`: the next one is the probe, or it is under way. */
export type CircuitState = "closed" | "open" | "half-open";

/**
 * Keeps calls from a registry that fails. It opens after a row of failures and then lets a single call through now and
 * then, until one succeeds. A row in which only one key failed closes the registry to that key alone: others may be served well.
 */
export class Circuit {
  #failures = 0;
  /** The one key of the failures in a row; undefined: several. */
  #lane: string | undefined;
  #isOpen = false;
  #isProbing = false;
  #pauseMs = FIRST_PAUSE_MS;
  #probeAt = 0;

  state(now: number): CircuitState {
    if (!this.#isOpen) return "closed";
    return this.#isProbing || now >= this.#probeAt ? "half-open" : "open";
  }

  /** Whether a call with this key would be refused. */
  refuses(lane: string, now: number): boolean {
    if (!this.#isOpen || !this.#concerns(lane)) return false;
    return this.#isProbing || now < this.#probeAt;
  }

  /** Lets a call through that is not refused; true: it is the probe. */
  enter(lane: string): boolean {
    if (!this.#isOpen || !this.#concerns(lane)) return false;
    this.#isProbing = true;
    return true;
  }

  /** The registry answered a call. Late answers to calls from before the circuit opened do not close it. */
  succeed(lane: string, isProbe: boolean): void {
    if (this.#isOpen && !isProbe) return;
    this.#isOpen = false;
    this.#isProbing = false;
    this.#failures = 0;
    this.#lane = lane;
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  /** A call failed: no answer, no time left, or a 5xx. */
  fail(lane: string, isProbe: boolean, now: number): void {
    if (this.#failures === 0) this.#lane = lane;
    else if (this.#lane !== lane) this.#lane = undefined;
    this.#failures += 1;
    if (this.#isOpen ? !isProbe : this.#failures < FAILURES_TO_OPEN) return;
    if (isProbe) this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    this.#isOpen = true;
    this.#isProbing = false;
    this.#probeAt = now + this.#pauseMs;
  }

  /** A call ended without a verdict, because nobody waited for it any more. */
  abandon(isProbe: boolean): void {
    if (isProbe) this.#isProbing = false;
  }

  #concerns(lane: string): boolean {
    return this.#lane === undefined || this.#lane === lane;
  }
}
