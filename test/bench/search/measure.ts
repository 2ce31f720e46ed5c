import { median } from "../table.ts";
import type { SearchResult } from "./candidates.ts";

/** A way to get a result. */
export type Run = () => SearchResult | Promise<SearchResult>;

/** The cost of each run in milliseconds, with its ratio to the second one. A run that a candidate lacks is a dash. */
export async function compare(
  runs: readonly (Run | undefined)[],
  rounds: number,
): Promise<string[]> {
  const costs: (number | undefined)[][] = [];
  for (let round = 0; round <= rounds; round++) {
    const times: (number | undefined)[] = [];
    for (const run of runs) times.push(run && (await measure(run)));
    if (round > 0) costs.push(times);
  }
  return runs.map((run, index) => {
    if (run === undefined) return "–";
    const ms = median(costs.map((times) => times[index] ?? 0));
    const ratio = median(costs.map((times) => (times[index] ?? 0) / (times[1] ?? Number.NaN)));
    return Number.isNaN(ratio) ? ms.toFixed(2) : `${ms.toFixed(2)} (**${ratio.toFixed(2)}**)`;
  });
}

/** The processor time of one run, in milliseconds: the mean of enough runs to be measurable. */
export async function measure(run: Run): Promise<number> {
  const started = readCpuMs();
  let runs = 0;
  let spent = 0;
  do {
    await run();
    runs++;
    spent = readCpuMs() - started;
  } while (spent < 150);
  return spent / runs;
}

/** The processor time of this process so far, in milliseconds. */
export function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
