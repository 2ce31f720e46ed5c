import { decodeRecord } from "../import/decode.ts";
import type { Kind } from "../record.ts";
import type { Store } from "../store.ts";
import type { StoreChange } from "../store-change.ts";
import { harbourSites } from "./places.ts";
import { createRandom, type Random } from "./random.ts";
import { createTag, createTerminal } from "./records.ts";
import { sampleProject } from "./sample.ts";
import { conditions } from "./structures.ts";

/** How a sample moves while it is served. */
export interface DriftOptions {
  /** Records added, changed or removed in a second, together. */
  readonly rate: number;
  /** Which records, and how. */
  readonly seed: number;
}

/** Shortest time between two changes of the store; a higher rate makes several records change at once. */
const leastIntervalMs = 20;

/** Moves the sample's main project until it is disposed of. */
export function startDrift(store: Store, { rate, seed }: DriftOptions): Disposable {
  const drift = new Drift(store, createRandom(seed), () => Math.floor(Date.now() / 1000));
  const intervalMs = Math.max(1000 / rate, leastIntervalMs);
  let owed = 0;
  const timer = setInterval(() => {
    owed += (rate * intervalMs) / 1000;
    drift.step(Math.floor(owed));
    owed %= 1;
  }, intervalMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * The movement of the sample's main project, step by step. Two changes of three go to tags; a third of all add a
 * record at the end of its list, a third change one in its place, a third remove one from anywhere.
 */
export class Drift {
  readonly #store: Store;
  readonly #random: Random;
  readonly #now: () => number;
  #nextTerminalId: number;

  /** `now` gives seconds since 1970. */
  constructor(store: Store, random: Random, now: () => number) {
    this.#store = store;
    this.#random = random;
    this.#now = now;
    this.#nextTerminalId = Math.max(...sampleProject.terminalIds) + 1;
  }

  /** Makes so many changes, seen all at once. */
  step(changes: number): void {
    if (changes < 1) return;
    const plans = Array.from({ length: changes }, () => this.#plan());
    using change = this.#store.beginChange(sampleProject.projectId);
    for (const apply of plans) apply(change);
    change.commit();
  }

  /** Reads what it needs now, before the change begins, and gives what is to be done. */
  #plan(): (change: StoreChange) => void {
    const kind: Kind = this.#random.chance(2 / 3) ? "tag" : "terminal";
    const existing = this.#pickRecord(kind);
    const action = this.#random.pick(["add", "change", "remove"]);
    if (action === "add" || !existing) return (change) => this.#add(change, kind);
    if (action === "remove") return (change) => change.removeRecord(kind, existing.id);
    return (change) => this.#put(change, kind, this.#alter(existing));
  }

  #pickRecord(kind: Kind): ExistingRecord | undefined {
    const list = { projectId: sampleProject.projectId, kind };
    const view = this.#store.view();
    const { count } = view.readPage({ ...list, position: 0, limit: 1 });
    if (count === 0) return undefined;
    const position = this.#random.integer(0, count - 1);
    const { records } = view.readPage({ ...list, position, limit: 1 });
    return JSON.parse(Buffer.from(records).toString());
  }

  #add(change: StoreChange, kind: Kind): void {
    const addedWhen = this.#now();
    if (kind === "tag") {
      this.#put(change, kind, createTag(this.#random, sampleProject, addedWhen));
      return;
    }
    const id = this.#nextTerminalId;
    this.#nextTerminalId += 1;
    const terminal = { id, addedWhen, homeTag: "" };
    this.#put(change, kind, createTerminal(this.#random, sampleProject, terminal));
  }

  #alter(record: ExistingRecord): object {
    const data = record.additional_data ?? { site: harbourSites[0].name };
    return {
      ...record,
      is_active: this.#random.chance(0.9),
      last_update: this.#now(),
      additional_data: { ...data, condition: this.#random.pick(conditions) },
    };
  }

  #put(change: StoreChange, kind: Kind, record: object): void {
    const decoded = decodeRecord(kind, sampleProject.projectId, record);
    if (decoded.value) change.putRecord(decoded.value);
  }
}

/** What the store gives back, as this file needs it. */
interface ExistingRecord {
  readonly id: string | number;
  readonly additional_data: object | null;
}
