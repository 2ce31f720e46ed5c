import { createTags, terminals } from "../harness/records.ts";
import { formatTable, median } from "../harness/table.ts";
import { createEngine, type SearchResult } from "./engine.ts";
import { createScenarios, type Scenario } from "./scenarios.ts";

type Run = () => SearchResult | Promise<SearchResult>;

/**
 * Compares the processor time of the engine with that of plain JavaScript and SQLite. Prints tables
 * for each size.
 */
export async function runSearchBench(sizes: readonly number[], rounds: number): Promise<void> {
  for (const size of sizes) {
    // Tags that share a name would make the order a matter of taste.
    const tags = createTags(size).map((tag, at) => ({ ...tag, name: `${tag.name} no. ${at}` }));
    console.log(`\n### ${size.toLocaleString("en")} tags\n`);
    const find = createEngine({ tag: tags, terminal: terminals });
    const table = [["warm, ms of CPU (ratio to plain)", "tapgraph", "plain JavaScript", "SQLite"]];
    for (const scenario of createScenarios(find, tags, terminals)) {
      await check(scenario);
      const { name, engine: ours, plain, sqlite } = scenario;
      table.push([name, ...(await compare([ours, plain, ...(sqlite ? [sqlite] : [])], rounds))]);
    }
    console.log(formatTable(table.map((row) => [...row, "–"].slice(0, 4))));
  }
}

/** Throws unless all find as many rows. Except by relevance, the first two must find the same. */
async function check({ name, engine, plain, sqlite }: Scenario): Promise<void> {
  const [ours, expected] = [await engine(), plain()];
  const areSame = name === "two words" || ours.ids.join() === expected.ids.join();
  const totals = [ours, expected, ...(sqlite ? [sqlite()] : [])].map(({ total }) => total);
  if (!areSame || new Set(totals).size > 1) throw new Error(`${name}: ${totals.join(", ")} found`);
}

/** The cost of each run in milliseconds, with its ratio to the second one. */
async function compare(runs: readonly Run[], rounds: number): Promise<string[]> {
  const costs = runs.map((): number[] => []);
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, run] of runs.entries()) {
      const ms = await measure(run);
      if (round > 0) costs[at]?.push(ms);
    }
  }
  return costs.map((times) => {
    const ratios = times.map((ms, round) => ms / (costs[1]?.[round] ?? Number.NaN));
    return `${median(times).toFixed(2)} (**${median(ratios).toFixed(2)}**)`;
  });
}

/** The processor time of one run, in milliseconds: the mean of enough runs to be measurable. */
async function measure(run: Run): Promise<number> {
  const started = readCpuMs();
  let [runs, spent] = [0, 0];
  do {
    await run();
    runs += 1;
    spent = readCpuMs() - started;
  } while (spent < 150);
  return spent / runs;
}

function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
