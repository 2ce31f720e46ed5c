import { createKey } from "../../src/registry/keys.ts";
import { type AnsweredCall, type Registry, startRegistry } from "../../src/registry/server.ts";
import { openStore } from "../../src/registry/store.ts";
import type { StoreChange } from "../../src/registry/store-change.ts";

/** A record as a test describes it; what it leaves out is made up. */
export interface PlainRecord {
  readonly id: string | number;
  readonly [field: string]: unknown;
}

/** A registry with just these records, and what it was asked. */
export interface ListRegistry extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  /** The calls since the last reset, as `GET /api/v1/tags?limit=100&page=1`, without the key. */
  readonly calls: string[];
  /** Removes a record. */
  remove(kind: "tag" | "terminal", id: string | number): void;
  /** Puts all records of a list in the place of those that it has. */
  replace(kind: "tag" | "terminal", records: readonly PlainRecord[]): void;
}

/** Starts a registry over as many tags and terminals as a test wants. */
export async function startListRegistry(records: {
  readonly tags?: readonly PlainRecord[];
  readonly terminals?: readonly PlainRecord[];
  /** The items of each structure; null: there is none. @default no items */
  readonly structures?: Readonly<Partial<Record<"tag" | "terminal", readonly object[] | null>>>;
  /** Told of each call that was answered: the list may move here. */
  readonly onAnswer?: (call: AnsweredCall) => void;
}): Promise<ListRegistry> {
  const store = openStore(":memory:");
  const key = "list-key";
  createKey(store, { key, projectId: 1, name: "test", createdWhen: 0 });
  {
    using change = store.beginChange(1);
    for (const kind of ["tag", "terminal"] as const) {
      putAll(change, kind, records[`${kind}s`] ?? []);
      const items = records.structures?.[kind] === undefined ? [] : records.structures[kind];
      if (items === null) continue;
      change.putStructure(kind, JSON.stringify({ items, last_update: 1_700_000_000 }));
    }
    change.commit();
  }
  const calls: string[] = [];
  const registry: Registry = await startRegistry({
    store,
    host: "127.0.0.1",
    port: 0,
    onAnswer: (call) => {
      calls.push(`${call.method} ${call.target}`);
      records.onAnswer?.(call);
    },
  });
  return {
    url: registry.url,
    key,
    calls,
    remove(kind, id) {
      using change = store.beginChange(1);
      change.removeRecord(kind, id);
      change.commit();
    },
    replace(kind, given) {
      using change = store.beginChange(1);
      for (const json of [...store.readRecords(1, kind)]) {
        change.removeRecord(kind, JSON.parse(json).id);
      }
      putAll(change, kind, given);
      change.commit();
    },
    [Symbol.asyncDispose]: async () => {
      await registry.close();
      store[Symbol.dispose]();
    },
  };
}

/** Keeps records so that the list has them in their order. */
function putAll(
  change: StoreChange,
  kind: "tag" | "terminal",
  records: readonly PlainRecord[],
): void {
  records.forEach((record, index) => {
    const addedWhen = 1_700_000_000 + index;
    const whole = { ...common, added_when: addedWhen, last_update: addedWhen, ...record };
    change.putRecord({ kind, id: record.id, addedWhen, json: JSON.stringify(whole) });
  });
}

const common = {
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
