import type { AnsweredRequest } from "../../src/registry/http/respond.ts";
import { type Registry, startRegistry } from "../../src/registry/http/server.ts";
import { createKey } from "../../src/registry/keys.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import type { StoredRecord } from "../../src/registry/store/store.ts";
import { readList } from "./dump.ts";
import type { PlainRecord } from "./project.ts";

export type { PlainRecord };

/** A registry with just the records of a test, and the calls that it received. */
export interface ListRegistry extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  /** The calls since the last reset, as `GET /api/v1/tags?limit=100&page=1`, without the key. */
  readonly calls: string[];
  /** Removes a record. */
  remove(kind: "tag" | "terminal", id: string | number): Promise<void>;
  /** Replaces all records of a list. */
  replace(kind: "tag" | "terminal", records: readonly PlainRecord[]): Promise<void>;
}

/** Starts a registry with these tags and terminals. */
export async function startListRegistry(records: {
  readonly tags?: readonly PlainRecord[];
  readonly terminals?: readonly PlainRecord[];
  /** The items of each structure; null: there is none. @default no items */
  readonly structures?: Readonly<Partial<Record<"tag" | "terminal", readonly object[] | null>>>;
  /** Called after each answered call. The test may change the list here. */
  readonly onResponse?: (call: AnsweredRequest) => void;
}): Promise<ListRegistry> {
  const store = await openStore(":memory:");
  const key = "list-key";
  await createKey(store, { key, projectId: 1, name: "test", createdWhen: 0 });
  {
    await using change = await store.beginChange();
    for (const kind of ["tag", "terminal"] as const) {
      await change.putRecords(toRecords(kind, records[`${kind}s`] ?? []));
      const items = records.structures?.[kind] === undefined ? [] : records.structures[kind];
      if (items === null) continue;
      await change.putStructure(1, kind, JSON.stringify({ items, last_update: 1_700_000_000 }));
    }
    await change.commit();
  }
  const calls: string[] = [];
  const registry: Registry = await startRegistry({
    store,
    host: "127.0.0.1",
    port: 0,
    onResponse: (call) => {
      calls.push(`${call.method} ${call.target}`);
      records.onResponse?.(call);
    },
  });
  return {
    url: registry.url,
    key,
    calls,
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
      await registry.close();
      await store[Symbol.asyncDispose]();
    },
  };
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
