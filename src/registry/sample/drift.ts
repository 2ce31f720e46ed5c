import { decodeRecord } from "../import/decode.ts";
import { Mutex } from "../mutex.ts";
import type { RecordKind } from "../record.ts";
import type { ReadTransaction, Store, StoreChange } from "../store/store.ts";
import { harbourBuildings } from "./buildings.ts";
import { createRandom, type Random } from "./random.ts";
import { createTag, createTerminal } from "./records.ts";
import { sampleProject } from "./sample.ts";
import { conditions } from "./structures.ts";

const minIntervalMs = 20;

/** @param rate how many records a second are added, updated or removed. */
export function startDrift(store: Store, rate: number, seed: number): AsyncDisposable {
  const drift = new Drift(store, createRandom(seed), () => Math.floor(Date.now() / 1000));
  const intervalMs = Math.max(1000 / rate, minIntervalMs);
  let steps = 0;
  let edits = 0;
  let last = Promise.resolve();
  const timer = setInterval(() => {
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
  readonly #stepping = new Mutex();
  #nextTerminalId: number;

  constructor(store: Store, random: Random, now: () => number) {
    this.#store = store;
    this.#random = random;
    this.#now = now;
    this.#nextTerminalId = Math.max(...sampleProject.terminalIds) + 1;
  }

  async step(count: number): Promise<void> {
    if (count < 1) return;
    // No other step may change what this one reads, until this one is done.
    using _lock = await this.#stepping.acquire();
    const edits = await this.#chooseEdits(count);
    await using change = await this.#store.beginChange();
    for (const edit of edits) await edit(change);
    await change.commit();
  }

  async #chooseEdits(count: number): Promise<readonly Edit[]> {
    await using transaction = await this.#store.beginRead();
    const edits: Edit[] = [];
    while (edits.length < count) edits.push(await this.#planEdit(transaction));
    return edits;
  }

  async #planEdit(transaction: ReadTransaction): Promise<Edit> {
    const kind: RecordKind = this.#random.chance(2 / 3) ? "tag" : "terminal";
    const existing = await this.#pickRecord(transaction, kind);
    const action = this.#random.pick(["add", "update", "remove"]);
    if (action === "add" || !existing) return (change) => this.#add(change, kind);
    if (action === "remove") {
      return (change) => change.removeRecord(sampleProject.projectId, kind, existing.id);
    }
    return (change) => this.#put(change, kind, this.#update(existing));
  }

  async #pickRecord(
    transaction: ReadTransaction,
    kind: RecordKind,
  ): Promise<ExistingRecord | undefined> {
    const { projectId } = sampleProject;
    const { count } = await transaction.readPage(projectId, { kind, position: 0, limit: 1 });
    if (count === 0) return undefined;
    const position = this.#random.integer(0, count - 1);
    const { records } = await transaction.readPage(projectId, { kind, position, limit: 1 });
    return JSON.parse(Buffer.from(records).toString());
  }

  async #add(change: StoreChange, kind: RecordKind): Promise<void> {
    const addedWhen = this.#now();
    if (kind === "tag") {
      await this.#put(change, kind, createTag(this.#random, sampleProject, addedWhen));
      return;
    }
    const id = this.#nextTerminalId;
    this.#nextTerminalId += 1;
    const terminal = { id, addedWhen, homeTag: "" };
    await this.#put(change, kind, createTerminal(this.#random, sampleProject, terminal));
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

  async #put(change: StoreChange, kind: RecordKind, record: object): Promise<void> {
    const decoded = decodeRecord(kind, sampleProject.projectId, record);
    if (decoded.value) await change.putRecords([decoded.value]);
  }
}

type Edit = (change: StoreChange) => Promise<void>;

interface ExistingRecord {
  readonly id: string | number;
  readonly additional_data: object | null;
}
