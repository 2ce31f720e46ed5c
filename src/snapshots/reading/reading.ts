import type { Subject } from "../../upstream/answers/records.ts";
import {
  RequestScope,
  type RequestScopeOptions,
  type ScopeWaiter,
} from "../../upstream/calls/request-scope.ts";
import type { Clock } from "../../upstream/time/clock.ts";
import type { HeldSnapshot, Version } from "../keeping/held-snapshot.ts";
import type { Reservation } from "../keeping/memory-budget.ts";

/** A request that wants a snapshot. */
export interface Asker {
  readonly scope: RequestScope;
  /** Whether the request already uses another one. */
  readonly isHolding: () => boolean;
}

/** Maximum time for reading a list, including its wait for memory, in milliseconds. */
const maxReadingMs = 10 * 60_000;

/** How long reading goes on while nobody waits for it, in milliseconds. The next request may want it. */
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
  /** The scope of its calls. They belong to no request, because any request may leave. */
  readonly scope: RequestScope;
  readonly reservation: Reservation;
  /** The step in which it began; infinite while it waits for room. */
  startedIn = Number.POSITIVE_INFINITY;
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
      isUrgent: () => this.#waiters.values().some((waiter) => waiter.isHolding),
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

  set records(records: number) {
    this.#records = records;
    this.reservation.bytes = Math.max(this.count ?? 0, records) * this.#recordBytes();
  }

  /** Adds a request that waits. The snapshot that it gets is in use: the request must release it. */
  join(asker: Asker, now: number): Promise<HeldSnapshot> {
    const promised = Promise.withResolvers<HeldSnapshot>();
    const waiter = new ReadingWaiter(this, asker, promised);
    this.#waiters.add(waiter);
    asker.scope.beginWait(waiter, now);
    if (asker.scope.isOver(now)) waiter.cancel(now);
    return promised.promise;
  }

  /** A waiter stops waiting. After the last one has left, reading goes on for a while. */
  leave(waiter: ReadingWaiter, now: number): void {
    this.#waiters.delete(waiter);
    if (this.#waiters.size === 0) this.#unwantedAt = now + unwantedMs;
  }

  /** Removes the waiters whose request has no time left. Returns false if nobody has waited for so long that reading must end. */
  checkTime(now: number): boolean {
    for (const waiter of this.#waiters) {
      if (waiter.asker.scope.deadlineAt <= now) waiter.cancel(now);
    }
    return this.#waiters.size > 0 || now < this.#unwantedAt;
  }

  /**
   * Gives the snapshot to all who wait.
   * @param use called for each of them, before it gets the snapshot.
   */
  succeed(snapshot: HeldSnapshot, now: number, use: () => void): void {
    for (const waiter of this.#end()) {
      use();
      waiter.settle(now).resolve(snapshot);
    }
  }

  /** Gives the error to all who wait. */
  fail(error: unknown, now: number): void {
    for (const waiter of this.#end()) waiter.settle(now).reject(error);
  }

  #end(): readonly ReadingWaiter[] {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    return waiters;
  }
}

/** A request that waits for a list. */
class ReadingWaiter implements ScopeWaiter {
  position = -1;
  readonly asker: Asker;
  readonly #reading: Reading;
  readonly #promised: PromiseWithResolvers<HeldSnapshot>;

  constructor(reading: Reading, asker: Asker, promised: PromiseWithResolvers<HeldSnapshot>) {
    this.#reading = reading;
    this.asker = asker;
    this.#promised = promised;
  }

  get isHolding(): boolean {
    return this.asker.isHolding();
  }

  /** Ends the wait. The caller settles the promise that it returns. */
  settle(now: number): PromiseWithResolvers<HeldSnapshot> {
    this.asker.scope.endWait(this, now);
    return this.#promised;
  }

  cancel(now: number): void {
    const { subject, records, count } = this.#reading;
    this.#reading.leave(this, now);
    const total = count ?? undefined;
    const read = Math.min(records, count ?? records);
    const error = this.asker.scope.overError(`/api/v1/${subject}s`, { records: read, total });
    this.settle(now).reject(error);
  }
}
