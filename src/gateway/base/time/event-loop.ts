import { type EventLoopUtilization, performance } from "node:perf_hooks";

/** Returns a function that measures the event loop utilization since it was last called, from 0 to 1. */
export function watchEventLoop(): () => number {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
