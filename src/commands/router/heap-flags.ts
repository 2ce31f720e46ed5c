import { setFlagsFromString } from "node:v8";

/** Changes defaults of V8 that do not suit a server with bursts of load and short-lived objects (docs/performance.md). */
export function setHeapFlags(): void {
  // By default, V8 allocates objects in the old generation if others from the same place in the code have survived a scavenge. Such
  // an object keeps everything that it points to, often an entire request, until the next full collection.
  setFlagsFromString("--no-allocation-site-pretenuring");
  // After some seconds without requests, V8 collects garbage to give memory back. By default, it also drops compiled code, which
  // makes the first seconds after a pause slow.
  setFlagsFromString("--no-memory-reducer-favors-memory");
  // By default, the heap, with the buffers of bodies, may grow only a little before the next full collection. Lists would cause
  // several full collections a second. With this flag, the heap may grow to three times the size of the live objects.
  setFlagsFromString("--heap-growing-percent=200");
}
