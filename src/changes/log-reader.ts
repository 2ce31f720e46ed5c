import type { Subject } from "../upstream/records.ts";
import type { ChangeLog, LoggedChange } from "./change-log.ts";
import { type MergedChange, mergeFrom } from "./merge.ts";

/**
 * Up to which position a listener was told the log, when it ended at another one: of a record with several changes by then they
 * were told all at once.
 */
export interface Step {
  readonly told: number;
  readonly end: number;
}

/** A place in a log: everything up to the position has been told, and beyond it what the steps say. */
export interface Place {
  readonly position: number;
  readonly steps: readonly Step[];
}

/** What is told next. */
export interface Taken {
  readonly change: LoggedChange;
  /** What it comes to with the later changes of its record. */
  readonly merged: MergedChange;
  readonly isMerged: boolean;
}

/** Steps that a place may have: one who needs more has been slower than the registry for too long. */
export const mostSteps = 16;

/**
 * One listener's way through a log. What waits for them takes no memory of theirs: it is read, and changes of one record are
 * merged, when they take it. Where in the order they are told of a record is where its first change stands, so that the
 * later ones are passed over when their turn comes.
 */
export class LogReader {
  readonly #log: ChangeLog;
  readonly #subjects: ReadonlySet<Subject>;
  /** Everything up to here has been told. */
  #position: number;
  /** Positions beyond it that have been told ahead of their turn. */
  readonly #ahead = new Set<number>();
  /** How they came to be: from where on, and in which steps. */
  #start = 0;
  #steps: Step[] = [];

  /** @param place of this log: none of what follows it has been dropped. */
  constructor(log: ChangeLog, subjects: ReadonlySet<Subject>, place: Place) {
    this.#log = log;
    this.#subjects = subjects;
    this.#position = place.position;
    this.#start = place.position;
    for (const step of place.steps) this.#repeat(step);
    this.#settle();
  }

  /** Where whoever was told all that was taken goes on. */
  get place(): Place {
    return this.#steps.length === 0
      ? { position: this.#position, steps: [] }
      : { position: this.#start, steps: this.#steps };
  }

  /** Whether some of what would follow is lost, or cannot be told in order any more. */
  get isLost(): boolean {
    return this.#position < this.#log.dropped || this.#steps.length > mostSteps;
  }

  /** Goes on at the end of the log, whatever was not told. */
  passOver(): void {
    this.#position = this.#log.end;
    this.#ahead.clear();
    this.#steps = [];
  }

  /** What is told next; null: nothing has happened that was not told. */
  take(): Taken | null {
    for (let change = this.#next(); change !== null; change = this.#next()) {
      const merged = this.#merge(change, this.#log.end);
      if (merged !== null) return { change, merged, isMerged: change.next !== undefined };
    }
    return null;
  }

  /** The next change that was not told. */
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

  /** Takes again what had been taken when the log ended elsewhere. */
  #repeat({ told, end }: Step): void {
    while (this.#position < told) {
      const change = this.#next();
      if (change === null) return;
      this.#merge(change, end);
    }
  }

  /** Once nothing has been told ahead of its turn, how it had been does not matter. */
  #settle(): void {
    if (this.#ahead.size === 0) this.#steps = [];
  }
}
