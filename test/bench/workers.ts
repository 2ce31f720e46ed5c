import { candidates, startGateway } from "./candidates.ts";
import { prepare, startUpstream } from "./gateway.ts";
import { type LoadRequest, startLoad } from "./http-load.ts";
import { readChildren, readCpuSeconds } from "./process-usage.ts";
import { scenarios } from "./scenarios.ts";
import type { ServerProcess } from "./servers/child.ts";
import { median } from "./table.ts";

const names = ["S1", "S2v"];
const connections = 32;
const minRatio = 0.9;
const [firstWarmUpSeconds, warmUpSeconds] = [4, 0.5];

/** Responses for each second of processor time. */
interface Round {
  /** One process. */
  readonly one: number;
  /** Two workers, with their first process. */
  readonly two: number;
  /** Two separate processes. They show what two busy processes cost on this machine if they share nothing. */
  readonly pair: number;
}

/**
 * Prints how many responses two workers give per second of processor time, compared with one process and with two separate ones.
 * No process is bound to a core, because two workers are not meant to share one.
 */
export async function runWorkersBench(rounds: number, seconds: number): Promise<void> {
  const candidate = candidates.find(({ name }) => name === "tapgraph");
  if (candidate === undefined) throw new Error("tapgraph is not a candidate");
  for (const scenario of scenarios.filter(({ name }) => names.includes(name))) {
    await using upstream = await startUpstream();
    const start = (workers: string) =>
      startGateway({ ...scenario.settings, REGISTRY_URL: upstream.url, WORKERS: workers });
    await using one = await start("1");
    await using other = await start("1");
    await using two = await start("2");
    const requests = await prepare(candidate, scenario, { server: one, client: "apollo" });
    const of = (servers: readonly ServerProcess[], phaseSeconds: number) =>
      measure(servers, requests, phaseSeconds);
    for (const servers of [[one], [other], [two], [two]]) await of(servers, firstWarmUpSeconds);
    const results: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      results.push({
        one: await of([one], seconds),
        two: await of([two], seconds),
        pair: await of([one, other], seconds),
      });
    }
    print(scenario.name, results);
  }
}

function print(name: string, rounds: readonly Round[]): void {
  for (const { one, two, pair } of rounds) {
    const figures = [one, two, pair].map((figure) => figure.toFixed(0));
    console.log(
      `${name}: one ${figures[0]}, two workers ${figures[1]}, two separate ${figures[2]}`,
    );
  }
  const toOne = rounds.map(({ one, two }) => two / one);
  const toPair = rounds.map(({ two, pair }) => two / pair);
  console.log(`${name}: of one process's responses ${formatRatios(toOne)}; at least ${minRatio}`);
  console.log(`${name}: of the responses of two separate processes ${formatRatios(toPair)}`);
  if (median(toOne) < minRatio) process.exitCode = 1;
}

function formatRatios(ratios: readonly number[]): string {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

/** How many responses servers that share the load give per second of processor time. */
async function measure(
  servers: readonly ServerProcess[],
  requests: readonly LoadRequest[],
  seconds: number,
): Promise<number> {
  const families = await Promise.all(
    servers.map(async ({ pid }) => [pid, ...(await readChildren(pid))]),
  );
  const read = async () => {
    const each = await Promise.all(families.flat().map(readCpuSeconds));
    return each.reduce((sum, cpu) => sum + cpu, 0);
  };
  const loads = servers.map(({ url }) => startLoad(url, requests, connections / servers.length));
  const phase = (phaseSeconds: number) =>
    Promise.all(loads.map((load) => load.measure(phaseSeconds, read)));
  await phase(warmUpSeconds);
  const measured = await phase(seconds);
  await Promise.all(loads.map((load) => load.stop()));
  const responses = measured.reduce((sum, { latenciesMs }) => sum + latenciesMs.length, 0);
  // All loads were measured at the same time.
  const [{ before, after }] = measured as [(typeof measured)[0]];
  return responses / (after - before);
}
