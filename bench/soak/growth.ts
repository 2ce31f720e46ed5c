import { countDescriptors } from "../harness/process-usage.ts";
import { hasEnded, readProbe } from "../harness/servers.ts";
import { formatTable } from "../harness/table.ts";
import { type Disturbances, isStill } from "./disturbances.ts";
import type { Program } from "./stage.ts";

/** What is measured, and the share of its level by which it may rise. */
const measures = {
  "heap after a collection, MiB": 0.05,
  "RSS, MiB": 0.1,
  descriptors: 0.1,
  "active resources": 0.1,
} as const;

type Measure = keyof typeof measures;

interface Sample {
  readonly minute: number;
  readonly values: Readonly<Record<Measure, number>>;
}

/** Samples are taken only when nothing was disturbed for so long. */
const calmMs = 10_000;

/** Whether a gateway grows. */
export class Growth {
  readonly #samples: Sample[] = [];
  readonly #gateway: Program;
  readonly #startedAt = performance.now();

  constructor(gateway: Program) {
    this.#gateway = gateway;
  }

  /** Measures until `over` is aborted. */
  async keepMeasuring(
    disturbances: Disturbances,
    intervalMs: number,
    over: AbortSignal,
  ): Promise<void> {
    let dueAt = performance.now() + intervalMs;
    while (await isStill(over, 1_000)) {
      const isCalm = disturbances.isCalm(Math.min(calmMs, intervalMs));
      if (performance.now() < dueAt || !isCalm) continue;
      await this.#measure();
      dueAt = performance.now() + intervalMs;
    }
  }

  async #measure(): Promise<void> {
    const { run, pid } = this.#gateway;
    const descriptors = await countDescriptors(pid);
    const probe = await readProbe(run);
    if (hasEnded(run)) throw new Error(`The gateway has ended: ${run.output.slice(-2_000)}`);
    // A probe may take too long on a busy machine.
    if (probe === null) return;
    const { heap, rss, resources } = probe;
    this.#samples.push({
      minute: (performance.now() - this.#startedAt) / 60_000,
      values: {
        "heap after a collection, MiB": heap,
        "RSS, MiB": rss,
        descriptors,
        "active resources": resources,
      },
    });
  }

  /** Which measures rise after the first tenth of a run; empty if none does. */
  findFailures(minutes: number): readonly string[] {
    return this.#fit(minutes)
      .filter(({ isFlat }) => !isFlat)
      .map(({ name, rise }) => `${name}: a rise of ${rise.toFixed(1)}`);
  }

  format(minutes: number): string {
    const rows = this.#fit(minutes).map(({ name, level, rise, error, isFlat }) => [
      name,
      ...[level, rise, 2 * error].map((value) => value.toFixed(1)),
      Number.isNaN(rise) ? "too short" : isFlat ? "yes" : "**no**",
    ]);
    const heads = ["the gateway that lived", "level", "rise", "two standard errors", "flat"];
    return formatTable([heads, ...rows]);
  }

  #fit(minutes: number) {
    const later = this.#samples.filter(({ minute }) => minute >= minutes / 10);
    return (Object.keys(measures) as Measure[]).map((name) => {
      const points = later.map(({ minute, values }) => [minute, values[name]] as const);
      const line = fitLine(points);
      // One that falls shows nothing that leaks.
      const isFlat = line.rise <= Math.max(measures[name] * line.level, 2 * line.error);
      return { name, ...line, isFlat };
    });
  }
}

/** The line with the least squares: its mean, its rise, and the standard error of that. */
function fitLine(points: readonly (readonly [minute: number, value: number])[]) {
  const size = points.length;
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / size;
  const middle = mean(points.map(([minute]) => minute));
  const level = mean(points.map(([, value]) => value));
  const spread = points.reduce((sum, [minute]) => sum + (minute - middle) ** 2, 0);
  if (size < 3 || spread === 0) return { level, rise: Number.NaN, error: Number.NaN };
  const slope =
    points.reduce((sum, [minute, value]) => sum + (minute - middle) * (value - level), 0) / spread;
  const residue = points.reduce(
    (sum, [minute, value]) => sum + (value - level - slope * (minute - middle)) ** 2,
    0,
  );
  const length = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0);
  const error = Math.sqrt(residue / (size - 2) / spread) * length;
  return { level, rise: slope * length, error };
}
