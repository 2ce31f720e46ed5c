import { decodeRecord } from "../import/decode.ts";
import { type RecordKind, recordKinds } from "../record.ts";
import type { Store, StoredRecord } from "../store/store.ts";
import { harbourBuildings } from "./buildings.ts";
import { Random } from "./random.ts";
import { createTag, createTerminal } from "./records.ts";
import { sampleProject, unwrap } from "./sample.ts";
import { conditions } from "./structures.ts";

/**
 * @param rate how many records a second are added, updated or removed.
 * @param isWanted whether one is now.
 */
export function startDrift(
  store: Store,
  rate: number,
  isWanted: () => boolean = () => true,
): AsyncDisposable {
  const drift = new Drift(store, new Random(Date.now()), () => Math.floor(Date.now() / 1000));
  let last = Promise.resolve();
  const timer = setInterval(() => {
    if (isWanted()) last = drift.step(1);
  }, 1000 / rate);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await last;
    },
  };
}

/**
 * Changes the sample's main project step by step. Two in three edits are to tags. One in three adds
 * a record at the end of its list, one in three updates a record, and one in three removes a
 * record.
 */
export class Drift {
  readonly #store: Store;
  readonly #random: Random;
  readonly #now: () => number;
  #lists: Promise<Lists> | undefined;
  #nextTerminalId = Math.max(...sampleProject.terminalIds) + 1;

  constructor(store: Store, random: Random, now: () => number) {
    this.#store = store;
    this.#random = random;
    this.#now = now;
  }

  /** Makes some edits in one change. Changes are made in the order of these calls. */
  async step(count: number): Promise<void> {
    this.#lists ??= readLists(this.#store);
    const lists = await this.#lists;
    const edits = Array.from({ length: count }, () => this.#chooseEdit(lists));
    await using change = await this.#store.beginChange();
    for (const edit of edits) {
      if ("json" in edit) await change.putRecords([edit]);
      else await change.removeRecord(projectId, edit.kind, edit.id);
    }
    await change.commit();
  }

  #chooseEdit(lists: Lists): StoredRecord | Pick<StoredRecord, "kind" | "id"> {
    const kind = this.#random.chance(2 / 3) ? "tag" : "terminal";
    const list = lists[kind];
    const at = this.#random.integer(0, Math.max(list.length - 1, 0));
    const action = this.#random.pick(["add", "update", "remove"]);
    const existing = list[at];
    if (existing && action === "remove") {
      list.splice(at, 1);
      return { kind, id: existing.id };
    }
    const isUpdate = existing && action === "update";
    const record = isUpdate ? this.#update(existing) : this.#add(kind);
    list.splice(isUpdate ? at : list.length, isUpdate ? 1 : 0, record);
    return unwrap(decodeRecord(kind, projectId, record));
  }

  #add(kind: RecordKind): ExistingRecord {
    const addedWhen = this.#now();
    if (kind === "tag") return createTag(this.#random, sampleProject, addedWhen);
    const id = this.#nextTerminalId;
    this.#nextTerminalId += 1;
    return createTerminal(this.#random, sampleProject, { id, addedWhen, homeTag: "" });
  }

  #update(record: ExistingRecord): ExistingRecord {
    const data = record.additional_data ?? { site: harbourBuildings[0].name };
    const updated = {
      is_active: this.#random.chance(0.9),
      last_update: this.#now(),
      additional_data: { ...data, condition: this.#random.pick(conditions) },
    };
    return { ...record, ...updated };
  }
}

const { projectId } = sampleProject;

type Lists = Record<RecordKind, ExistingRecord[]>;

async function readLists(store: Store): Promise<Lists> {
  await using transaction = await store.beginRead();
  const lists: Lists = { tag: [], terminal: [] };
  for (const kind of recordKinds) {
    for await (const batch of transaction.readRecords(projectId, kind)) {
      for (const { json } of batch) lists[kind].push(JSON.parse(json));
    }
  }
  return lists;
}

interface ExistingRecord {
  readonly id: string | number;
  readonly additional_data: object | null;
}
