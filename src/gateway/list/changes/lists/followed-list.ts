import { beginWork, nextTurn } from "../../../base/time/turns.ts";
import type { RegistryRecord, Subject } from "../../../call/decode/records.ts";
import type { Snapshot } from "../../whole/snapshot.ts";
import {
  type ComparedField,
  compareLists,
  type FoundChange,
  findChangedFields,
  type RecordsById,
} from "./compare.ts";

/** The approximate bytes that the index takes for each record. */
const placeBytes = 100;

/** A list that is followed, with its last snapshot, to compare the next one with. */
export class FollowedList {
  readonly subject: Subject;
  /** The log's position from which it is followed; infinite until it has been read. */
  since = Number.POSITIVE_INFINITY;
  /** How many listeners it has. */
  listeners = 0;
  /** When to read it next, by the clock. */
  dueAt = 0;
  /** Cancels the current reading; undefined if there is none. */
  stopReading: (() => void) | undefined;
  readonly #keyDigest: string;
  readonly #fields: readonly ComparedField[];
  #records: RecordsById = new Map();
  #sequence = Number.NEGATIVE_INFINITY;
  #bytes = 0;
  #comparing: Promise<void> | undefined;
  /** Whether its last reading was whole, so that its records are the list as callers see it now. */
  #isCurrent = false;

  /** @param keyDigest the digest of the list's key. */
  constructor(subject: Subject, keyDigest: string, fields: readonly ComparedField[]) {
    this.subject = subject;
    this.#keyDigest = keyDigest;
    this.#fields = fields;
  }

  /** Whether it has been read, so that changes can be found. */
  get isKnown(): boolean {
    return Number.isFinite(this.since);
  }

  /** Whether it is being read now. */
  get isBeingRead(): boolean {
    return this.stopReading !== undefined;
  }

  /** The approximate memory of its records. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * A listener begins with what callers see now. If that is more, or less, than the last whole reading, the list is not known until the
   * next one: changes since the last would not be those that the listener has missed.
   */
  beginListening(): void {
    if (!this.#isCurrent) this.since = Number.POSITIVE_INFINITY;
  }

  recordOf(id: string): RegistryRecord | null {
    return this.#records.get(id) ?? null;
  }

  /** The schema's names of the fields that differ between two of its records. */
  findChangedFields(before: RegistryRecord, now: RegistryRecord): readonly string[] {
    return findChangedFields(before, now, this.#fields);
  }

  /**
   * Compares a snapshot with the last one, which it then replaces. A snapshot that is not newer, or not whole, is ignored.
   * @param onReplaced called with the changes (null for the first snapshot), in the turn of the event loop in which the last
   *   snapshot is replaced.
   */
  async advance(
    snapshot: Snapshot,
    onReplaced: (changes: readonly FoundChange[] | null) => void,
  ): Promise<void> {
    while (this.#comparing !== undefined) await this.#comparing;
    if (snapshot.sequence <= this.#sequence) return;
    this.#isCurrent = snapshot.incomplete === null;
    if (!this.#isCurrent) return;
    const compared = Promise.withResolvers<void>();
    this.#comparing = compared.promise;
    try {
      const work = beginWork(this.#keyDigest);
      const options = { fields: this.#fields, pause: () => nextTurn(work) };
      const { records, changes } = await compareLists(this.#records, snapshot.records, options);
      this.#records = records;
      this.#sequence = snapshot.sequence;
      this.#bytes = snapshot.cost.bytes + records.size * placeBytes;
      onReplaced(this.isKnown ? changes : null);
    } finally {
      this.#comparing = undefined;
      compared.resolve();
    }
  }
}
