import type { Subject } from "../../upstream/answers/records.ts";
import type { ChangeLog, LoggedChange } from "./change-log.ts";
import { type MergedChange, mergeFrom } from "./merge.ts";

/**
 * A step of a reader through the log. The reader took the entries up to `upTo` while the log ended at `end`. Later changes of the
 * same records, up to `end`, were merged and so taken too.
 */
export interface LogStep {
  readonly upTo: number;
  readonly end: number;
}

/** A place in a log: all entries up to the position were taken, and beyond it those of the steps. */
export interface LogPlace {
  readonly position: number;
  readonly steps: readonly LogStep[];
}

/** What a reader takes: the next change, merged with later ones of the same record. */
export interface Taken {
  readonly change: LoggedChange;
  readonly merged: MergedChange;
  readonly isMerged: boolean;
}

/** Maximum number of steps of a place. A listener that needs more has been too slow for too long, and is reset. */
export const maxSteps = 16;

/**
 * Reads a log for one listener. Changes that wait take no memory per listener, because they are merged by record only when they are
 * taken. A merged change takes the place of its first one. The later ones are skipped when their turn comes.
 */
export class LogReader {
  readonly #log: ChangeLog;
  readonly #subjects: ReadonlySet<Subject>;
  /** All entries up to here have been taken. */
  #position: number;
  /** The positions beyond it that were taken ahead of their turn. */
  readonly #ahead = new Set<number>();
  /** The position before the steps that took them, and those steps. */
  #start = 0;
  #steps: LogStep[] = [];

  /** @param place where to continue. No entry after it may have been dropped. */
  constructor(log: ChangeLog, subjects: ReadonlySet<Subject>, place: LogPlace) {
    this.#log = log;
    this.#subjects = subjects;
    this.#position = place.position;
    this.#start = place.position;
    for (const step of place.steps) this.#repeat(step);
    this.#forgetSteps();
  }

  /** Where to continue after everything that was taken. */
  get place(): LogPlace {
    return this.#steps.length === 0
      ? { position: this.#position, steps: [] }
      : { position: this.#start, steps: this.#steps };
  }

  /** Whether the next changes have been dropped, or the place has too many steps. */
  get isLost(): boolean {
    return this.#position < this.#log.dropped || this.#steps.length > maxSteps;
  }

  /** Skips to the end of the log. */
  skipToEnd(): void {
    this.#position = this.#log.end;
    this.#ahead.clear();
    this.#steps = [];
  }

  /** Takes the next change; null if all have been taken. */
  take(): Taken | null {
    for (let change = this.#next(); change !== null; change = this.#next()) {
      const merged = this.#merge(change, this.#log.end);
      if (merged !== null) return { change, merged, isMerged: change.next !== undefined };
    }
    return null;
  }

  /** The next change that has not been taken. */
  #next(): LoggedChange | null {
    while (this.#position < this.#log.end) {
      const entry = this.#log.at(this.#position + 1);
      this.#position += 1;
      const wasTaken = this.#ahead.delete(this.#position);
      if (this.#steps.length > 0) this.#forgetSteps();
      if (entry === undefined || wasTaken || entry.kind === "BEGINNING") continue;
      if (this.#subjects.has(entry.subject)) return entry;
    }
    return null;
  }

  #merge(change: LoggedChange, end: number): MergedChange | null {
    const { position } = change;
    const merged = mergeFrom(change, end, (later) => this.#ahead.add(later));
    if (this.#ahead.size > 0) this.#addStep({ upTo: position, end });
    return merged;
  }

  /** Adds a step. It replaces the last one if the log has not grown since. */
  #addStep(step: LogStep): void {
    if (this.#steps.length === 0) this.#start = step.upTo - 1;
    const last = this.#steps.at(-1);
    if (last?.end === step.end) this.#steps.pop();
    this.#steps.push(step);
  }

  /** Takes a step again, as it was when the log ended at `end`. */
  #repeat({ upTo, end }: LogStep): void {
    while (this.#position < upTo) {
      const change = this.#next();
      if (change === null) return;
      this.#merge(change, end);
    }
  }

  /** Forgets the steps once no position is ahead of its turn. */
  #forgetSteps(): void {
    if (this.#ahead.size === 0) this.#steps = [];
  }
}
