import type { Subject } from "../../upstream/answers/records.ts";
import type { ChangeLog, LoggedChange } from "./change-log.ts";
import { type MergedChange, mergeFrom } from "./merge.ts";

/**
 * A step of a reader through the log: it took the entries up to `told` when the log ended at `end`. All changes that a record had by
 * then were merged into the first, so that later ones were told ahead of their turn.
 */
export interface Step {
  readonly told: number;
  readonly end: number;
}

/** A place in a log: all entries up to the position have been told, and beyond it those that the steps took. */
export interface LogPlace {
  readonly position: number;
  readonly steps: readonly Step[];
}

/** What a reader took: the next change, merged with later ones of the same record. */
export interface Taken {
  readonly change: LoggedChange;
  readonly merged: MergedChange;
  readonly isMerged: boolean;
}

/** The most steps that a place may have. A listener that needs more has been too slow for too long, and starts over. */
export const mostSteps = 16;

/**
 * Reads a log for one listener. Waiting changes take no memory of the listener's own: they are read, and merged by record, only when
 * it takes them. A merged change comes in the place of its first one, and the later ones are skipped when their turn comes.
 */
export class LogReader {
  readonly #log: ChangeLog;
  readonly #subjects: ReadonlySet<Subject>;
  /** All entries up to here have been told. */
  #position: number;
  /** The positions beyond it that were told ahead of their turn. */
  readonly #ahead = new Set<number>();
  /** The position before the steps that told them, and those steps. */
  #start = 0;
  #steps: Step[] = [];

  /** @param place where to go on in this log. No entry behind it may have been dropped. */
  constructor(log: ChangeLog, subjects: ReadonlySet<Subject>, place: LogPlace) {
    this.#log = log;
    this.#subjects = subjects;
    this.#position = place.position;
    this.#start = place.position;
    for (const step of place.steps) this.#repeat(step);
    this.#settle();
  }

  /** Where a listener goes on that has got all that was taken. */
  get place(): LogPlace {
    return this.#steps.length === 0
      ? { position: this.#position, steps: [] }
      : { position: this.#start, steps: this.#steps };
  }

  /** Whether changes that should follow have been dropped, or the place would take too many steps. */
  get isLost(): boolean {
    return this.#position < this.#log.dropped || this.#steps.length > mostSteps;
  }

  /** Skips to the end of the log. */
  passOver(): void {
    this.#position = this.#log.end;
    this.#ahead.clear();
    this.#steps = [];
  }

  /** Takes the next change; null if all have been told. */
  take(): Taken | null {
    for (let change = this.#next(); change !== null; change = this.#next()) {
      const merged = this.#merge(change, this.#log.end);
      if (merged !== null) return { change, merged, isMerged: change.next !== undefined };
    }
    return null;
  }

  /** The next change that has not been told. */
  #next(): LoggedChange | null {
    while (this.#position < this.#log.end) {
      const entry = this.#log.at(this.#position + 1);
      this.#position += 1;
      const wasTold = this.#ahead.delete(this.#position);
      if (this.#steps.length > 0) this.#settle();
      if (entry === undefined || wasTold || entry.kind === "BEGINNING") continue;
      if (this.#subjects.has(entry.subject)) return entry;
    }
    return null;
  }

  #merge(change: LoggedChange, end: number): MergedChange | null {
    const { position } = change;
    const merged = mergeFrom(change, end, (later) => this.#ahead.add(later));
    if (this.#ahead.size > 0) this.#note({ told: position, end });
    return merged;
  }

  #note(step: Step): void {
    if (this.#steps.length === 0) this.#start = step.told - 1;
    const last = this.#steps.at(-1);
    if (last?.end === step.end) this.#steps.pop();
    this.#steps.push(step);
  }

  /** Takes a step again, as it was when the log ended at `end`. */
  #repeat({ told, end }: Step): void {
    while (this.#position < told) {
      const change = this.#next();
      if (change === null) return;
      this.#merge(change, end);
    }
  }

  /** Forgets the steps once no position is ahead of its turn. */
  #settle(): void {
    if (this.#ahead.size === 0) this.#steps = [];
  }
}
