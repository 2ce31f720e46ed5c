import { type LoadRequest, measureLoad } from "../harness/load.ts";
import { readCpuSeconds, readPeakMiB, resetPeak } from "../harness/process-usage.ts";
import { pinApart, type ServerProcess, startServer } from "../harness/servers.ts";
import { formatTable, median, percentile } from "../harness/table.ts";
import { type Candidate, candidates, limit } from "./candidates.ts";
import { checkResponse, toLoadRequest } from "./requests.ts";
import { type Scenario, scenarios } from "./scenarios.ts";

const connections = 32;

/** Seconds of load before a candidate's first round, and before the others. */
const [firstWarmUp, warmUp] = [2, 0.5];

/** The measurements of one candidate in one round. */
interface Measurement {
  readonly perCpuSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly peakMiB: number;
}

/** The rounds of a scenario. Each holds every candidate's measurements by its name. */
type Rounds = readonly Readonly<Record<string, Measurement>>[];

/**
 * Compares tapgraph with a textbook Apollo Server and L1, which is written by hand without GraphQL.
 * Prints a table for each figure.
 */
export async function runGatewayBench(options: {
  readonly only: readonly string[] | undefined;
  readonly rounds: number;
  readonly seconds: number;
}): Promise<void> {
  const results = new Map<string, Rounds>();
  for (const scenario of scenarios) {
    if (options.only && !options.only.includes(scenario.name)) continue;
    console.error(`${scenario.name}: ${scenario.title}`);
    results.set(scenario.name, await runScenario(scenario, options));
  }
  console.log(formatResults(results));
}

/** Measures all candidates in turn, so that they share the machine's good and bad moments. */
async function runScenario(
  scenario: Scenario,
  options: { readonly rounds: number; readonly seconds: number },
): Promise<Rounds> {
  await using stack = new AsyncDisposableStack();
  const registry = stack.use(await startServer("harness/registry.ts"));
  const runners = [];
  for (const candidate of candidates) {
    const server = stack.use(await candidate.start(registry.url, scenario));
    await pinApart(server, registry);
    const requests = await prepare(candidate, scenario, server);
    runners.push({ name: candidate.name, server, requests });
  }
  const rounds: Record<string, Measurement>[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const timing = { warmUp: round === 0 ? firstWarmUp : warmUp, seconds: options.seconds };
    const results: Record<string, Measurement> = {};
    for (const { name, server, requests } of runners) {
      results[name] = await measure(server, requests, timing);
    }
    rounds.push(results);
  }
  return rounds;
}

/** A candidate's requests, once some were answered right: the first twice, new and known. */
async function prepare(
  { dialect }: Candidate,
  scenario: Scenario,
  server: ServerProcess,
): Promise<readonly LoadRequest[]> {
  const exchanges = scenario.exchanges(dialect);
  const [first] = exchanges;
  if (first === undefined) throw new Error(`${scenario.name} has no requests`);
  for (const exchange of [first, first, ...exchanges.slice(-2)]) {
    await checkResponse(server.url, exchange);
  }
  return exchanges.map(toLoadRequest);
}

async function measure(
  server: ServerProcess,
  requests: readonly LoadRequest[],
  timing: { readonly warmUp: number; readonly seconds: number },
): Promise<Measurement> {
  const read = async () => {
    const cpu = await readCpuSeconds(server.pid);
    const peakMiB = await readPeakMiB(server.pid);
    await resetPeak(server.pid);
    return { cpu, peakMiB };
  };
  const load = await measureLoad(server.url, requests, { connections, ...timing }, read);
  const { before, after, latenciesMs } = load;
  return {
    perCpuSecond: latenciesMs.length / (after.cpu - before.cpu),
    p50: percentile(latenciesMs, 0.5),
    p99: percentile(latenciesMs, 0.99),
    peakMiB: after.peakMiB,
  };
}

/** The tables of a run, with a row for each scenario and a column for each candidate. */
function formatResults(results: ReadonlyMap<string, Rounds>): string {
  const middle = (rounds: Rounds, name: string, of: keyof Measurement) =>
    median(rounds.map((round) => round[name]?.[of] ?? 0));
  const tables: readonly [string, (rounds: Rounds, name: string) => string][] = [
    [
      "responses per CPU-second (ratio to L1, lowest to highest)",
      (rounds, name) =>
        `${Math.round(middle(rounds, name, "perCpuSecond")).toLocaleString("en")} (${formatRatios(rounds, name)})`,
    ],
    [
      "p50 / p99 in ms",
      (rounds, name) =>
        `${middle(rounds, name, "p50").toFixed(1)} / ${middle(rounds, name, "p99").toFixed(1)}`,
    ],
    [
      "peak RSS in MiB",
      (rounds, name) => Math.max(...rounds.map((round) => round[name]?.peakMiB ?? 0)).toFixed(0),
    ],
  ];
  const names = candidates.map(({ name }) => name);
  const formatRow = (format: (rounds: Rounds, name: string) => string) =>
    [...results].map(([scenario, rounds]) => [
      scenario,
      ...names.map((name) => format(rounds, name)),
    ]);
  return tables
    .map(([title, format]) => formatTable([[title, ...names], ...formatRow(format)]))
    .join("\n\n");
}

function formatRatios(rounds: Rounds, name: string): string {
  const ratios = rounds.map(
    (round) => (round[name]?.perCpuSecond ?? 0) / (round[limit.name]?.perCpuSecond ?? 0),
  );
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `**${median(ratios).toFixed(2)}**, ${least.toFixed(2)} to ${most.toFixed(2)}`;
}
