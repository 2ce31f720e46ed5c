import { beginWork, nextTurn } from "../../../src/gateway/base/time/turns.ts";
import { joinsOf } from "../../../src/gateway/resolvers/search/joins.ts";
import { describeList } from "../../../src/gateway/resolvers/search/list-descriptions.ts";
import type { RegistryRecord, Subject } from "../../../src/registry-client/records.ts";
import { findMatches, findPage, parseQuery, type QueryInput } from "../../../src/search/query.ts";
import { Table } from "../../../src/search/table/table.ts";
import { startGateway } from "../candidates.ts";
import { benchHeaders } from "../dialects/dialect.ts";
import { startLoad } from "../http-load.ts";
import { readCpuSeconds } from "../process-usage.ts";
import { startServer } from "../servers/child.ts";
import { formatTable, median } from "../table.ts";
import { toLoadRequest } from "../wire.ts";
import type { SearchResult } from "./candidates.ts";
import { compare } from "./measure.ts";
import { asked, type SearchedTag } from "./tags.ts";

/** Seconds of each measurement, after a warm-up. They are short, so that all pages share the machine's good and bad moments. */
const [warmUp, seconds] = [0.1, 0.5];
const measurementsEachRound = 5;

const pages = [
  ["100 terminals", "{ terminals(first: 100) { nodes { name } } }"],
  [
    "and one call that confirms the tags",
    "{ terminals(first: 100) { nodes { name } } tags(filter: {}, first: 0) { totalCount } }",
  ],
  [
    "and the number of their tags",
    "{ terminals(first: 100) { nodes { name linkedTags { totalCount } } } }",
  ],
  [
    "and the names of three of them",
    "{ terminals(first: 100) { nodes { name linkedTags(first: 3) { totalCount nodes { name } } } } }",
  ],
] as const;

/** What a page costs the gateway with the linked records of each row, compared with the page alone. Requests come one after another. */
export async function measureLinkedPages(size: number, rounds: number): Promise<string> {
  await using upstream = await startServer("upstream.ts", { TAGS: String(size) });
  // Renewals of the snapshot are not part of a request.
  const settings = { REGISTRY_URL: upstream.url, SNAPSHOT_TTL_SECONDS: "3600" };
  await using gateway = await startGateway(settings);
  const costs = pages.map((): number[] => []);
  // The first measurements warm up and are not counted.
  for (let round = 0; round <= rounds * measurementsEachRound; round++) {
    for (const [index, [, query]] of pages.entries()) {
      const ms = await measurePage(gateway, query);
      if (round > 0) costs[index]?.push(ms);
    }
  }
  const rows = pages.map(([name], index) => {
    const ratios = costs[index]?.map((ms, round) => ms / (costs[0]?.[round] ?? Number.NaN)) ?? [];
    return [name, median(costs[index] ?? []).toFixed(2), median(ratios).toFixed(2)];
  });
  return formatTable([["a page through the gateway, warm", "ms of CPU", "ratio"], ...rows]);
}

async function measurePage(
  { url, pid }: { readonly url: string; readonly pid: number },
  query: string,
): Promise<number> {
  const body = JSON.stringify({ query });
  const request = toLoadRequest({
    method: "POST",
    path: "/graphql",
    headers: benchHeaders,
    body,
    mark: '{"name":',
    response: () => null,
  });
  const load = startLoad(url, [request], 1);
  const read = () => readCpuSeconds(pid);
  await load.measure(warmUp, read);
  const { before, after, latenciesMs } = await load.measure(seconds, read);
  await load.stop();
  return ((after - before) * 1_000) / latenciesMs.length;
}

interface SearchedTerminal {
  readonly id: number;
  readonly name: string;
  readonly is_active: boolean;
}

const terminalCount = 500;

