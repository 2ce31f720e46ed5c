import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

export const collectGarbage: (options?: { type: "minor" }) => void = runInNewContext("gc");

/** The bytes of V8's heap that are in use after a garbage collection. */
export function readHeap(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** The bytes of buffers that are in use after a garbage collection. */
export async function readBuffers(): Promise<number> {
  collectGarbage();
  await setImmediate();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
