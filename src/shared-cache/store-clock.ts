/**
 * The store's clock, as its replies tell it. All gateways take the time from it, so that their own clocks may differ. It is behind by
 * the time that a reply takes, never ahead: a value looks older than it is, never younger.
 */
export class StoreClock {
  #offsetMs = 0;

  /** Milliseconds since 1970. */
  now(): number {
    return performance.now() + this.#offsetMs;
  }

  /** A reply that has just come has told the time. */
  set(storeMs: number): void {
    this.#offsetMs = storeMs - performance.now();
  }
}
