import type { Logger } from "pino";

/** How often the requests that were turned away are logged, in milliseconds. */
const everyMs = 1_000;

/** Calls a function after some milliseconds. */
type Later = (callback: () => void, ms: number) => void;

/**
 * Logs how many requests were turned away, in one line a second. A line for each would take more of the processor than turning it
 * away, and a flood of requests would fill the disk.
 */
export class TurnedAway implements Disposable {
  readonly #log: Logger;
  readonly #later: Later;
  #count = 0;

  /** @param later must not keep the process alive. */
  constructor(log: Logger, later: Later = (callback, ms) => void setTimeout(callback, ms).unref()) {
    this.#log = log;
    this.#later = later;
  }

  /** Counts a request. */
  count(): void {
    this.#count += 1;
    if (this.#count === 1) this.#later(this.#tell, everyMs);
  }

  /** Logs those that have not been logged yet. */
  [Symbol.dispose](): void {
    this.#tell();
  }

  readonly #tell = () => {
    if (this.#count === 0) return;
    this.#log.warn({ requests: this.#count }, "requests were turned away");
    this.#count = 0;
  };
}
