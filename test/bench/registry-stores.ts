import { decodeRecord } from "../../src/registry/import/decode.ts";
import { createKey } from "../../src/registry/keys.ts";
import { createRandom } from "../../src/registry/sample/random.ts";
import { createTag } from "../../src/registry/sample/records.ts";
import { sampleProject } from "../../src/registry/sample/sample.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import type { Store, StoredRecord } from "../../src/registry/store/store.ts";
import { createFolder } from "../support/folder.ts";
import { findPostgres, startPostgres } from "../support/postgres.ts";
import { addLoads, formatLoad, type LoadResult, rateOf, runLoad, toGet } from "./http-load.ts";
import { type BareQuery, type BenchServer, startServer } from "./registry-server.ts";
import { formatTable, median } from "./table.ts";

const shorterCount = 10_000;
const tagsPerPage = 1000;
/** The registry cannot cache this many pages. */
const pages = 100;
const turns = 7;
const changes = 300;
const key = "bench-key";

/** The projects of the long list and of the short one. */
const [long, short] = [1, 2];

/**
 * Compares the registry on SQLite and on PostgreSQL with a node:http server that runs one query through pg for each request. The
 * query has the start of its page as a parameter. It counts nothing and checks no key.
 */
export async function runStoresBench(tagCount: number): Promise<void> {
  await using folder = await createFolder();
  if (findPostgres() === undefined) {
    console.log("There is no PostgreSQL on this machine: nothing is compared.");
    return;
  }
  await using postgres = await startPostgres({ fsync: "on" });
  const places = { sqlite: folder.file("bench.db"), postgres: postgres.address };
  const sqlite = await fill(places.sqlite, tagCount);
  const other = await fill(places.postgres, tagCount);
  const rows = await compareReading(places, sqlite.starts);
  const changed = [
    await measureChanges(places.sqlite, tagCount),
    await measureChanges(places.postgres, tagCount),
  ];
  const format = (rate: number) => `${Math.round(rate).toLocaleString("en")} rows/s`;
  console.log(
    formatTable([
      [
        `${tagCount.toLocaleString("en")} tags`,
        "SQLite",
        "PostgreSQL",
        "bare pg query",
        "PostgreSQL / bare",
      ],
      ...rows,
      ["import", format(sqlite.rowsPerSecond), format(other.rowsPerSecond), "–", "–"],
      [
        `one change in ${tagCount.toLocaleString("en")}`,
        ...changed.map(({ long }) => formatMs(long)),
        "–",
        "–",
      ],
      [
        `one change in ${shorterCount.toLocaleString("en")}`,
        ...changed.map(({ short }) => formatMs(short)),
        "–",
        "–",
      ],
      ["long / short list", ...changed.map((one) => (one.long / one.short).toFixed(2)), "–", "–"],
    ]),
  );
}

/** The part of a tag that a bare query needs. */
interface Tag {
  readonly id: string;
  readonly addedWhen: number;
}

interface Filled {
  readonly rowsPerSecond: number;
  /** The first tag of each page. */
  readonly starts: readonly Tag[];
}

async function fill(place: string, tagCount: number): Promise<Filled> {
  await using store = await openStore(place);
  await createKey(store, { projectId: long, name: "bench", createdWhen: 0, key });
  await putTags(store, short, shorterCount);
  return await putTags(store, long, tagCount);
}

/** Puts tags into the store. Only the store's own time counts, not the time to create the records. */
async function putTags(store: Store, projectId: number, count: number): Promise<Filled> {
  const random = createRandom(1);
  const starts: Tag[] = [];
  let ms = 0;
  const time = async (work: () => Promise<void>) => {
    const started = performance.now();
    await work();
    ms += performance.now() - started;
  };
  await using change = await store.beginChange();
  for (let position = 0; position < count; position += tagsPerPage) {
    const batch = Array.from({ length: tagsPerPage }, (_, index): StoredRecord => {
      const addedWhen = 1_700_000_000 + position + index;
      const { value } = decodeRecord("tag", projectId, createTag(random, sampleProject, addedWhen));
      if (!value) throw new Error("The generated tag is wrong");
      return value;
    });
    const [first] = batch;
    if (first) starts.push({ id: String(first.id), addedWhen: first.addedWhen });
    await time(() => change.putRecords(batch));
  }
  await time(() => change.commit());
  return { rowsPerSecond: (count / ms) * 1000, starts };
}

interface Scenario {
  readonly name: string;
  readonly requests: number;
  readonly connections: number;
  readonly queries: ReadonlyMap<string, BareQuery>;
}

