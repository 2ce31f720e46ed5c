/** Time as the transport sees it, so that a test can hold it still. */
export interface Clock {
  /** Milliseconds since 1970 that never run backwards. */
  now(): number;
  /** Calls `tick` about every so many milliseconds, until the returned function is called. */
  every(intervalMs: number, tick: () => void): () => void;
}

/** The machine's own time. Its intervals keep no process alive. */
export const systemClock: Clock = {
  now: () => timeOrigin + performance.now(),
  every(intervalMs, tick) {
    const timer = setInterval(tick, intervalMs).unref();
    return () => clearInterval(timer);
  },
};

const { timeOrigin } = performance;
