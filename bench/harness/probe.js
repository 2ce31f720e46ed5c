// Loaded into a gateway. On SIGUSR2 it prints for how long its event loop ran at most since the
// last time, what is in use after a garbage collection, and what is open.
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const sampleMs = 10;

// Other work on the machine also delays the loop. Processor time leaves it out.
let ranMs = 0;
let last = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  ranMs = Math.max(ranMs, (user + system) / 1_000);
  last = process.threadCpuUsage();
}, sampleMs).unref();

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", async () => {
  const ran = ranMs;
  collect();
  // Finalizers run between two collections.
  await setTimeout(50);
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  const memory = { heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 };
  const resources = await countResources();
  // The collections' own time does not count.
  ranMs = 0;
  process.stderr.write(`PROBE ${JSON.stringify({ ranMs: ran, ...memory, resources })}\n`);
});

/**
 * The least of some counts: what lasts is there each time, and what belongs to a request is not.
 */
async function countResources() {
  let least = Number.POSITIVE_INFINITY;
  for (let reading = 0; reading < 20; reading += 1) {
    least = Math.min(least, process.getActiveResourcesInfo().length);
    await setTimeout(10);
  }
  return least;
}