async function compareReading(
  places: Readonly<Record<"sqlite" | "postgres", string>>,
  starts: readonly Tag[],
): Promise<readonly (readonly string[])[]> {
  const half = Math.floor((starts.length - pages) / 2);
  const scenarios: readonly Scenario[] = [
    { name: "one tag", requests: 2000, connections: 16, queries: getTags(starts) },
    ...(
      [
        ["first", 0],
        ["middle", half],
        ["last", starts.length - pages],
      ] as const
    ).map(([which, first]) => ({
      name: `1,000 tags, ${which} pages`,
      requests: 200,
      connections: 8,
      queries: getPages(starts, first),
    })),
  ];
  const rows: (readonly string[])[] = [];
  for (const scenario of scenarios) {
    await using sqlite = await startServer({ server: "registry", place: places.sqlite });
    await using postgres = await startServer({ server: "registry", place: places.postgres });
    const { queries } = scenario;
    await using bare = await startServer({ server: "query", address: places.postgres, queries });
    rows.push([scenario.name, ...(await compare(scenario, [sqlite, postgres, bare]))]);
  }
  return rows;
}

/** The servers take turns, so that they share the machine's good and bad moments. */
async function compare(
  scenario: Scenario,
  servers: readonly [BenchServer, BenchServer, BenchServer],
): Promise<readonly string[]> {
  const requests = [...scenario.queries.keys()].map(toGet);
  await checkResponses(scenario, servers);
  const none: LoadResult = { seconds: 0, latenciesMs: [] };
  const totals = [none, none, none];
  const ratios: number[] = [];
  // The first turn warms up and is not counted.
  for (let turn = 0; turn <= turns; turn += 1) {
    const loads: LoadResult[] = [];
    for (const { url } of servers) loads.push(await runLoad(url, requests, scenario));
    if (turn === 0) continue;
    for (const [index, load] of loads.entries())
      totals[index] = addLoads(totals[index] ?? none, load);
    const [, postgres = none, bare = none] = loads;
    ratios.push(rateOf(postgres) / rateOf(bare));
  }
  return [...totals.map(formatLoad), median(ratios).toFixed(2)];
}

/** Throws unless all servers send the same records. Their envelopes can differ. */
async function checkResponses(
  { queries }: Scenario,
  servers: readonly BenchServer[],
): Promise<void> {
  for (const path of [...queries.keys()].slice(0, 3)) {
    const bodies = await Promise.all(
      servers.map(async ({ url }) => (await fetch(url + path)).json() as Promise<Body>),
    );
    const texts = new Set(bodies.map(({ tag, tags }) => JSON.stringify(tag ?? tags)));
    if (texts.size !== 1) throw new Error("The servers answer differently");
  }
}

interface Body {
  readonly tag?: unknown;
  readonly tags?: unknown;
}

function getTags(starts: readonly Tag[]): ReadonlyMap<string, BareQuery> {
  const distance = Math.ceil(starts.length / 1000);
  const picked = starts.filter((_, index) => index % distance === 0);
  return new Map(
    picked.map(({ id }) => [
      `/api/v1/tags/${id}/?key=${key}`,
      {
        name: "tag",
        text: "SELECT json FROM record WHERE project_id = $1 AND kind = 'tag' AND id = $2",
        values: [long, id],
        around: ['{"tag":', "}"],
      },
    ]),
  );
}

function getPages(starts: readonly Tag[], first: number): ReadonlyMap<string, BareQuery> {
  const count = starts.length * tagsPerPage;
  const envelope = `"limit":${tagsPerPage},"page":1,"count":${count},"page_count":1`;
  return new Map(
    Array.from({ length: pages }, (_, index) => {
      const { addedWhen = 0, id = "" } = starts[first + index] ?? {};
      return [
        `/api/v1/tags?key=${key}&page=${first + index + 1}`,
        {
          name: "page",
          text: `SELECT string_agg(json, ',') FROM (
            SELECT json FROM record WHERE project_id = $1 AND kind = 'tag' AND (added_when, id) >= ($2, $3)
            ORDER BY added_when, id LIMIT ${tagsPerPage}) AS page`,
          values: [long, addedWhen, id],
          around: ['{"tags":[', `],${envelope}}`],
        },
      ];
    }),
  );
}

interface ChangeTimes {
  readonly long: number;
  readonly short: number;
}

function formatMs(ms: number): string {
  return `${ms.toFixed(2)} ms`;
}

/** The median time of one change, which adds a tag somewhere in the list. The two lists take turns. */
async function measureChanges(place: string, tagCount: number): Promise<ChangeTimes> {
  await using store = await openStore(place);
  const times = { long: [] as number[], short: [] as number[] };
  for (let turn = 0; turn < changes; turn += 1) {
    times.long.push(await timeChange(store, long, (turn * 7919) % tagCount));
    times.short.push(await timeChange(store, short, (turn * 7919) % shorterCount));
  }
  return { long: median(times.long), short: median(times.short) };
}

async function timeChange(store: Store, projectId: number, position: number): Promise<number> {
  const id = `new ${position}`;
  const addedWhen = 1_700_000_000 + position;
  const json = JSON.stringify({ id, name: "x".repeat(400) });
  const started = performance.now();
  await using change = await store.beginChange();
  await change.putRecords([{ projectId, kind: "tag", id, addedWhen, json }]);
  await change.commit();
  return performance.now() - started;
}
