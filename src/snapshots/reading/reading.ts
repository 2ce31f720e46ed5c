import { listTemplate, type Subject } from "../../upstream/answers/records.ts";
import {
  RequestScope,
  type RequestScopeOptions,
  type ScopeWaiter,
} from "../../upstream/calls/request-scope.ts";
import type { Clock } from "../../upstream/time/clock.ts";
import type { Reservation } from "../keeping/memory-budget.ts";
import type { MemorySnapshot, Version } from "../keeping/memory-snapshot.ts";

/** A request that waits for a snapshot. */
export interface SnapshotRequest {
  readonly scope: RequestScope;
  /** Whether it already uses another one. */
  readonly usesAnother: () => boolean;
}

/** Maximum time for reading a list, including its wait for memory, in milliseconds. */
const maxReadingMs = 10 * 60_000;

/** How long reading continues while nobody waits for it, in milliseconds. The next request may want it. */
const unwantedMs = 30_000;

/** What is known about a list before it is read. */
export interface ReadingOptions {
  readonly subject: Subject;
  /** The count that the registry has just given; null if it gave none. */
  readonly count: number | null;
  /** The approximate memory of one record in bytes, as far as is known now. */
  readonly recordBytes: () => number;
  readonly clock: Clock;
}

/** A list that is being read, or waits for room. Several requests may wait for it, and each may leave without the others. */
export class Reading implements Version {
  readonly subject: Subject;
  readonly count: number | null;
  /** The scope of its calls. It is no request's, because any request may leave. */
  readonly scope: RequestScope;
  readonly reservation: Reservation;
  /** Its number among all requests and readings; infinite until it begins to read. */
  sequence = Number.POSITIVE_INFINITY;
  /** When it began to read the registry; undefined if it has not. */
  startedAt: number | undefined;
  /** Called with each answer of the registry that is used, and with the body that it was decoded from. */
  onAnswer: RequestScopeOptions["onAnswer"];
  readonly #recordBytes: () => number;
  #records = 0;
  readonly #waiters = new Set<ReadingWaiter>();
  #unwantedAt: number;

  constructor({ subject, count, recordBytes, clock }: ReadingOptions) {
    this.subject = subject;
    this.count = count;
    this.#recordBytes = recordBytes;
    this.reservation = {
      bytes: (count ?? 0) * recordBytes(),
      isUrgent: () => this.#waiters.values().some((waiter) => waiter.usesAnother),
    };
    const maxCalls = Number.POSITIVE_INFINITY;
    this.scope = new RequestScope({
      deadlineMs: maxReadingMs,
      maxCalls,
      clock,
      isBulk: true,
      onAnswer: (answer, sent) => this.onAnswer?.(answer, sent),
    });
    this.#unwantedAt = clock.now() + unwantedMs;
  }

  /** How many records have been read so far. */
  get records(): number {
    return this.#records;
  }

  /** Takes note of how many records have been read so far, and adapts the memory that is reserved for the list. */
  progress(records: number): void {
    this.#records = records;
    this.reservation.bytes = Math.max(this.count ?? 0, records) * this.#recordBytes();
  }

  /** Adds a request that waits. The snapshot that it gets is in use: the request must release it. */
  join(request: SnapshotRequest, now: number): Promise<MemorySnapshot> {
    const deferred = Promise.withResolvers<MemorySnapshot>();
    const waiter = new ReadingWaiter(this, request, deferred);
    this.#waiters.add(waiter);
    request.scope.beginWait(waiter, now);
    if (request.scope.isOver(now)) waiter.cancel(now);
    return deferred.promise;
  }

  /** A waiter stops waiting. After the last one has left, reading continues for a while. */
  leave(waiter: ReadingWaiter, now: number): void {
    this.#waiters.delete(waiter);
    if (this.#waiters.size === 0) this.#unwantedAt = now + unwantedMs;
  }

  /**
   * Ends the wait of requests that have no time left. Returns false if reading must end, because nobody has waited for too long.
   */
  checkTime(now: number): boolean {
    for (const waiter of this.#waiters) {
      if (waiter.request.scope.deadlineAt <= now) waiter.cancel(now);
    }
    return this.#waiters.size > 0 || now < this.#unwantedAt;
  }

  /**
   * Passes the snapshot to all who wait.
   * @param use called for each of them, before it gets the snapshot.
   */
  succeed(snapshot: MemorySnapshot, now: number, use: () => void): void {
    for (const waiter of this.#end()) {
      use();
      waiter.settle(now).resolve(snapshot);
    }
  }

  /** Passes the error to all who wait. */
  fail(error: unknown, now: number): void {
    for (const waiter of this.#end()) waiter.settle(now).reject(error);
  }

  #end(): readonly ReadingWaiter[] {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    return waiters;
  }
}

/** One wait for a list. */
class ReadingWaiter implements ScopeWaiter {
  position = -1;
  readonly request: SnapshotRequest;
  readonly #reading: Reading;
  readonly #deferred: PromiseWithResolvers<MemorySnapshot>;

  constructor(
    reading: Reading,
    request: SnapshotRequest,
    deferred: PromiseWithResolvers<MemorySnapshot>,
  ) {
    this.#reading = reading;
    this.request = request;
    this.#deferred = deferred;
  }

  get usesAnother(): boolean {
    return this.request.usesAnother();
  }

  /** Ends the wait. The caller settles the promise that it returns. */
  settle(now: number): PromiseWithResolvers<MemorySnapshot> {
    this.request.scope.endWait(this, now);
    return this.#deferred;
  }

  cancel(now: number): void {
    const { subject, records, count } = this.#reading;
    this.#reading.leave(this, now);
    const total = count ?? undefined;
    const read = Math.min(records, count ?? records);
    const error = this.request.scope.deadlineError(listTemplate(subject), { records: read, total });
    this.settle(now).reject(error);
  }
}
