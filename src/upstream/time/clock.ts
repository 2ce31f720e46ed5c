/** Time as the transport sees it, so that a test can hold it still. */
export interface Clock {
  /** Milliseconds since 1970 that never run backwards. */
  now(): number;
  /** Calls `tick` about every so many milliseconds, until the returned function is called. */
  every(intervalMs: number, tick: () => void): () => void;
}

/**
 * The machine's own time. Its intervals keep no process alive, and each tick comes after what has arrived was read: an event
 * loop that comes round late would otherwise give up calls that were answered in time.
 */
export const systemClock: Clock = {
  now: () => timeOrigin + performance.now(),
  every(intervalMs, tick) {
    let afterReading: NodeJS.Immediate | undefined;
    const timer = setInterval(() => {
      afterReading = setImmediate(tick);
    }, intervalMs).unref();
    return () => {
      clearInterval(timer);
      clearImmediate(afterReading);
    };
  },
};

const { timeOrigin } = performance;
