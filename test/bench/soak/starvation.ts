import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { Disturbances } from "./disturbances.ts";
import type { Stage } from "./stage.ts";

const intervalMs = 500;

/** A thread that waits for a core for more than this part of the time is starved. */
const maxWaiting = 0.3;

/** Notes the times in which a gateway's main thread could run, but got no core: other work took the machine. */
export async function watchStarvation(
  { gateways }: Stage,
  disturbances: Disturbances,
  over: AbortSignal,
): Promise<void> {
  let before = new Map<number, number>();
  let last = performance.now();
  try {
    while (!over.aborted) {
      await setTimeout(intervalMs, undefined, { signal: over });
      const now = performance.now();
      const waited = new Map<number, number>();
      for (const { pid } of gateways) waited.set(pid, await readWaitedMs(pid));
      const isStarved = [...waited].some(
        ([pid, ms]) => ms - (before.get(pid) ?? ms) > maxWaiting * (now - last),
      );
      if (isStarved) disturbances.noteStarved(last, now);
      [before, last] = [waited, now];
    }
  } catch (error) {
    if (!over.aborted) throw error;
  }
}

/** How long a process's main thread has waited for a core, in all; 0 if it has ended. */
async function readWaitedMs(pid: number): Promise<number> {
  try {
    const [, waitedNs] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, "utf8")).split(" ");
    return Number(waitedNs) / 1e6;
  } catch {
    return 0;
  }
}
