import type { Logger } from "pino";
import type { Metrics } from "./metrics.ts";

/** How often the requests that were turned away are logged and counted, in milliseconds. */
const intervalMs = 1_000;

type Later = (callback: () => void, ms: number) => void;

interface TurnedAwayOptions {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "countTurnedAway">;
}

/**
 * Logs and counts the requests that were turned away, once a second. Doing this for each request would take longer than turning it away.
 * In a flood of requests, the log would also fill the disk.
 */
export class TurnedAway implements Disposable {
  readonly #options: TurnedAwayOptions;
  readonly #later: Later;
  #count = 0;

  /** @param later must not keep the process alive. */
  constructor(
    options: TurnedAwayOptions,
    later: Later = (callback, ms) => void setTimeout(callback, ms).unref(),
  ) {
    this.#options = options;
    this.#later = later;
  }

  count(): void {
    this.#count += 1;
    if (this.#count === 1) this.#later(this.#log, intervalMs);
  }

  [Symbol.dispose](): void {
    this.#log();
  }

  readonly #log = () => {
    if (this.#count === 0) return;
    const { log, metrics } = this.#options;
    log.warn({ requests: this.#count }, "requests were turned away");
    metrics.countTurnedAway(this.#count);
    this.#count = 0;
  };
}
