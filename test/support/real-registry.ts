import { exportProject } from "../../src/registry/export.ts";
import type { AnsweredRequest, Misbehaviour } from "../../src/registry/http/respond.ts";
import { startRegistry } from "../../src/registry/http/server.ts";
import type { FileFormat } from "../../src/registry/import/file-entry.ts";
import { createKey } from "../../src/registry/keys.ts";
import type { RecordKind } from "../../src/registry/record.ts";
import { createSample } from "../../src/registry/sample/sample.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import type { Store, StoredRecord } from "../../src/registry/store/store.ts";
import type { PlainRecord } from "./project.ts";

/** tapgraph's own registry with the data of a test, on a free loopback port. */
export interface RealRegistry extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly store: Store;
  /** The calls answered since the last reset, in their order: `GET /api/v1/tags?limit=100&page=1`, without the key. */
  readonly calls: readonly string[];
  resetCalls(): void;
  /** Removes a record of project 1. */
  remove(kind: "tag" | "terminal", id: string | number): Promise<void>;
  /** Replaces all records of a list of project 1. */
  replace(kind: "tag" | "terminal", records: readonly PlainRecord[]): Promise<void>;
}

/** How the registry differs from the usual. */
export interface RealRegistryOptions {
  /** Read at each call, so that a test can change the object later. */
  readonly misbehaviour?: Misbehaviour;
  /** Called after each answered call. The test may change the data here. */
  readonly onResponse?: (call: AnsweredRequest) => void;
}

/** Starts a registry. `fill` fills its store, and returns the key. */
async function startRealRegistry<Filled extends { readonly key: string }>(
  fill: (store: Store) => Promise<Filled>,
  { onResponse, ...options }: RealRegistryOptions = {},
): Promise<RealRegistry & Filled> {
  const store = await openStore(":memory:");
  const filled = await fill(store);
  const calls: string[] = [];
  const registry = await startRegistry({
    store,
    host: "127.0.0.1",
    port: 0,
    onResponse(call) {
      calls.push(`${call.method} ${call.target}`);
      onResponse?.(call);
    },
    ...options,
  });
  return {
    ...filled,
    url: registry.url,
    store,
    calls,
    resetCalls() {
      calls.length = 0;
    },
    async remove(kind, id) {
      await using change = await store.beginChange();
      await change.removeRecord(1, kind, id);
      await change.commit();
    },
    async replace(kind, given) {
      const present = await readList<PlainRecord>(store, kind);
      await using change = await store.beginChange();
      for (const { id } of present) await change.removeRecord(1, kind, id);
      await change.putRecords(toRecords(kind, given));
      await change.commit();
    },
    [Symbol.asyncDispose]: async () => {
      await registry[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

/** A registry with the sample. Its key is that of the main project (2,500 tags, 60 terminals). */
export type SampleRegistry = Awaited<ReturnType<typeof startSampleRegistry>>;

/** Starts a registry with the sample. */
export function startSampleRegistry(options?: RealRegistryOptions) {
  return startRealRegistry(async (store) => {
    const { keys, links, ownFields } = await createSample(store);
    const [key, otherKey]: readonly [string, string] = [keys[0].key, keys[1].key];
    // `otherKey` is that of the small project (120 tags, 8 terminals); the links are in the form of `ADDITIONAL_DATA_LINKS`.
    return { key, otherKey, links, ownFields };
  }, options);
}

/** The data of a registry of one project. Fields that a record leaves out get default values. */
export interface PlainRecords {
  readonly tags?: readonly PlainRecord[];
  readonly terminals?: readonly PlainRecord[];
  /** The items of each structure; null: there is none. @default no items */
  readonly structures?: Readonly<Partial<Record<"tag" | "terminal", readonly object[] | null>>>;
}

/** Starts a registry with just these records. */
export function startListRegistry({
  tags = [],
  terminals = [],
  structures,
  ...options
}: PlainRecords & RealRegistryOptions): Promise<RealRegistry> {
  const lists = { tag: tags, terminal: terminals };
  return startRealRegistry(async (store) => {
    const key = "list-key";
    await createKey(store, { key, projectId: 1, name: "test", createdWhen: 0 });
    await using change = await store.beginChange();
    for (const kind of ["tag", "terminal"] as const) {
      await change.putRecords(toRecords(kind, lists[kind]));
      const items = structures?.[kind] === undefined ? [] : structures[kind];
      if (items === null) continue;
      await change.putStructure(1, kind, JSON.stringify({ items, last_update: 1_700_000_000 }));
    }
    await change.commit();
    return { key };
  }, options);
}

/** The records as the store keeps them, with times of addition that keep their order. */
function toRecords(
  kind: "tag" | "terminal",
  records: readonly PlainRecord[],
): readonly StoredRecord[] {
  return records.map((record, index) => {
    const addedWhen = 1_700_000_000 + index;
    const whole = { ...defaultFields, added_when: addedWhen, last_update: addedWhen, ...record };
    return { projectId: 1, kind, id: record.id, addedWhen, json: JSON.stringify(whole) };
  });
}

const defaultFields = {
  type: "NFC",
  name: "a record of a test with a name of usual length",
  description:
    "A description as people write them: a sentence or two about where it is and what it is for.",
  project_id: 1,
  is_active: true,
  additional_data: {
    note: "some additional data, as most records have them",
    floor: 3,
    room: "B-117",
  },
};

/** The text of a project's export, by default all of it as JSON. */
export async function dump(
  store: Store,
  projectId = 1,
  {
    format = "json",
    selection = "all",
  }: {
    readonly format?: FileFormat;
    readonly selection?: "tags" | "terminals" | "all";
  } = {},
): Promise<string> {
  let text = "";
  for await (const part of exportProject(store, projectId, { format, selection })) text += part;
  return text;
}

/** The records of a list, parsed from the JSON that the store keeps. */
export async function readList<T = unknown>(
  store: Store,
  kind: RecordKind,
  projectId = 1,
): Promise<readonly T[]> {
  await using transaction = await store.beginRead();
  const list: T[] = [];
  for await (const batch of transaction.readRecords(projectId, kind)) {
    for (const { json } of batch) list.push(JSON.parse(json));
  }
  return list;
}
