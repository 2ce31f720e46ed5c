import { formatCount } from "../../../src/format-count.ts";
import { formatTable } from "../table.ts";
import type { Disturbances } from "./disturbances.ts";
import { fitLine, isFlat, type Line } from "./flat.ts";
import { type Measure, type Measurements, measures, readBusySeconds } from "./measures.ts";
import type { Stage } from "./stage.ts";
import { sumOf, type Tally } from "./tally.ts";

/** What a run found. */
export interface SoakResult {
  readonly minutes: number;
  readonly tally: Tally;
  readonly disturbances: Disturbances;
  readonly measurements: Measurements;
  readonly commits: number;
  readonly stage: Stage;
}

let busyBefore = 0;

/** What the last minute came to, in a line. */
export async function formatMinute({
  stage,
  tally,
  measurements,
}: Pick<SoakResult, "stage" | "tally" | "measurements">): Promise<string> {
  const busy = await readBusySeconds(stage);
  const cores = Math.max(0, busy - busyBefore) / 60;
  busyBefore = busy;
  const values = measurements.steady.at(-1)?.values;
  const parts = [
    `minute ${measurements.minute.toFixed(0)}`,
    `${tally.sum(({ asked }) => asked)} requests`,
    `${tally.sum(({ compared }) => compared)} compared`,
    `${tally.sum(({ wrong }) => wrong)} wrong`,
    `${tally.sum(({ explained }) => sumOf(explained))} errors explained`,
    `${tally.sum(({ unexplained }) => sumOf(unexplained))} unexplained`,
    `${cores.toFixed(2)} cores`,
    ...Object.entries(values ?? {}).map(([name, value]) => `${name} ${formatValue(value)}`),
  ];
  return parts.join(" · ");
}

/** What was asked, what was disturbed, and what grew. */
export function formatTables(result: SoakResult): string {
  const { tally, disturbances, commits, measurements } = result;
  const clients = [...tally.rows].map(([name, row]) => [
    name,
    String(row.asked),
    String(row.compared),
    String(row.wrong),
    formatCounts(row.explained),
    formatCounts(row.unexplained),
  ]);
  const asked = formatTable([
    ["clients", "requests", "compared", "wrong", "explained errors", "unexplained errors"],
    ...clients,
  ]);
  const lines = fitAll(result).map(([name, share, line]) => [
    name,
    formatValue(line.level),
    `${line.rise < 0 ? "" : "+"}${formatValue(line.rise)}`,
    formatValue(2 * line.error),
    formatValue(share * line.level),
    isFlat(line, share) ? "yes" : "**no**",
  ]);
  const grown = formatTable([
    ["the gateway that lived", "level", "rise", "two standard errors", "allowed", "flat"],
    ...lines,
  ]);
  const cache = fitLine(measurements.cache);
  return [
    `${formatCount(commits, "commit")} of the registry; ${formatCounts(disturbances.counts)}`,
    asked,
    grown,
    `The cache: ${formatValue(cache.level)} MiB, ${formatValue(cache.rise)} more at the end.`,
    formatKinds(result),
    formatLives(result),
  ].join("\n\n");
}

/** Why the run fails; empty if it does not. */
export function findFailures(result: SoakResult): readonly string[] {
  const rows = [...result.tally.rows];
  return [
    ...rows
      .filter(([, { wrong }]) => wrong > 0)
      .map(([name, { wrong }]) => `${name}: ${wrong} wrong`),
    ...rows
      .filter(([, { unexplained }]) => unexplained.size > 0)
      .map(([name, { unexplained }]) => `${name}: unexplained ${formatCounts(unexplained)}`),
    ...rows
      .filter(([, { compared }]) => compared === 0)
      .map(([name]) => `${name}: nothing compared`),
    ...fitAll(result)
      .filter(([, share, line]) => !isFlat(line, share))
      .map(([name, , { rise }]) => `${name}: a rise of ${formatValue(rise)}`),
  ];
}

/** The lines of all measures after the first tenth, with the share by which each may rise. */
function fitAll({
  minutes,
  measurements,
}: SoakResult): readonly (readonly [Measure, number, Line])[] {
  const later = measurements.steady.filter(({ minute }) => minute >= minutes / 10);
  return (Object.keys(measures) as Measure[]).map((name) => [
    name,
    measures[name],
    fitLine(later.map(({ minute, values }) => ({ minute, value: values[name] }))),
  ]);
}

/** The kinds of active resources in the middle of the first and of the last third. */
function formatKinds({ measurements: { steady } }: SoakResult): string {
  const at = (share: number) => steady[Math.floor(share * steady.length)]?.resources ?? {};
  const [early, late] = [at(1 / 6), at(5 / 6)];
  const kinds = [...new Set([...Object.keys(early), ...Object.keys(late)])].sort();
  const rows = kinds.map((kind) => [kind, String(early[kind] ?? 0), String(late[kind] ?? 0)]);
  return formatTable([["active resources", "early", "late"], ...rows]);
}

/** The heap of the gateway that was killed, at the end of each of its lives. */
function formatLives({ measurements: { killed } }: SoakResult): string {
  const last = new Map(killed.map(({ life, values }) => [life, values]));
  const rows = [...last].map(([life, values]) => [
    String(life),
    formatValue(values["heap after a collection, MiB"]),
    formatValue(values["RSS, MiB"]),
    formatValue(values.descriptors),
  ]);
  return formatTable([
    ["the gateway that was killed, life", "heap", "RSS", "descriptors"],
    ...rows,
  ]);
}

function formatCounts(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(", ") || "–";
}

function formatValue(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1);
}
