import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import { giveWay } from "../../base/time/give-way.ts";
import type { Snapshot } from "../whole/snapshot.ts";
import type { ChangeLog } from "./change-log.ts";
import { type ComparedField, compareLists } from "./compare.ts";

const placeBytes = 100;

export class FollowedList {
  readonly subject: Subject;
  readonly fields: readonly ComparedField[];
  listeners = 0;
  dueAt = 0;
  stopReading: (() => void) | undefined;
  isKnown = false;
  bytes = 0;
  readonly #log: ChangeLog;
  #records: ReadonlyMap<string, RegistryRecord> = new Map();
  #sequence = Number.NEGATIVE_INFINITY;
  #comparing: Promise<void> | undefined;
  #isCurrent = false;

  constructor(subject: Subject, fields: readonly ComparedField[], log: ChangeLog) {
    this.subject = subject;
    this.fields = fields;
    this.#log = log;
  }

  /**
   * A listener begins with what callers see now. If that is more, or less, than the last whole
   * reading, changes since that one would not be those that the listener has missed.
   */
  beginListening(): void {
    if (!this.#isCurrent) this.isKnown = false;
  }

  forget(): void {
    this.#records = new Map();
    this.isKnown = false;
    this.bytes = 0;
  }

  recordOf(id: string): RegistryRecord | null {
    return this.#records.get(id) ?? null;
  }

  /**
   * Compares a reading with the last one, which it replaces in the same turn of the event loop in
   * which its changes are logged. One that is not newer, or not whole, is ignored.
   */
  async advance({ sequence, incomplete, records: read, cost }: Snapshot): Promise<void> {
    while (this.#comparing !== undefined) await this.#comparing;
    if (sequence <= this.#sequence) return;
    this.#isCurrent = incomplete === null;
    if (!this.#isCurrent) return;
    const compared = Promise.withResolvers<void>();
    this.#comparing = compared.promise;
    try {
      const options = { fields: this.fields, pause: giveWay };
      const { records, changes } = await compareLists(this.#records, read, options);
      this.#records = records;
      this.#sequence = sequence;
      this.bytes = cost.bytes + records.size * placeBytes;
      if (this.isKnown) for (const change of changes) this.#log.append(change);
      else this.#log.reset(this.subject);
      this.isKnown = true;
    } finally {
      this.#comparing = undefined;
      compared.resolve();
    }
  }
}
