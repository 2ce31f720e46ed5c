import {
  listTemplate,
  type RegistryRecord,
  type RegistryRow,
  type StructureRecord,
  type Subject,
} from "../../../registry-client/records.ts";
import { RegistryError } from "../../base/errors.ts";

const firstRetryPauseMs = 1_000;

export interface Derived<S extends Subject> {
  readonly bytes: number;
  renew(next: Snapshot<S>): Promise<Derived<S>>;
}

interface ReadingCost {
  readonly records: number;
  readonly calls: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface Incomplete {
  readonly recordsStated: number | null;
}

export interface ReadList<S extends Subject = Subject> {
  readonly subject: S;
  readonly rows: readonly RegistryRow<S>[];
  readonly records: readonly RegistryRecord<S>[];
  readonly incomplete: Incomplete | null;
  /** Null if the registry has none, an error if it could not be read. */
  readonly structure: StructureRecord | null | RegistryError;
  readonly takenAt: number;
  /** The same by this process's clock. The snapshot's age counts from there. */
  readonly agesFrom: number;
  readonly cost: ReadingCost;
}

export interface Version {
  readonly count: number | null;
  /**
   * The number of its reading. Requests and readings are numbered together, so it shows whether the
   * reading or a request began first.
   */
  readonly sequence: number;
}

export class Snapshot<S extends Subject = Subject> implements ReadList<S>, Version {
  readonly subject: S;
  readonly keyDigest: string;
  readonly rows: readonly RegistryRow<S>[];
  readonly records: readonly RegistryRecord<S>[];
  readonly incomplete: Incomplete | null;
  readonly structure: StructureRecord | null | RegistryError;
  readonly takenAt: number;
  readonly agesFrom: number;
  readonly cost: ReadingCost;
  readonly count: number | null;
  readonly sequence: number;
  lastUsedAt: number;
  /** Whether a renewal has begun. If it fails, none follows in the background. */
  isRenewed = false;
  retryPauseMs = firstRetryPauseMs;
  #derived: Derived<S> | undefined;

  constructor(list: ReadList<S> & Pick<Snapshot<S>, "keyDigest">, { count, sequence }: Version) {
    const { subject, rows, records, incomplete, structure, takenAt, agesFrom, cost } = list;
    this.subject = subject;
    this.keyDigest = list.keyDigest;
    this.rows = rows;
    this.records = records;
    this.incomplete = incomplete;
    this.structure = structure;
    this.takenAt = takenAt;
    this.agesFrom = agesFrom;
    this.cost = cost;
    this.count = count;
    this.sequence = sequence;
    this.lastUsedAt = agesFrom;
  }

  get isPartial(): boolean {
    return this.incomplete !== null || this.structure instanceof RegistryError;
  }

  get bytes(): number {
    return this.cost.bytes + (this.#derived?.bytes ?? 0);
  }

  /** Calls `create` only the first time, and returns its result every time. */
  derive<T extends Derived<S>>(create: () => T): T {
    this.#derived ??= create();
    // All callers derive the same type from a list.
    return this.#derived as T;
  }

  async renew(next: Snapshot<S>): Promise<void> {
    if (this.isPartial) next.retryPauseMs = 2 * this.retryPauseMs;
    next.#derived = await this.#derived?.renew(next);
  }
}

/**
 * The error in place of a statement about a whole list, such as that a record does not exist; null
 * if the list was read whole. It names the list as the warning does, so that clients can tell which
 * errors the warning explains.
 */
export function incompleteError({
  subject,
  incomplete,
}: Pick<ReadList, "subject" | "incomplete">): RegistryError | null {
  if (incomplete === null) return null;
  const reason = "the list could not be read whole, so records may be missing";
  return new RegistryError("REGISTRY_BAD_RESPONSE", listTemplate(subject), reason, {
    list: `${subject}s`,
  });
}
