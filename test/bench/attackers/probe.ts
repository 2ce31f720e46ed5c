// Loaded into a gateway with --import. On SIGUSR2 it prints how long the event loop was held since the last time, and then, after a
// garbage collection, how much of the heap is used.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const sampleMs = 10;
const delays = monitorEventLoopDelay({ resolution: sampleMs });
delays.enable();

// Other work on the machine also delays the loop. The processor time between two samples leaves it out.
let ranMs = 0;
let last = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  ranMs = Math.max(ranMs, (user + system) / 1_000);
  last = process.threadCpuUsage();
}, sampleMs).unref();

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", () => {
  // The histogram holds whole intervals between samples, so one sample of each is no delay.
  const heldMs = Math.max(0, delays.max / 1e6 - sampleMs);
  const held = { heldMs, ranMs };
  collect();
  const { heapUsed } = process.memoryUsage();
  setTimeout(() => {
    // The collection's own time does not count.
    delays.reset();
    ranMs = 0;
    process.stderr.write(`PROBE ${JSON.stringify({ ...held, heapUsed })}\n`);
  }, 5 * sampleMs);
});
