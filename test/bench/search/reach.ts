import { startGateway } from "../candidates.ts";
import { benchHeaders } from "../dialects/dialect.ts";
import { startLoad } from "../http-load.ts";
import { readCpuSeconds } from "../process-usage.ts";
import { startServer } from "../servers/child.ts";
import { formatTable, median } from "../table.ts";
import { toLoadRequest } from "../wire.ts";
import { EngineCandidate, type SearchResult } from "./candidates.ts";
import { compare } from "./measure.ts";
import type { SearchedTag } from "./tags.ts";

const identifier = "next_check";
const number = "inspection_interval_days";

/** Facets by time, numbers and pages by offset, compared with plain JavaScript over rows that were fetched. */
export async function measureReach(rows: readonly SearchedTag[], rounds: number): Promise<string> {
  const engine = new EngineCandidate(rows);
  const collator = new Intl.Collator("en", { numeric: true });
  const [offset, first] = [rows.length >> 1, 20];
  const scenarios: readonly [string, () => Promise<SearchResult>, () => SearchResult][] = [
    [
      "a facet by month, of dates in additional data",
      () => engine.facetsBy([{ field: "additionalData", identifier, every: "MONTH", first: 0 }]),
      () => countMonths(rows, ({ additional_data: data }) => Date.parse(String(data[identifier]))),
    ],
    [
      "a facet by month, of when tags were added",
      () => engine.facetsBy([{ field: "addedAt", every: "MONTH", first: 0 }]),
      () => countMonths(rows, ({ added_when }) => added_when * 1000),
    ],
    [
      "least, mean and most of a number",
      () => engine.statisticsOf(number),
      () => describeNumbers(rows.map(({ additional_data: data }) => Number(data[number]))),
    ],
    [
      "a page by number in the middle, by name",
      () => engine.pageAt(offset, first),
      () => {
        const sorted = rows.toSorted((one, other) => collator.compare(one.name, other.name));
        const page = sorted.slice(offset, offset + first);
        return { ids: page.map(({ id }) => id), total: rows.length };
      },
    ],
  ];
  const table = [["warm, ms of CPU (ratio to plain JavaScript)", "tapgraph", "plain JavaScript"]];
  for (const [name, ours, plain] of scenarios) {
    const [found, expected] = [await ours(), plain()];
    if (found.total !== expected.total || found.ids.join() !== expected.ids.join()) {
      throw new Error(`${name}: ${found.total} found, ${expected.total} expected`);
    }
    table.push([name, ...(await compare([ours, plain], rounds))]);
  }
  return formatTable(table);
}

function countMonths(
  rows: readonly SearchedTag[],
  read: (tag: SearchedTag) => number,
): SearchResult {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const time = read(row);
    if (Number.isNaN(time)) continue;
    const month = new Date(time).toISOString().slice(0, 7);
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  return { ids: [], total: counts.values().reduce((sum, count) => sum + count, 0) };
}

function describeNumbers(numbers: readonly number[]): SearchResult {
  let [count, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of numbers) {
    if (Number.isNaN(one)) continue;
    count += 1;
    sum += one;
    min = Math.min(min, one);
    max = Math.max(max, one);
  }
  return { ids: [String(min), String(sum / count), String(max)], total: count };
}

/** Seconds of each measurement, after a warm-up. They are short, so that both requests share the machine's good and bad moments. */
const [warmUp, seconds] = [0.2, 1];
const measurementsEachRound = 3;
const uidCount = 1_000;

/** What a lookup of many UIDs costs the gateway, compared with a page of as many tags. Requests come one after another. */
export async function measureUids(size: number, rounds: number): Promise<string> {
  await using upstream = await startServer("upstream.ts", { TAGS: String(size) });
  // Renewals of the snapshot are not part of a request.
  const settings = { REGISTRY_URL: upstream.url, SNAPSHOT_TTL_SECONDS: "3600" };
  await using gateway = await startGateway(settings);
  const page = { query: `{ tags(first: ${uidCount}) { nodes { tagId name } } }` };
  const response = await fetch(`${gateway.url}/graphql`, {
    method: "POST",
    headers: benchHeaders,
    body: JSON.stringify(page),
  });
  const body = (await response.json()) as { data: { tags: { nodes: { tagId: string }[] } } };
  const uids = body.data.tags.nodes.map(({ tagId }) => tagId.match(/../g)?.join(":") ?? tagId);
  const query =
    "query ($uids: [String!]!) { tagsByUids(uids: $uids) { uid matches { spelling tag { tagId name } } } }";
  const requests = [page, { query, variables: { uids } }];
  const costs = requests.map((): number[] => []);
  // The first measurements warm up and are not counted.
  for (let round = 0; round <= rounds * measurementsEachRound; round++) {
    for (const [index, request] of requests.entries()) {
      const ms = await measureRequest(gateway, request);
      if (round > 0) costs[index]?.push(ms);
    }
  }
  const names = [`a page of ${uidCount} tags`, `tagsByUids of ${uidCount}, spelled with colons`];
  const rows = names.map((name, index) => {
    const ratios = costs[index]?.map((ms, round) => ms / (costs[0]?.[round] ?? Number.NaN)) ?? [];
    return [name, median(costs[index] ?? []).toFixed(2), median(ratios).toFixed(2)];
  });
  return formatTable([["through the gateway, warm", "ms of CPU", "ratio"], ...rows]);
}

async function measureRequest(
  { url, pid }: { readonly url: string; readonly pid: number },
  request: object,
): Promise<number> {
  const sent = toLoadRequest({
    method: "POST",
    path: "/graphql",
    headers: benchHeaders,
    body: JSON.stringify(request),
    mark: '"name":',
    response: () => null,
  });
  const load = startLoad(url, [sent], 1);
  const read = () => readCpuSeconds(pid);
  await load.measure(warmUp, read);
  const { before, after, latenciesMs } = await load.measure(seconds, read);
  await load.stop();
  return ((after - before) * 1_000) / latenciesMs.length;
}
