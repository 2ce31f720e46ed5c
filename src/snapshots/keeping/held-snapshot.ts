import type { RegistryRecord, StructureRecord, Subject } from "../../upstream/answers/records.ts";
import type { RegistryError } from "../../upstream/errors.ts";
import type { Derived, Snapshot, SnapshotFigures } from "../snapshot.ts";

/** The memory of what searches and filters usually derive from records, as a share of the memory of the records. */
export const derivedShare = 0.6;

/** A list that was read. */
export interface ListRead {
  readonly subject: Subject;
  readonly records: readonly RegistryRecord[];
  readonly structure: StructureRecord | null | RegistryError;
  /** When its first page was asked for, by the clock of the gateway that read it. */
  readonly takenAt: number;
  /** The same by this process's clock. Its age counts from there. */
  readonly agesFrom: number;
  readonly figures: SnapshotFigures;
}

/** What shows whether a snapshot is current for a request: the list's count, and whether its reading or the request came first. */
export interface Version {
  /** The count that the registry gave just before the list was read; null if it gave none. */
  readonly count: number | null;
  /** The step in which its reading began. Requests and readings are numbered together, so this shows which came first. */
  readonly startedIn: number;
}

/** A snapshot in memory, with what decides how long it may be used. */
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
  /** When it was last used. */
  lastUsedAt: number;
  /** Whether a newer one has replaced it, or is being read to replace it. */
  isRenewed = false;
  #derived: Derived<Subject> | undefined;

  constructor(
    list: ListRead & Pick<HeldSnapshot, "derivableBytes">,
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

  /** The memory that it takes, including what is derived from it. */
  get bytes(): number {
    return this.figures.bytes + (this.#derived?.bytes ?? 0);
  }

  get growth(): number {
    return Math.max(this.figures.bytes * derivedShare - (this.#derived?.bytes ?? 0), 0);
  }

  derive<T extends Derived<Subject>>(create: () => T): T {
    this.#derived ??= create();
    // Every caller derives the same thing from a list.
    return this.#derived as T;
  }

  /** Derives the same from a newer snapshot as from this one. */
  async renew(next: HeldSnapshot): Promise<void> {
    next.#derived = await this.#derived?.renew(next);
  }
}
