import { createKey } from "../../src/registry/keys.ts";
import { type AnsweredCall, type Registry, startRegistry } from "../../src/registry/server.ts";
import { openStore } from "../../src/registry/store.ts";

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
}

/** Starts a registry over as many tags and terminals as a test wants. */
export async function startListRegistry(records: {
  readonly tags?: readonly PlainRecord[];
  readonly terminals?: readonly PlainRecord[];
  /** Told of each call that was answered: the list may move here. */
  readonly onAnswer?: (call: AnsweredCall) => void;
}): Promise<ListRegistry> {
  const store = openStore(":memory:");
  const key = "list-key";
  createKey(store, { key, projectId: 1, name: "test", createdWhen: 0 });
  {
    using change = store.beginChange(1);
    for (const kind of ["tag", "terminal"] as const) {
      (records[`${kind}s`] ?? []).forEach((record, index) => {
        const addedWhen = 1_700_000_000 + index;
        const whole = { ...common, added_when: addedWhen, last_update: addedWhen, ...record };
        change.putRecord({ kind, id: record.id, addedWhen, json: JSON.stringify(whole) });
      });
      change.putStructure(kind, JSON.stringify({ items: [], last_update: 1_700_000_000 }));
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
    [Symbol.asyncDispose]: async () => {
      await registry.close();
      store[Symbol.dispose]();
    },
  };
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
