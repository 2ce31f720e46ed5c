import type { RegistryRecord, Subject } from "../upstream/records.ts";
import { nextTurn } from "../upstream/turns.ts";
import {
  type ComparedField,
  compareLists,
  type FoundChange,
  findChangedFields,
  type RecordsById,
} from "./compare.ts";

/** A list as it was read. */
export interface ListReading {
  readonly records: readonly RegistryRecord[];
  /** Orders readings: one that was begun later has more. */
  readonly startedIn: number;
  readonly figures: { readonly bytes: number };
}

/** What became of a list since it was read before. */
export interface Advance {
  /** Null: it had not been read before. */
  readonly changes: readonly FoundChange[] | null;
}

/** Memory that the place of a record takes beside the record itself. */
const placeBytes = 100;

/** A list as it was last read, which the next reading is compared with. */
export class FollowedList {
  readonly subject: Subject;
  /** Where in the log it has been followed from; infinite: it has not been read yet. */
  since = Number.POSITIVE_INFINITY;
  /** How many listen to it. */
  listeners = 0;
  /** When it is to be read next, by the clock. */
  dueAt = 0;
  /** Ends the reading that is under way; undefined: none is. */
  stopReading: (() => void) | undefined;
  readonly #fields: readonly ComparedField[];
  #records: RecordsById = new Map();
  #startedIn = Number.NEGATIVE_INFINITY;
  #bytes = 0;
  #comparing: Promise<void> | undefined;

  constructor(subject: Subject, fields: readonly ComparedField[]) {
    this.subject = subject;
    this.#fields = fields;
  }

  /** Whether it has been read, so that changes can be told. */
  get isKnown(): boolean {
    return Number.isFinite(this.since);
  }

  /** Memory that its records take, about. */
  get bytes(): number {
    return this.#bytes;
  }

  recordOf(id: string): RegistryRecord | null {
    return this.#records.get(id) ?? null;
  }

  /** What is different between two records of it. */
  findChangedFields(before: RegistryRecord, now: RegistryRecord): readonly string[] {
    return findChangedFields(before, now, this.#fields);
  }

  /**
   * Compares a reading with the last one and keeps it in its place; one that is not newer is passed over.
   * @param log is called in the same turn in which it takes its place.
   */
  async advance(reading: ListReading, log: (advance: Advance) => void): Promise<void> {
    while (this.#comparing !== undefined) await this.#comparing;
    if (reading.startedIn <= this.#startedIn) return;
    const compared = Promise.withResolvers<void>();
    this.#comparing = compared.promise;
    try {
      const options = { fields: this.#fields, pause: nextTurn };
      const { records, changes } = await compareLists(this.#records, reading.records, options);
      this.#records = records;
      this.#startedIn = reading.startedIn;
      this.#bytes = reading.figures.bytes + records.size * placeBytes;
      log({ changes: this.isKnown ? changes : null });
    } finally {
      this.#comparing = undefined;
      compared.resolve();
    }
  }
}
