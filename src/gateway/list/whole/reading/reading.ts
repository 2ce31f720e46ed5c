import { listTemplate, type Subject } from "../../../../registry-client/records.ts";
import { RegistryError } from "../../../base/errors.ts";
import type { Ledger, LedgerEntry } from "../../../base/ledger.ts";
import type { Clock } from "../../../base/time/clock.ts";
import { RequestBudget, Waiter, type WaitTarget } from "../../../call/request-budget.ts";
import type { Snapshot, Version } from "../snapshot.ts";

const maxReadingMs = 10 * 60_000;

/** The next request may want what is read while nobody waits. */
const unwantedMs = 30_000;

interface ReadingOptions {
  readonly subject: Subject;
  readonly keyDigest: string;
  readonly count: number | null;
  readonly recordBytes: () => number;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly onGivenUp: () => void;
}

export class Reading implements Version, WaitTarget<Snapshot> {
  readonly subject: Subject;
  readonly count: number | null;
  /** It belongs to no single request, because any request may be cancelled. */
  readonly budget: RequestBudget;
  readonly memory: LedgerEntry;
  /**
   * Its number among all requests and readings: infinite until it begins, 0 if another gateway has
   * read a part of the list.
   */
  sequence = Number.POSITIVE_INFINITY;
  startedAt: number | undefined;
  readonly #recordBytes: () => number;
  #records = 0;
  readonly #waiters = new Set<Waiter<Snapshot>>();
  #unwantedAt: number;

  constructor({ subject, keyDigest, count, clock, ...options }: ReadingOptions) {
    this.subject = subject;
    this.count = count;
    this.#recordBytes = options.recordBytes;
    const giveUp = () => {
      this.budget.cancel();
      this.fail(overloaded(subject), clock.now());
      options.onGivenUp();
    };
    this.memory = options.ledger.enter({ keyDigest, kind: "readings", giveUp });
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

  noteProgress(records: number): void {
    this.#records = records;
    this.memory.set(records * this.#recordBytes());
  }

  join(budget: RequestBudget, now: number): Promise<Snapshot> {
    const waiter = new Waiter(budget, this);
    this.#waiters.add(waiter);
    budget.beginWait(waiter, now);
    return waiter.result;
  }

  removeWaiter(waiter: Waiter<Snapshot>, now: number): void {
    this.#waiters.delete(waiter);
    if (this.#waiters.size === 0) this.#unwantedAt = now + unwantedMs;
  }

  deadlineError(budget: RequestBudget): RegistryError {
    const total = this.count ?? undefined;
    const records = Math.min(this.#records, total ?? this.#records);
    return budget.deadlineError(listTemplate(this.subject), { records, total });
  }

  cancelOverdue(now: number): void {
    for (const waiter of this.#waiters) {
      if (waiter.budget.deadlineAt <= now) waiter.cancel(now);
    }
  }

  isWanted(now: number): boolean {
    return this.#waiters.size > 0 || now < this.#unwantedAt;
  }

  succeed(snapshot: Snapshot, now: number): void {
    for (const waiter of this.#end()) waiter.succeed(snapshot, now);
  }

  fail(error: unknown, now: number): void {
    for (const waiter of this.#end()) waiter.fail(error, now);
  }

  #end(): readonly Waiter<Snapshot>[] {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    return waiters;
  }
}

function overloaded(subject: Subject): RegistryError {
  const reason = "the gateway has too little memory to read the list; try again later";
  return new RegistryError("OVERLOADED", listTemplate(subject), reason);
}
