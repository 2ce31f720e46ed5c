// Preloaded into a gateway. On SIGUSR2 it collects all garbage, and prints what is in use and what is open.
import { EventEmitter } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** How often what is open is counted, in a second: what lasts is there each time, and what belongs to a request under way is not. */
const readings = 20;

process.on("SIGUSR2", async () => {
  collect();
  // Finalizers run between two collections.
  await new Promise((resolve) => setTimeout(resolve, 50));
  collect();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const open = [];
  while (open.length < readings) {
    await new Promise((resolve) => setTimeout(resolve, 1_000 / readings));
    open.push(countOpen());
  }
  const probe = { ...{ rss, heapUsed, external, arrayBuffers }, ...leastOf(open) };
  process.stderr.write(`PROBE ${JSON.stringify(probe)}\n`);
});

function countOpen() {
  const handles = process._getActiveHandles();
  const emitters = [process, ...handles.filter((handle) => handle instanceof EventEmitter)];
  const counts = emitters.map(countListeners);
  return {
    resources: countBy(process.getActiveResourcesInfo()),
    handles: handles.length,
    listeners: counts.reduce((sum, count) => sum + count, 0),
    mostListeners: Math.max(...counts),
  };
}

/** The least of each count. A kind that is missing once was not there. */
function leastOf(counts) {
  const [first] = counts;
  const least = (name) => Math.min(...counts.map((one) => one[name]));
  const kinds = Object.keys(first.resources).map((kind) => [
    kind,
    Math.min(...counts.map(({ resources }) => resources[kind] ?? 0)),
  ]);
  return {
    resources: Object.fromEntries(kinds),
    handles: least("handles"),
    listeners: least("listeners"),
    mostListeners: least("mostListeners"),
  };
}

function countListeners(emitter) {
  return emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);
}

function countBy(names) {
  const counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
