import { readdir, readlink } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { CacheServer } from "../../support/shared-caches.ts";
import type { Run } from "../../support/tapgraph.ts";
import { readCpuSeconds } from "../process-usage.ts";
import type { Disturbances } from "./disturbances.ts";
import type { Point } from "./flat.ts";
import type { Stage } from "./stage.ts";

const mebibyte = 2 ** 20;

/** What is measured of a process that lives through the run, and the share of its level by which it may rise. */
export const measures = {
  "heap after a collection, MiB": 0.05,
  "outside the heap, MiB": 0.1,
  "RSS, MiB": 0.1,
  descriptors: 0.1,
  "active resources": 0.1,
  timers: 0.1,
  "event-loop handles": 0.1,
  "listeners on handles": 0.1,
  "most listeners on one": 0.1,
} as const;

export type Measure = keyof typeof measures;

/** One measurement of a process. */
export interface Sample {
  readonly minute: number;
  readonly values: Readonly<Record<Measure, number>>;
  /** The active resources by kind. */
  readonly resources: Readonly<Record<string, number>>;
}

/** Samples are taken only when nothing was disturbed for so long, unless none was taken for three intervals. */
const calmMs = 10_000;

/** The measurements of all gateways, and of the cache. */
export class Measurements {
  /** Of the gateway that lives through the run. */
  readonly steady: Sample[] = [];
  /** Of the one that is killed, with the number of its life. */
  readonly killed: (Sample & { readonly life: number })[] = [];
  /** The cache's memory, in MiB. */
  readonly cache: Point[] = [];
  readonly #stage: Stage;
  readonly #disturbances: Disturbances;
  /** When the run began, by `performance.now()`. */
  startedAt = performance.now();

  constructor(stage: Stage, disturbances: Disturbances) {
    this.#stage = stage;
    this.#disturbances = disturbances;
  }

  /** Lets the run begin now. */
  begin(): void {
    this.startedAt = performance.now();
  }

  get minute(): number {
    return (performance.now() - this.startedAt) / 60_000;
  }

  /** Measures until `over` is aborted. */
  async keepMeasuring(intervalMs: number, over: AbortSignal): Promise<void> {
    try {
      for (let late = 0; !over.aborted; ) {
        await setTimeout(late > 0 ? 1_000 : intervalMs, undefined, { signal: over });
        late += 1_000;
        if (!this.#disturbances.isCalm(Math.min(calmMs, intervalMs)) && late < 3 * intervalMs)
          continue;
        late = 0;
        await this.#measure();
      }
    } catch (error) {
      if (!over.aborted) throw error;
    }
  }

  async #measure(): Promise<void> {
    const { minute } = this;
    const [steady, killed] = this.#stage.gateways;
    const sample = await takeSample(steady.run, minute);
    // A probe may take too long on a busy machine.
    if (sample !== null) this.steady.push(sample);
    else if (steady.run.process.exitCode !== null || steady.run.process.signalCode !== null)
      throw new Error(`The gateway has ended: ${steady.run.output.slice(-2_000)}`);
    const other = await takeSample(killed.run, minute);
    if (other !== null) this.killed.push({ ...other, life: killed.lives });
    this.cache.push({ minute, value: await readCacheMiB(this.#stage.cache) });
  }
}

/** Null if the process has ended, or does not answer yet. */
async function takeSample(run: Run, minute: number): Promise<Sample | null> {
  const known = run.output.length;
  const descriptors = await countDescriptors(run.process.pid ?? 0);
  run.process.kill("SIGUSR2");
  for (const end = performance.now() + 10_000; performance.now() < end; await setTimeout(50)) {
    const text = /PROBE (\{.*\})\n/.exec(run.output.slice(known))?.[1];
    if (text === undefined) continue;
    const probe = JSON.parse(text);
    const { resources } = probe;
    const active = Object.values(resources as Record<string, number>);
    const values = {
      "heap after a collection, MiB": probe.heapUsed / mebibyte,
      "outside the heap, MiB": probe.external / mebibyte,
      "RSS, MiB": probe.rss / mebibyte,
      descriptors,
      "active resources": active.reduce((sum, count) => sum + count, 0),
      timers: resources.Timeout ?? 0,
      "event-loop handles": probe.handles,
      "listeners on handles": probe.listeners,
      "most listeners on one": probe.mostListeners,
    };
    return { minute, values, resources };
  }
  return null;
}

async function countDescriptors(pid: number): Promise<number> {
  try {
    const names = await readdir(`/proc/${pid}/fd`);
    const links = await Promise.allSettled(
      names.map((name) => readlink(`/proc/${pid}/fd/${name}`)),
    );
    return links.filter(({ status }) => status === "fulfilled").length;
  } catch {
    return 0;
  }
}

async function readCacheMiB(cache: CacheServer): Promise<number> {
  const info = String(await cache.send("INFO", "memory"));
  return Number(/^used_memory:(\d+)/m.exec(info)?.[1]) / mebibyte;
}

/** The processor time that all parts have used, in seconds. */
export async function readBusySeconds(stage: Stage): Promise<number> {
  const pids = [process.pid, stage.registry.pid, ...stage.gateways.map(({ pid }) => pid)];
  const seconds = await Promise.all(pids.map((pid) => readCpuSeconds(pid).catch(() => 0)));
  return seconds.reduce((sum, one) => sum + one, 0);
}
