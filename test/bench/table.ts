import { candidates, limit } from "./candidates.ts";
import type { Round, ScenarioResult } from "./gateway.ts";

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** A table in Markdown. The first row is its head. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const [heads = [], ...others] = rows;
  const rule = heads.map((_, column) => (column === 0 ? "---" : "--:"));
  return [heads, rule, ...others].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** The tables of a run, with a row for each scenario and a column for each candidate. */
export function formatResults(results: ReadonlyMap<string, ScenarioResult>): string {
  const tables: readonly [string, (rounds: ScenarioResult, name: string) => string][] = [
    ["responses per CPU-second (ratio to L1, lowest and highest)", formatSpeed],
    [
      "REST calls a response",
      (rounds, name) => middle(rounds, name, "callsPerResponse").toFixed(2),
    ],
    ["p50 / p99 in ms", formatLatency],
    ["peak RSS in MiB (ratio to L1)", formatMemory],
  ];
  const names = candidates.map(({ name }) => name);
  return tables
    .map(([title, format]) =>
      formatTable([
        [title, ...names],
        ...[...results].map(([scenario, rounds]) => [
          scenario,
          ...names.map((name) => format(rounds, name)),
        ]),
      ]),
    )
    .join("\n\n");
}

function formatSpeed(rounds: ScenarioResult, name: string): string {
  const perSecond = Math.round(middle(rounds, name, "responsesPerCpuSecond")).toLocaleString("en");
  if (name === limit.name) return perSecond;
  const ratios = rounds.map((round) => {
    const [one, other] = [round[name], round[limit.name]];
    return (one?.responsesPerCpuSecond ?? 0) / (other?.responsesPerCpuSecond ?? 0);
  });
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const spread = rounds.length > 1 ? `, ${least.toFixed(2)} to ${most.toFixed(2)}` : "";
  return `${perSecond} (**${median(ratios).toFixed(2)}**${spread})`;
}

function formatLatency(rounds: ScenarioResult, name: string): string {
  return `${middle(rounds, name, "p50").toFixed(1)} / ${middle(rounds, name, "p99").toFixed(1)}`;
}

function formatMemory(rounds: ScenarioResult, name: string): string {
  const most = highest(rounds, name);
  return `${most.toFixed(0)} (${(most / highest(rounds, limit.name)).toFixed(2)})`;
}

function highest(rounds: ScenarioResult, name: string): number {
  return Math.max(...rounds.map((round) => round[name]?.peakMiB ?? 0));
}

function middle(rounds: ScenarioResult, name: string, of: keyof Round): number {
  return median(rounds.map((round) => round[name]?.[of] ?? 0));
}
