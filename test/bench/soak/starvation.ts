import { readdir, readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { Disturbances } from "./disturbances.ts";
import type { Program, Stage } from "./stage.ts";

const intervalMs = 500;

/** A thread that waits for a core for more than this part of the time is starved. */
const maxWaiting = 0.3;

/** Notes the times in which a thread of a gateway or of this program could run, but got no core: other work took the machine. */
export async function watchStarvation(
  { gateways }: Stage,
  disturbances: Disturbances,
  over: AbortSignal,
): Promise<void> {
  const watched = [...gateways, process];
  let before = new Map<string, number>();
  let last = performance.now();
  try {
    while (!over.aborted) {
      await setTimeout(intervalMs, undefined, { signal: over });
      const now = performance.now();
      const waited = new Map((await Promise.all(watched.map(readWaitedMs))).flat());
      const isStarved = [...waited].some(
        ([thread, ms]) => ms - (before.get(thread) ?? ms) > maxWaiting * (now - last),
      );
      if (isStarved) disturbances.noteStarved(last, now);
      [before, last] = [waited, now];
    }
  } catch (error) {
    if (!over.aborted) throw error;
  }
}

/**
 * How long each thread of a program has waited for a core, in all. The main thread also waits for the others, as when they
 * collect garbage.
 */
async function readWaitedMs({
  pid,
}: Pick<Program, "pid">): Promise<readonly (readonly [string, number])[]> {
  try {
    const threads = await readdir(`/proc/${pid}/task`);
    const read = async (thread: string) => {
      const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8");
      return [thread, Number(text.split(" ")[1]) / 1e6] as const;
    };
    const results = await Promise.allSettled(threads.map(read));
    return results.filter((one) => one.status === "fulfilled").map(({ value }) => value);
  } catch {
    // The program has ended.
    return [];
  }
}
