import type { Subject } from "../../../call/decode/records.ts";
import type { ChangeKind } from "../change.ts";
import type { ChangeLog, LoggedChange } from "./change-log.ts";

/**
 * A step of a reader through the log. The reader took the entries up to `upTo` while the log ended at `end`. With them it took the
 * later changes of the same records, up to `end`, because these were merged.
 */
export interface LogStep {
  readonly upTo: number;
  readonly end: number;
}

/** A reader's place in a log: it has taken all entries up to the position, and beyond it those that the steps took. */
export interface LogPlace {
  readonly position: number;
  readonly steps: readonly LogStep[];
}

/** The change that a reader takes next, and the same change merged with later ones of its record. */
export interface TakenChange {
  readonly change: LoggedChange;
  readonly merged: MergedChange;
  /** Whether there were later ones. */
  readonly isMerged: boolean;
}

/** Several changes of a record as one. */
export interface MergedChange {
  readonly kind: ChangeKind;
  readonly fields: readonly string[] | null;
}

/** Maximum number of steps of a place. A listener that needs more has been too slow for too long, and is reset. */
export const maxSteps = 16;

/**
 * Reads a log for one listener. Waiting changes take no memory per listener, because they are merged only when they are taken. A
 * merged change comes in the place of the first one. The later ones are skipped when their turn comes.
 *
 * For example, the entries are 1 (record A changed), 2 (B changed) and 3 (A changed). The reader takes 1 and 3 merged, then 2. In
 * between, its place is position 0 with the step `{ upTo: 1, end: 3 }`.
 */
export class LogReader {
  readonly #log: ChangeLog;
  readonly #subjects: ReadonlySet<Subject>;
  /** All entries up to here have been taken. */
  #position: number;
  /** The positions beyond it that were taken ahead of their turn. */
  readonly #ahead = new Set<number>();
  /** The steps that took them. */
  #steps: LogStep[] = [];
  /** The position before the first of the steps. */
  #stepsStart = 0;
  /** Whether it passed the beginning of a list: what had happened to that list before is not known. */
  #hasMissed = false;

  /** @param place where to continue. The log must still have every entry after it. */
  constructor(log: ChangeLog, subjects: ReadonlySet<Subject>, place: LogPlace) {
    this.#log = log;
    this.#subjects = subjects;
    this.#position = place.position;
    this.#stepsStart = place.position;
    for (const step of place.steps) this.#repeat(step);
    this.#forgetSteps();
  }

  /** Where to continue after everything that was taken. */
  get place(): LogPlace {
    return this.#steps.length === 0
      ? { position: this.#position, steps: [] }
      : { position: this.#stepsStart, steps: this.#steps };
  }

  /**
   * Whether the next changes have been dropped, or the place has too many steps, or a list could be read only after the reader had
   * begun.
   */
  get isLost(): boolean {
    const isTooSlow = this.#position < this.#log.dropped || this.#steps.length > maxSteps;
    return isTooSlow || this.#hasMissed;
  }

  /** Skips to the end of the log. */
  skipToEnd(): void {
    this.#position = this.#log.end;
    this.#ahead.clear();
    this.#steps = [];
    this.#hasMissed = false;
  }

  /** Takes the next change; null if all have been taken. */
  take(): TakenChange | null {
    for (let change = this.#advance(); change !== null; change = this.#advance()) {
      const later = this.#takeLater(change, this.#log.end);
      const merged = mergeChanges(change, later);
      if (merged !== null) return { change, merged, isMerged: later.length > 0 };
    }
    return null;
  }

  /** Advances to the next change that has not been taken, and returns it; null if there is none. */
  #advance(): LoggedChange | null {
    while (this.#position < this.#log.end) {
      const entry = this.#log.at(this.#position + 1);
      this.#position += 1;
      const wasTaken = this.#ahead.delete(this.#position);
      if (this.#steps.length > 0) this.#forgetSteps();
      if (entry === undefined || wasTaken || !this.#subjects.has(entry.subject)) continue;
      if (entry.kind !== "BEGINNING") return entry;
      this.#hasMissed = true;
      return null;
    }
    return null;
  }

  /** Takes the later changes of a change's record ahead of their turn, up to the position `end`. */
  #takeLater(change: LoggedChange, end: number): readonly LoggedChange[] {
    const later = findLater(change, end);
    for (const { position } of later) this.#ahead.add(position);
    if (this.#ahead.size > 0) this.#addStep({ upTo: change.position, end });
    return later;
  }

  /** Adds a step. It replaces the last one if the log has not grown since. */
  #addStep(step: LogStep): void {
    if (this.#steps.length === 0) this.#stepsStart = step.upTo - 1;
    const last = this.#steps.at(-1);
    if (last?.end === step.end) this.#steps.pop();
    this.#steps.push(step);
  }

  /** Repeats a step as it was when the log ended at `end`. */
  #repeat({ upTo, end }: LogStep): void {
    while (this.#position < upTo) {
      const change = this.#advance();
      if (change === null) return;
      this.#takeLater(change, end);
    }
  }

  /** Forgets the steps once no position is ahead of its turn. */
  #forgetSteps(): void {
    if (this.#ahead.size === 0) this.#steps = [];
  }
}

/** The later changes of a change's record, up to the position `end`. */
function findLater(change: LoggedChange, end: number): readonly LoggedChange[] {
  const later: LoggedChange[] = [];
  for (let next = change.next; next !== undefined && next.position <= end; next = next.next) {
    later.push(next);
  }
  return later;
}

/** Merges a change with later ones of the same record; null if they cancel each other out. */
function mergeChanges(first: LoggedChange, later: readonly LoggedChange[]): MergedChange | null {
  let kind: ChangeKind | null = first.kind;
  const fields = new Set(first.fields);
  for (const change of later) {
    for (const field of change.fields ?? change.sinceRemoval) fields.add(field);
    kind = mergeKinds(kind, change.kind);
  }
  if (kind === null) return null;
  return { kind, fields: kind === "CHANGED" ? [...fields] : null };
}

function mergeKinds(before: ChangeKind | null, next: ChangeKind): ChangeKind | null {
  if (before === null) return next;
  if (next === "REMOVED") return before === "ADDED" ? null : "REMOVED";
  return before === "ADDED" ? "ADDED" : "CHANGED";
}
