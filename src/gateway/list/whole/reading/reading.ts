import { listTemplate, type Subject } from "../../../../registry-client/records.ts";
import type { RegistryError } from "../../../base/errors.ts";
import type { Clock } from "../../../base/time/clock.ts";
import { RequestBudget, Waiter, type WaitTarget } from "../../../call/request-budget.ts";
import type { Reservation } from "../keeping/memory-budget.ts";
import type { Snapshot, Version } from "../snapshot.ts";

/** A request that waits for a snapshot. */
export interface SnapshotRequest {
  readonly budget: RequestBudget;
  /** Whether it already uses another snapshot. */
  readonly usesAnother: () => boolean;
}

/** Maximum time for reading a list, including its wait for memory, in milliseconds. */
const maxReadingMs = 10 * 60_000;

/** How long reading continues while nobody waits for it, in milliseconds. The next request may want it. */
const unwantedMs = 30_000;

/** What is known about a list before it is read. */
export interface ReadingOptions {
  readonly subject: Subject;
  /** The digest of the list's key. */
  readonly keyDigest: string;
  /** The count that the registry has just given; null if it gave none. */
  readonly count: number | null;
  /** The approximate memory of one record in bytes, as far as is known now. */
  readonly recordBytes: () => number;
  readonly clock: Clock;
}

/** A list that is being read, or waits for room. Several requests may wait for it, and each may leave without the others. */
export class Reading implements Version, WaitTarget<Snapshot> {
  readonly subject: Subject;
  readonly count: number | null;
  /** The budget of its calls. It belongs to no single request, because any request may be cancelled. */
  readonly budget: RequestBudget;
  readonly reservation: Reservation;
  /** Its number among all requests and readings: infinite until it begins, 0 if another gateway has read a part of the list. */
  sequence = Number.POSITIVE_INFINITY;
  /** When it began to read from the registry; undefined if it has not. */
  startedAt: number | undefined;
  readonly #recordBytes: () => number;
  #records = 0;
  /** Each waiter, with whether its request already uses another snapshot. */
  readonly #waiters = new Map<Waiter<Snapshot>, () => boolean>();
  #unwantedAt: number;

  constructor({ subject, keyDigest, count, recordBytes, clock }: ReadingOptions) {
    this.subject = subject;
    this.count = count;
    this.#recordBytes = recordBytes;
    this.reservation = {
      bytes: (count ?? 0) * recordBytes(),
      isUrgent: () => this.#waiters.values().some((usesAnother) => usesAnother()),
    };
    const maxCalls = Number.POSITIVE_INFINITY;
    this.budget = new RequestBudget({
      deadlineMs: maxReadingMs,
      maxCalls,
      keyDigest,
      clock,
      isBulk: true,
    });
    this.#unwantedAt = clock.now() + unwantedMs;
  }

  /** Takes note of how many records have been read so far, and adapts the memory that is reserved for the list. */
  noteProgress(records: number): void {
    this.#records = records;
    this.reservation.bytes = Math.max(this.count ?? 0, records) * this.#recordBytes();
  }

  /** Adds a request that waits. The snapshot that it gets is in use: the request must release it. */
  join({ budget, usesAnother }: SnapshotRequest, now: number): Promise<Snapshot> {
    const waiter = new Waiter(budget, this);
    this.#waiters.set(waiter, usesAnother);
    budget.beginWait(waiter, now);
    if (budget.isOver(now)) waiter.cancel(now);
    return waiter.result;
  }

  /** Removes a waiter. After the last one, reading continues for a while. */
  removeWaiter(waiter: Waiter<Snapshot>, now: number): void {
    this.#waiters.delete(waiter);
    if (this.#waiters.size === 0) this.#unwantedAt = now + unwantedMs;
  }

  /** The error for a request that stops waiting: it says how many records have been read. */
  deadlineError(budget: RequestBudget): RegistryError {
    const total = this.count ?? undefined;
    const records = Math.min(this.#records, total ?? this.#records);
    return budget.deadlineError(listTemplate(this.subject), { records, total });
  }

  /** Ends the wait of requests that have no time left. */
  cancelOverdue(now: number): void {
    for (const waiter of this.#waiters.keys()) {
      if (waiter.budget.deadlineAt <= now) waiter.cancel(now);
    }
  }

  /** Whether a request waits for it, or did so recently. */
  isWanted(now: number): boolean {
    return this.#waiters.size > 0 || now < this.#unwantedAt;
  }

  /**
   * Passes the snapshot to all who wait.
   * @param use called for each of them, before it receives the snapshot.
   */
  succeed(snapshot: Snapshot, now: number, use: () => void): void {
    for (const waiter of this.#end()) {
      use();
      waiter.succeed(snapshot, now);
    }
  }

  /** Passes the error to all who wait. */
  fail(error: unknown, now: number): void {
    for (const waiter of this.#end()) waiter.fail(error, now);
  }

  #end(): readonly Waiter<Snapshot>[] {
    const waiters = [...this.#waiters.keys()];
    this.#waiters.clear();
    return waiters;
  }
}
