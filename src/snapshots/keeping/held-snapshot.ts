import type { RegistryRecord, StructureRecord, Subject } from "../../upstream/answers/records.ts";
import type { RegistryError } from "../../upstream/errors.ts";
import type { Derived, Snapshot, SnapshotFigures } from "../snapshot.ts";

/** What searches and filters derive from records, usually, as a part of what these take. */
export const derivedShare = 0.6;

/** What was read of a list. */
export interface ReadList {
  readonly subject: Subject;
  readonly records: readonly RegistryRecord[];
  readonly structure: StructureRecord | null | RegistryError;
  /** When its first page was asked for, by the clock of the gateway that did. */
  readonly takenAt: number;
  /** The same by this process's clock: its age counts from there. */
  readonly agesFrom: number;
  readonly figures: SnapshotFigures;
}

/** When a list was read, in what order of events and beside which count. */
export interface Version {
  /** The list's count, as a call for one record told it before the list was read; null: it told none. */
  readonly count: number | null;
  /** In which step of all that is asked for and read its reading was begun. */
  readonly startedIn: number;
}

/** A snapshot, with what decides how long it may be used. */
export class HeldSnapshot implements Snapshot<Subject>, Version {
  readonly subject: Subject;
  readonly records: readonly RegistryRecord[];
  readonly structure: StructureRecord | null | RegistryError;
  readonly takenAt: number;
  readonly agesFrom: number;
  readonly figures: SnapshotFigures;
  readonly derivableBytes: number;
  readonly count: number | null;
  readonly startedIn: number;
  /** When it was last used, by the clock. */
  lastUsedAt: number;
  /** Whether a newer one has been, or is being, read to take its place. */
  isRenewed = false;
  #derived: Derived<Subject> | undefined;

  constructor(
    list: ReadList & Pick<HeldSnapshot, "derivableBytes">,
    { count, startedIn }: Version,
  ) {
    const { subject, records, structure, takenAt, agesFrom, figures, derivableBytes } = list;
    this.subject = subject;
    this.records = records;
    this.structure = structure;
    this.takenAt = takenAt;
    this.agesFrom = agesFrom;
    this.figures = figures;
    this.derivableBytes = derivableBytes;
    this.count = count;
    this.startedIn = startedIn;
    this.lastUsedAt = agesFrom;
  }

  /** The memory that it takes, with what is derived from it. */
  get bytes(): number {
    return this.figures.bytes + (this.#derived?.bytes ?? 0);
  }

  get growth(): number {
    return Math.max(this.figures.bytes * derivedShare - (this.#derived?.bytes ?? 0), 0);
  }

  derive<T extends Derived<Subject>>(create: () => T): T {
    this.#derived ??= create();
    // Whoever derives something from a list derives the same thing each time.
    return this.#derived as T;
  }

  /** Derives from a newer snapshot what is derived from this one. */
  async renew(next: HeldSnapshot): Promise<void> {
    next.#derived = await this.#derived?.renew(next);
  }
}
