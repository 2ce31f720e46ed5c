import { decodeRecord } from "../../src/registry/import/decode.ts";
import { createKey } from "../../src/registry/keys.ts";
import { createRandom } from "../../src/registry/sample/random.ts";
import { createTag } from "../../src/registry/sample/records.ts";
import { sampleProject } from "../../src/registry/sample/sample.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import type { Store, StoredRecord } from "../../src/registry/store/store.ts";
import { createFolder } from "../support/folder.ts";
import { addLoads, formatLoad, type LoadResult, rateOf, runLoad, toGet } from "./http-load.ts";
import { startServer } from "./registry-server.ts";
import { formatTable, median } from "./table.ts";

const tagCount = 100_000;
const paths = 40;
const tagsPerPage = 1000;
const turns = 20;
const key = "bench-key";

interface Scenario {
  readonly name: string;
  readonly paths: readonly string[];
  readonly requests: number;
  readonly connections: number;
}

/**
 * Compares the registry with a bare node:http server that sends the same bytes from memory. Each server has its own thread. They
 * take turns, so that they share the machine's good and bad moments.
 */
export async function runRegistryBench(): Promise<void> {
  await using folder = await createFolder();
  const file = folder.file("bench.db");
  const ids = await fillStore(file);
  await using registry = await startServer({ server: "registry", place: file });
  const scenarios: readonly Scenario[] = [
    {
      name: "one tag",
      paths: pickEvenly(ids).map((id) => `/api/v1/tags/${id}/?key=${key}`),
      requests: 4000,
      connections: 16,
    },
    {
      name: "1,000 tags",
      paths: listPages(paths),
      requests: 300,
      connections: 8,
    },
    {
      name: "1,000 tags, more pages than are cached",
      paths: listPages(tagCount / tagsPerPage),
      requests: 300,
      connections: 8,
    },
  ];
  const rows: string[][] = [];
  for (const scenario of scenarios) {
    const bodies = await fetchBodies(registry.url, scenario.paths);
    await using bare = await startServer({ server: "bare", bodies });
    rows.push(toRow(scenario, await compare(scenario, registry.url, bare.url)));
  }
  console.log(formatTable([["the registry", "registry", "bare node:http", "ratio"], ...rows]));
}

interface Comparison {
  readonly registry: LoadResult;
  readonly bare: LoadResult;
  /** The registry's rate divided by the bare server's: the median of all turns, so that one busy moment does not count. */
  readonly ratio: number;
}

async function compare(scenario: Scenario, registry: string, bare: string): Promise<Comparison> {
  const requests = scenario.paths.map(toGet);
  const load = (url: string) => runLoad(url, requests, scenario);
  // The first turn warms both up and is not counted.
  await load(registry);
  await load(bare);
  const none: LoadResult = { seconds: 0, latenciesMs: [] };
  let totals = { registry: none, bare: none };
  const ratios: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const [one, other] = [await load(registry), await load(bare)];
    totals = { registry: addLoads(totals.registry, one), bare: addLoads(totals.bare, other) };
    ratios.push(rateOf(one) / rateOf(other));
  }
  return { ...totals, ratio: median(ratios) };
}

function toRow({ name }: Scenario, { registry, bare, ratio }: Comparison): string[] {
  return [name, formatLoad(registry), formatLoad(bare), ratio.toFixed(2)];
}

async function fillStore(file: string): Promise<readonly string[]> {
  await using store = await openStore(file);
  await createKey(store, { projectId: 1, name: "bench", createdWhen: 0, key });
  return await putTags(store);
}

async function putTags(store: Store): Promise<readonly string[]> {
  const random = createRandom(1);
  const ids: string[] = [];
  const records: StoredRecord[] = [];
  for (let index = 0; index < tagCount; index += 1) {
    const { value } = decodeRecord(
      "tag",
      1,
      createTag(random, sampleProject, 1_700_000_000 + index),
    );
    if (!value) throw new Error("The generated tag is wrong");
    records.push(value);
    ids.push(String(value.id));
  }
  await using change = await store.beginChange();
  await change.putRecords(records);
  await change.commit();
  return ids;
}

function listPages(count: number): readonly string[] {
  return Array.from({ length: count }, (_, page) => `/api/v1/tags?key=${key}&page=${page + 1}`);
}

function pickEvenly(ids: readonly string[]): readonly string[] {
  return ids.filter((_, index) => index % (tagCount / paths) === 0);
}

async function fetchBodies(
  url: string,
  of: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const bodies = new Map<string, Uint8Array>();
  for (const path of of) {
    const response = await fetch(url + path);
    bodies.set(path, new Uint8Array(await response.arrayBuffer()));
  }
  return bodies;
}
