import { type Candidate, candidates } from "./candidates.ts";
import { type ClientName, dressAs } from "./clients.ts";
import { tapgraph } from "./dialects/tapgraph.ts";
import { type LoadRequest, percentileOf, startLoad } from "./http-load.ts";
import { pin, readCpuSeconds, readPeakMiB, resetPeak } from "./process-usage.ts";
import type { Scenario } from "./scenarios.ts";
import { type CountingServer, type ServerProcess, startServer } from "./servers/child.ts";
import { checkResponse, toLoadRequest } from "./wire.ts";

/** The length of a run, and what it simulates. */
export interface BenchOptions {
  readonly rounds: number;
  /** Seconds that each round measures, after its warm-up. */
  readonly seconds: number;
  /** The client whose GraphQL requests are sent. */
  readonly client: ClientName;
  /** Milliseconds that the registry waits before each response. */
  readonly latencyMs: number;
}

/** The measurements of one candidate in one round. */
export interface Round {
  readonly responsesPerCpuSecond: number;
  readonly callsPerResponse: number;
  readonly p50: number;
  readonly p99: number;
  readonly peakMiB: number;
}

/** The rounds of one scenario. Each holds every candidate's result by its name. */
export type ScenarioResult = readonly Readonly<Record<string, Round>>[];

const connections = 32;

const [candidateCore, loadCore] = [0, 1];

/** Seconds of load before a candidate's first round, and before the others. */
const [firstWarmUp, warmUp] = [2, 0.5];

interface Runner {
  readonly name: string;
  readonly server: ServerProcess;
  readonly requests: readonly LoadRequest[];
}

/** Measures all candidates in turn, round by round, so that they share the machine's good and bad moments. */
export async function runScenario(
  scenario: Scenario,
  options: BenchOptions,
): Promise<ScenarioResult> {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.use(await startUpstream(options.latencyMs));
  const runners: Runner[] = [];
  for (const candidate of candidates) {
    const server = stack.use(await candidate.start(upstream.url, scenario));
    await pinApart(server.pid, upstream.pid);
    runners.push({
      name: candidate.name,
      server,
      requests: await prepare(candidate, scenario, { server, client: options.client }),
    });
  }
  const rounds: Record<string, Round>[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const results: Record<string, Round> = {};
    for (const runner of runners) {
      const timing = { warmUp: round === 0 ? firstWarmUp : warmUp, seconds: options.seconds };
      results[runner.name] = await measure(runner, upstream, timing);
    }
    rounds.push(results);
  }
  return rounds;
}

/** Gives a candidate its own core. Its registry and this process, which makes the load, share the other. */
export async function pinApart(candidate: number, upstream: number): Promise<void> {
  await pin(candidate, candidateCore);
  await pin(upstream, loadCore);
  await pin(process.pid, loadCore);
}

/** Starts the registry that all candidates call. */
export function startUpstream(latencyMs = 0): Promise<CountingServer> {
  return startServer("upstream.ts", { LATENCY_MS: String(latencyMs) });
}

/** Checks a candidate's responses, and returns its requests. The first request is checked twice: as a new one, and as a known one. */
export async function prepare(
  { dialect }: Candidate,
  scenario: Scenario,
  { server, client }: { readonly server: ServerProcess; readonly client: ClientName },
): Promise<readonly LoadRequest[]> {
  const exchanges = scenario
    .exchanges(dialect ?? tapgraph)
    .map((exchange) => dressAs(dialect === null ? "plain" : client, exchange));
  const [first] = exchanges;
  if (first === undefined) throw new Error(`${scenario.name} has no requests`);
  if (dialect === null) return [toLoadRequest(first)];
  for (const exchange of [first, first, ...exchanges.slice(-2)]) {
    await checkResponse(server.url, exchange);
  }
  return exchanges.map(toLoadRequest);
}

async function measure(
  { server, requests }: Runner,
  upstream: CountingServer,
  timing: { readonly warmUp: number; readonly seconds: number },
): Promise<Round> {
  const load = startLoad(server.url, requests, connections);
  const read = async () => ({
    cpu: await readCpuSeconds(server.pid),
    calls: await upstream.fetchCount(),
  });
  await load.measure(timing.warmUp, read);
  await resetPeak(server.pid);
  const measured = await load.measure(timing.seconds, read);
  const peakMiB = await readPeakMiB(server.pid);
  await load.stop();
  const { before, after, latenciesMs } = measured;
  return {
    responsesPerCpuSecond: latenciesMs.length / (after.cpu - before.cpu),
    callsPerResponse: (after.calls - before.calls) / latenciesMs.length,
    p50: percentileOf(measured, 0.5),
    p99: percentileOf(measured, 0.99),
    peakMiB,
  };
}
