import type { Clock } from "../../src/gateway/base/time/clock.ts";

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;
  readonly #ticks = new Set<() => void>();

  /** @param now where it stands, in milliseconds since 1970. */
  constructor(now = Date.parse("2026-01-01T00:00:00Z")) {
    this.#now = now;
  }

  /** Whether anything is called back as time passes. */
  get isWatched(): boolean {
    return this.#ticks.size > 0;
  }

  now(): number {
    return this.#now;
  }

  timeOfDay(): number {
    return this.#now;
  }

  every(_intervalMs: number, tick: () => void): () => void {
    this.#ticks.add(tick);
    return () => this.#ticks.delete(tick);
  }

  /** Moves the time forward, and runs all callbacks. */
  advance(ms: number): void {
    this.#now += ms;
    for (const tick of [...this.#ticks]) tick();
  }
}

/** Blocks the event loop, as long computations or a busy machine do. */
export function blockEventLoop(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
