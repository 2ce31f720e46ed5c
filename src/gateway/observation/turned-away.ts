import type { Logger } from "pino";

/** How often the log tells of requests that were turned away, in milliseconds. */
const everyMs = 1_000;

/** Calls back after so many milliseconds. */
type Later = (callback: () => void, ms: number) => void;

/**
 * Tells the log how many requests were turned away, those of a second in one line: to write a line for each would take more of the
 * processor than to turn them away, and fill the disk of whoever is flooded.
 */
export class TurnedAway implements Disposable {
  readonly #log: Logger;
  readonly #later: Later;
  #count = 0;

  /** @param later keeps no process alive. */
  constructor(log: Logger, later: Later = (callback, ms) => void setTimeout(callback, ms).unref()) {
    this.#log = log;
    this.#later = later;
  }

  /** Counts a request. */
  count(): void {
    this.#count += 1;
    if (this.#count === 1) this.#later(this.#tell, everyMs);
  }

  /** Tells what has not been told. */
  [Symbol.dispose](): void {
    this.#tell();
  }

  readonly #tell = () => {
    if (this.#count === 0) return;
    this.#log.warn({ requests: this.#count }, "requests were turned away");
    this.#count = 0;
  };
}
