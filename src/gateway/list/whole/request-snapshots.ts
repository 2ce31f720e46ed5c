import type { Subject } from "../../../registry-client/records.ts";
import type { Caller } from "../../call/client.ts";
import { once } from "../../once/once.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Snapshots } from "./snapshots.ts";

export interface SnapshotCost {
  readonly agesFrom: number;
  readonly rows: number;
  readonly calls: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

export class RequestSnapshots {
  readonly #snapshots: Snapshots;
  readonly #caller: Caller;
  readonly #used = new Map<Subject, Promise<unknown>>();
  readonly #shared = new Map<unknown, object>();
  readonly #inUse: Snapshot[] = [];

  constructor(snapshots: Snapshots, caller: Caller) {
    this.#snapshots = snapshots;
    this.#caller = caller;
  }

  get cost(): SnapshotCost | undefined {
    if (this.#inUse.length === 0) return undefined;
    const sum = (figureOf: (snapshot: Snapshot) => number) =>
      this.#inUse.reduce((total, snapshot) => total + figureOf(snapshot), 0);
    return {
      agesFrom: Math.min(...this.#inUse.map(({ agesFrom }) => agesFrom)),
      rows: sum(({ cost }) => cost.records),
      calls: sum(({ cost }) => cost.calls),
      bytes: sum(({ bytes }) => bytes),
      milliseconds: sum(({ cost }) => cost.milliseconds),
    };
  }

  /**
   * A snapshot of a list: one that is kept, or one that is read now. It is the same one throughout
   * a request.
   * @throws RegistryError also `SCAN_TOO_LARGE`, if the list has more records than may be read.
   */
  use<S extends Subject>(subject: S): Promise<Snapshot<S>> {
    const used = once(this.#used, subject, () => this.#take(subject));
    // The entry of a subject is a snapshot of that subject.
    return used as Promise<Snapshot<S>>;
  }

  share<Result extends object>(question: unknown, work: () => Result): Result {
    return once(this.#shared, question, work) as Result;
  }

  /** The snapshots stay, and what was found in them, but not the pages of selections. */
  beginPart(): void {
    for (const question of this.#shared.keys()) {
      if (typeof question === "object") this.#shared.delete(question);
    }
  }

  async #take(subject: Subject): Promise<Snapshot> {
    const snapshot = await this.#snapshots.use(this.#caller, subject);
    this.#inUse.push(snapshot);
    this.#caller.budget.countResponse(this.#snapshots.responsesAgeFrom(snapshot));
    return snapshot;
  }
}
