import { candidates, startGateway } from "./candidates.ts";
import { prepare, startUpstream } from "./gateway.ts";
import { type LoadRequest, startLoad } from "./http-load.ts";
import { readChildren, readCpuSeconds } from "./process-usage.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import type { ServerProcess } from "./servers/child.ts";
import { median } from "./table.ts";

const names = ["S1", "S2v"];
const connections = 32;
const leastRatio = 0.9;

/**
 * Prints what answers two workers give for each second of processor time, their first process included, beside one process.
 * No process is bound to a core: two workers on one core would take each other's caches, which they are not meant to.
 */
export async function runWorkersBench(rounds: number, seconds: number): Promise<void> {
  const candidate = candidates.find(({ name }) => name === "tapgraph");
  if (candidate === undefined) throw new Error("tapgraph is no candidate");
  for (const scenario of scenarios.filter(({ name }) => names.includes(name))) {
    await using upstream = await startUpstream();
    const start = (workers: string) =>
      startGateway({ ...scenario.settings, REGISTRY_URL: upstream.url, WORKERS: workers });
    await using one = await start("1");
    await using two = await start("2");
    const requests = await prepare(candidate, scenario, { server: one, client: "apollo" });
    await compare(scenario, { one, two, requests, rounds, seconds });
  }
}

interface Comparison {
  readonly one: ServerProcess;
  readonly two: ServerProcess;
  readonly requests: readonly LoadRequest[];
  readonly rounds: number;
  readonly seconds: number;
}

async function compare(
  { name }: Scenario,
  { one, two, requests, rounds, seconds }: Comparison,
): Promise<void> {
  // Two processes have to have their code compiled, each with half of the requests.
  await measure(one, requests, firstWarmUpSeconds);
  await measure(two, requests, 2 * firstWarmUpSeconds);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const single = await measure(one, requests, seconds);
    const both = await measure(two, requests, seconds);
    ratios.push(both / single);
    console.log(`${name}: one ${single.toFixed(0)} answers a CPU-second, two ${both.toFixed(0)}`);
  }
  const ratio = median(ratios);
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  console.log(`${name}: ratio ${ratio.toFixed(2)} (${spread}); at least ${leastRatio}`);
  if (ratio < leastRatio) process.exitCode = 1;
}

/** Answers for each second of processor time. */
async function measure(
  { url, pid }: ServerProcess,
  requests: readonly LoadRequest[],
  seconds: number,
): Promise<number> {
  const pids = [pid, ...(await readChildren(pid))];
  const load = startLoad(url, requests, connections);
  const read = async () => {
    const each = await Promise.all(pids.map(readCpuSeconds));
    return each.reduce((sum, cpu) => sum + cpu, 0);
  };
  await load.measure(warmUpSeconds, read);
  const { before, after, latenciesMs } = await load.measure(seconds, read);
  await load.stop();
  return latenciesMs.length / (after - before);
}

const [firstWarmUpSeconds, warmUpSeconds] = [4, 0.5];
