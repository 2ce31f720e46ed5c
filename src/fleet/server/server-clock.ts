/**
 * The cache server's clock, as its replies show it. All gateways take the time from it, so their own clocks may differ. It is
 * behind by the time that a reply takes, and never ahead: a value may look older than it is, but never younger.
 */
export class ServerClock {
  #offsetMs = 0;

  now(): number {
    return performance.now() + this.#offsetMs;
  }

  /** Sets the clock to the time in a reply that has just come. */
  set(serverMs: number): void {
    this.#offsetMs = serverMs - performance.now();
  }
}
