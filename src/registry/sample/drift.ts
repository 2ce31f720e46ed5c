import { decodeRecord } from "../import/decode.ts";
import type { RecordKind } from "../record.ts";
import type { ReadTransaction, Store, StoredRecord } from "../store/store.ts";
import { harbourBuildings } from "./buildings.ts";
import { createRandom, type Random } from "./random.ts";
import { createTag, createTerminal } from "./records.ts";
import { sampleProject, unwrap } from "./sample.ts";
import { conditions } from "./structures.ts";

const minIntervalMs = 20;

/**
 * @param rate how many records a second are added, updated or removed.
 * @param isWanted whether there is a step now.
 */
export function startDrift(
  store: Store,
  rate: number,
  isWanted: () => boolean = () => true,
): AsyncDisposable {
  const drift = new Drift(store, createRandom(Date.now()), () => Math.floor(Date.now() / 1000));
  const intervalMs = Math.max(1000 / rate, minIntervalMs);
  let steps = 0;
  let edits = 0;
  let last = Promise.resolve();
  const timer = setInterval(() => {
    if (!isWanted()) return;
    steps += 1;
    const due = Math.floor((steps * intervalMs * rate) / 1000);
    last = drift.step(due - edits);
    edits = due;
  }, intervalMs);
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
  #last: Promise<void> = Promise.resolve();
  #nextTerminalId = Math.max(...sampleProject.terminalIds) + 1;

  constructor(store: Store, random: Random, now: () => number) {
    this.#store = store;
    this.#random = random;
    this.#now = now;
  }

  /** Makes some edits, after those of the steps before, which may change what this one reads. */
  async step(count: number): Promise<void> {
    this.#last = this.#last.then(() => this.#edit(count));
    await this.#last;
  }

  async #edit(count: number): Promise<void> {
    if (count < 1) return;
    const edits = await this.#chooseEdits(count);
    await using change = await this.#store.beginChange();
    for (const edit of edits) {
      if ("json" in edit) await change.putRecords([edit]);
      else await change.removeRecord(projectId, edit.kind, edit.id);
    }
    await change.commit();
  }

  async #chooseEdits(count: number): Promise<readonly (StoredRecord | Removal)[]> {
    await using transaction = await this.#store.beginRead();
    const edits: (StoredRecord | Removal)[] = [];
    while (edits.length < count) {
      const kind = this.#random.chance(2 / 3) ? "tag" : "terminal";
      const existing = await this.#pickRecord(transaction, kind);
      const action = this.#random.pick(["add", "update", "remove"]);
      if (existing && action === "remove") edits.push({ kind, id: existing.id });
      else {
        const record = existing && action === "update" ? this.#update(existing) : this.#add(kind);
        edits.push(unwrap(decodeRecord(kind, projectId, record)));
      }
    }
    return edits;
  }

  async #pickRecord(
    transaction: ReadTransaction,
    kind: RecordKind,
  ): Promise<ExistingRecord | undefined> {
    const { count } = await transaction.readPage(projectId, { kind, position: 0, limit: 1 });
    if (count === 0) return undefined;
    const position = this.#random.integer(0, count - 1);
    const { records } = await transaction.readPage(projectId, { kind, position, limit: 1 });
    return JSON.parse(Buffer.from(records).toString());
  }

  #add(kind: RecordKind): object {
    const addedWhen = this.#now();
    if (kind === "tag") return createTag(this.#random, sampleProject, addedWhen);
    const id = this.#nextTerminalId;
    this.#nextTerminalId += 1;
    return createTerminal(this.#random, sampleProject, { id, addedWhen, homeTag: "" });
  }

  #update(record: ExistingRecord): object {
    const data = record.additional_data ?? { site: harbourBuildings[0].name };
    return {
      ...record,
      is_active: this.#random.chance(0.9),
      last_update: this.#now(),
      additional_data: { ...data, condition: this.#random.pick(conditions) },
    };
  }
}

const { projectId } = sampleProject;

interface Removal {
  readonly kind: RecordKind;
  readonly id: string | number;
}

interface ExistingRecord {
  readonly id: string | number;
  readonly additional_data: object | null;
}