/** Filters across a join, compared with plain JavaScript over rows that were fetched. */
export async function measureJoins(rows: readonly SearchedTag[], rounds: number): Promise<string> {
  const tags = rows.map((tag, index) => {
    const data = { ...tag.additional_data, terminal_id: (index * 7_919) % terminalCount };
    return { ...tag, additional_data: data };
  });
  const terminals = Array.from({ length: terminalCount + 100 }, (_, id): SearchedTerminal => {
    return { id, name: `Terminal ${id}`, is_active: id % 3 !== 0 };
  });
  const engine = createEngine({ tag: tags, terminal: terminals });
  const table = [["filters across a join, ms of CPU (ratio)", "tapgraph", "plain JavaScript"]];
  const collator = new Intl.Collator("en", { numeric: true });
  const inactiveAnd = (other: object): object => {
    const terminal = { isActive: { eq: false }, ...other };
    return { additionalData: [{ identifier: "terminal_id", terminal }] };
  };
  const inactive = inactiveAnd({});
  const withoutActiveAnd = (other: object): object => {
    return { linkedTags: { none: { isActive: { eq: true }, ...other } } };
  };
  let number = 0;
  /** A cheap condition that holds for all records, and of which nothing is kept. */
  const neverAsked = (field: string) => {
    number += 1;
    return { [field]: { notIn: [`No ${number}`] } };
  };
  const findInactive = () => {
    const ids = new Set<unknown>(terminals.filter((one) => !one.is_active).map(({ id }) => id));
    return tags.filter((tag) => ids.has(tag.additional_data.terminal_id));
  };
  const findWithoutActive = () => {
    const active = tags.filter(({ is_active }) => is_active);
    const ids = new Set<unknown>(active.map((tag) => tag.additional_data.terminal_id));
    return terminals.filter(({ id }) => !ids.has(id));
  };
  const scenarios: readonly [string, () => Promise<SearchResult>, () => SearchResult][] = [
    [
      "tags whose terminal is inactive",
      () => engine("tag", { filter: inactive }),
      () => toResult(findInactive()),
    ],
    [
      "the same, never asked before",
      () => engine("tag", { filter: inactiveAnd(neverAsked("description")) }),
      () => toResult(findInactive()),
    ],
    [
      "the same, by name",
      () => engine("tag", { filter: inactive, orderBy: [{ field: "name", direction: "ASC" }] }),
      () => toResult(findInactive().sort((one, other) => collator.compare(one.name, other.name))),
    ],
    [
      "terminals without an active tag",
      () => engine("terminal", { filter: withoutActiveAnd({}) }),
      () => toResult(findWithoutActive()),
    ],
    [
      "the same, never asked before",
      () => engine("terminal", { filter: withoutActiveAnd(neverAsked("type")) }),
      () => toResult(findWithoutActive()),
    ],
  ];
  for (const [name, ours, plain] of scenarios) {
    const [found, expected] = [await ours(), plain()];
    if (found.total !== expected.total || found.ids.join() !== expected.ids.join()) {
      throw new Error(`${name}: ${found.total} found, ${expected.total} expected`);
    }
    table.push([name, ...(await compare([ours, plain], rounds))]);
  }
  return formatTable(table);
}

/** The engine with two lists, and a link from tags to terminals. */
function createEngine(
  lists: Readonly<Record<Subject, readonly { readonly id: string | number }[]>>,
) {
  const work = beginWork(null);
  const pause = () => nextTurn(work);
  const toTable = (subject: Subject) =>
    new Table<RegistryRecord>({
      list: describeList(subject, "s"),
      rows: lists[subject].map((record): RegistryRecord => {
        return { subject, id: String(record.id), fields: { ...record }, template: "" };
      }),
      items: [],
      pause,
      maxBytes: 2 ** 30,
    });
  const tables: Record<string, Table<RegistryRecord>> = {
    tag: toTable("tag"),
    terminal: toTable("terminal"),
  };
  const joins = joinsOf({
    links: {
      tag: new Map([["terminal_id", { target: "terminal", field: "id" }]]),
      terminal: new Map(),
    },
    settings: { REGISTRY_TIMESTAMP_UNIT: "s", MAX_PAGE_SIZE: 1_000 },
  });
  return async (subject: Subject, input: QueryInput): Promise<SearchResult> => {
    const table = tables[subject] as Table<RegistryRecord>;
    const query = parseQuery(table.list, input, joins);
    const tableOf = async (list: string) => tables[list] as Table<RegistryRecord>;
    const matches = await findMatches(table, query, { pause, tableOf });
    const range = { from: "start", size: asked.first, after: null, before: null } as const;
    const { positions, totalCount } = await findPage(matches, range);
    return { ids: positions.map((row) => table.rows[row]?.id ?? ""), total: totalCount };
  };
}

function toResult(records: readonly { readonly id: string | number }[]): SearchResult {
  return {
    ids: records.slice(0, asked.first).map(({ id }) => String(id)),
    total: records.length,
  };
}
