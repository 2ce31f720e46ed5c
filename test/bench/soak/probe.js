// Preloaded into a gateway. On SIGUSR2 it collects all garbage, and prints what is in use and what is open.
import { EventEmitter } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", async () => {
  collect();
  // Finalizers run between two collections.
  await new Promise((resolve) => setTimeout(resolve, 50));
  collect();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const resources = countBy(process.getActiveResourcesInfo());
  const handles = process._getActiveHandles();
  const emitters = [process, ...handles.filter((handle) => handle instanceof EventEmitter)];
  const counts = emitters.map(countListeners);
  const probe = {
    ...{ rss, heapUsed, external, arrayBuffers, resources },
    handles: handles.length,
    listeners: counts.reduce((sum, count) => sum + count, 0),
    mostListeners: Math.max(...counts),
  };
  process.stderr.write(`PROBE ${JSON.stringify(probe)}\n`);
});

function countListeners(emitter) {
  return emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);
}

function countBy(names) {
  const counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
