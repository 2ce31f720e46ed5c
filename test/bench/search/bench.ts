import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Pool } from "undici";
import { startServer } from "../servers/child.ts";
import { formatTable, median } from "../table.ts";
import {
  createPlainCandidate,
  createSqliteCandidate,
  EngineCandidate,
  type SearchCandidate,
} from "./candidates.ts";
import { measureJoins, measureLinkedPages } from "./joins.ts";
import { compare, measure, type Run, readCpuMs } from "./measure.ts";
import { measureQuality } from "./quality.ts";
import { measureReach, measureUids } from "./reach.ts";
import type { SearchedTag } from "./tags.ts";

const sizes = (process.env["SIZES"] ?? "10000,100000,200000").split(",").map(Number);
const pageSize = 1_000;
const pagesAtOnce = 8;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Compares the processor time of the engine with that of plain JavaScript and SQLite, and prints tables for each size. */
export async function runSearchBench(rounds: number): Promise<void> {
  for (const size of sizes) {
    await using server = await startServer("pages.ts", { TAGS: String(size) });
    console.error(`${size} tags`);
    console.log(`\n### ${size.toLocaleString("en")} tags\n`);
    console.log(`${await measureBuild(server.url, size, rounds)}\n`);
    const rows = await fetchRows(server.url, size);
    console.log(`${await measureQueries(rows, rounds)}\n`);
    console.log(`${await measureFacets(rows, rounds)}\n`);
    console.log(`${await measureJoins(rows, rounds)}\n`);
    console.log(`${await measureLinkedPages(size, rounds)}\n`);
    console.log(`${await measureReach(rows, rounds)}\n`);
    console.log(`${await measureUids(size, rounds)}\n`);
    console.log(await measureBytes(server.url, size));
  }
}

/** What the first queries cost, with all the data that they derive, compared with fetching and parsing the same pages. */
async function measureBuild(url: string, size: number, rounds: number): Promise<string> {
  const steps = ["fetched and parsed", "and filtered", "and found by a part", "and searched"];
  const costs = steps.map((): number[] => []);
  let longestMs = 0;
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const [last, times] of costs.entries()) {
      collectGarbage();
      const started = readCpuMs();
      const engine = new EngineCandidate(await fetchRows(url, size));
      const queries = [engine.filter, engine.contains, engine.search];
      for (const query of queries.slice(0, last)) await query();
      // The cost of a step includes collecting its garbage.
      collectGarbage();
      if (round > 0) times.push(readCpuMs() - started);
      longestMs = Math.max(longestMs, engine.longestMs);
    }
  }
  const rows = steps.map((step, index) => {
    const ratios = costs[index]?.map((ms, round) => ms / (costs[0]?.[round] ?? Number.NaN)) ?? [];
    return [step, median(costs[index] ?? []).toFixed(0), median(ratios).toFixed(2)];
  });
  const note = `The longest work between two turns of the event loop: ${longestMs.toFixed(1)} ms.`;
  return `${formatTable([["building", "ms of CPU", "ratio"], ...rows])}\n\n${note}`;
}

async function measureQueries(rows: readonly SearchedTag[], rounds: number): Promise<string> {
  const engine = new EngineCandidate(rows);
  const others = [createPlainCandidate(rows), createSqliteCandidate(rows)];
  const candidates = [engine, ...others];
  const cursor = await engine.cursorAt(1_000);
  const scenarios: readonly [string, (candidate: SearchCandidate) => Run | undefined][] = [
    ["three conditions, by name", (candidate) => () => candidate.filter()],
    ["the same, after a cursor", () => () => engine.nextPage(cursor)],
    ["a part of the name, newest first", (candidate) => () => candidate.contains()],
    ["two words", (candidate) => () => candidate.search()],
  ];
  const table = [
    ["warm, ms of CPU (ratio to plain JavaScript)", ...candidates.map(({ name }) => name)],
  ];
  for (const [name, runOf] of scenarios) {
    const runs = candidates.map((candidate) =>
      name.includes("cursor") && candidate !== engine ? undefined : runOf(candidate),
    );
    await check(name, runs);
    table.push([name, ...(await compare(runs, rounds))]);
  }
  return formatTable(table);
}

/** Compares the cost of facets with that of the filter whose results they count. Also measures the check of data quality. */
async function measureFacets(rows: readonly SearchedTag[], rounds: number): Promise<string> {
  const engine = new EngineCandidate(rows);
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const filter = await measure(() => engine.filter());
    const facets = await measure(() => engine.facets());
    if (round > 0) ratios.push(facets / filter);
  }
  const quality = await measureQuality(rows);
  return formatTable([
    ["", "", "longest work in one turn, ms"],
    ["three facets, ratio to the filter", median(ratios).toFixed(2), engine.longestMs.toFixed(1)],
    [
      "data quality, once for each snapshot, ms of CPU",
      quality.ms.toFixed(0),
      quality.longestMs.toFixed(1),
    ],
  ]);
}

/**
 * Throws unless all candidates find the same number of tags. If the query has an order, the engine and plain JavaScript must also
 * find the same tags.
 */
async function check(name: string, runs: readonly (Run | undefined)[]): Promise<void> {
  const results = await Promise.all(runs.map((run) => run?.()));
  const [first, second, third] = results;
  const isOrdered = name !== "two words";
  if (second === undefined) return;
  const areSame = !isOrdered || first?.ids.join() === second.ids.join();
  if (!areSame || first?.total !== second.total || first?.total !== third?.total) {
    throw new Error(`${name}: ${results.map((result) => result?.total).join(", ")} found`);
  }
}

/** The memory that rows and columns take, as V8 counts it and as the table estimates it. */
async function measureBytes(url: string, size: number): Promise<string> {
  const before = readHeap();
  const engine = new EngineCandidate(await fetchRows(url, size));
  const withRows = readHeap();
  for (const step of [engine.filter, engine.contains, engine.search]) await step();
  const withColumns = readHeap();
  const perTag = (bytes: number) => (bytes / size).toFixed(0);
  return formatTable([
    ["bytes a tag", "in memory", "estimated"],
    ["rows", perTag(withRows - before), ""],
    ["derived by queries", perTag(withColumns - withRows), perTag(engine.table.bytes)],
  ]);
}

function readHeap(): number {
  for (let time = 0; time < 3; time++) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Fetches and parses all pages, a few at a time, as a bare client does. */
async function fetchRows(url: string, size: number): Promise<readonly SearchedTag[]> {
  const pool = new Pool(url, { connections: pagesAtOnce });
  const numbers = Array.from({ length: size / pageSize }, (_, index) => index + 1);
  const pages: SearchedTag[][] = [];
  const fetchPages = async () => {
    for (let page = numbers.shift(); page !== undefined; page = numbers.shift()) {
      const { body } = await pool.request({ path: `/api/v1/tags?page=${page}`, method: "GET" });
      pages[page - 1] = (JSON.parse(await body.text()) as { tags: SearchedTag[] }).tags;
    }
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, fetchPages));
  await pool.close();
  return pages.flat();
}
