export interface Clock {
  /** Milliseconds since 1970 that never run backwards. */
  now(): number;
  /** Milliseconds since 1970 as the machine is set, which may run backwards. */
  timeOfDay(): number;
  every(
    intervalMs: number,
    tick: () => void,
    options?: { readonly keepsAlive?: boolean },
  ): () => void;
}

/**
 * The machine's time. Each tick of an interval waits until everything that has arrived has been
 * read. Otherwise, calls that were answered in time would time out when the event loop is late.
 */
export const systemClock: Clock = {
  now: () => timeOrigin + performance.now(),
  // `now` may not count the time for which the machine sleeps.
  timeOfDay: Date.now,
  every(intervalMs, tick, { keepsAlive = false } = {}) {
    let afterReading: NodeJS.Immediate | undefined;
    const timer = setInterval(() => {
      afterReading = setImmediate(tick);
    }, intervalMs);
    if (!keepsAlive) timer.unref();
    return () => {
      clearInterval(timer);
      clearImmediate(afterReading);
    };
  },
};

const { timeOrigin } = performance;
