import type { Subject } from "../../upstream/answers/records.ts";
import {
  RequestScope,
  type RequestScopeOptions,
  type ScopeWaiter,
} from "../../upstream/calls/request-scope.ts";
import type { Clock } from "../../upstream/time/clock.ts";
import type { HeldSnapshot, Version } from "../keeping/held-snapshot.ts";
import type { Share } from "../keeping/room.ts";

/** Who wants a snapshot. */
export interface Asker {
  readonly scope: RequestScope;
  /** Whether they use another one already. */
  readonly isHolding: () => boolean;
}

/** Bound on reading a list, its wait for room included, in milliseconds. */
const longestMs = 10 * 60_000;

/** How long reading goes on for the next one when nobody waits for it, in milliseconds. */
const forsakenMs = 30_000;

/** What is known of a list when it is about to be read. */
export interface ReadingOptions {
  readonly subject: Subject;
  /** As a call for one record has just told it. */
  readonly count: number | null;
  /** The memory that one record takes, about, as far as that is known by now. */
  readonly recordBytes: () => number;
  readonly clock: Clock;
}

/** A list that is being read, or waits for room, for all who wait for it: each of them may leave alone. */
export class Reading implements Version {
  readonly subject: Subject;
  readonly count: number | null;
  /** Its calls are nobody's: who waits for it may leave. */
  readonly scope: RequestScope;
  readonly share: Share;
  /** In which step of all it was begun; infinite: it waits for room. */
  startedIn = Number.POSITIVE_INFINITY;
  /** Is told of each answer of the registry that is used, with the body that it was decoded from. */
  onAnswer: RequestScopeOptions["onAnswer"];
  readonly #recordBytes: () => number;
  #records = 0;
  readonly #waiters = new Set<Waiter>();
  #forsakenAt: number;

  constructor({ subject, count, recordBytes, clock }: ReadingOptions) {
    this.subject = subject;
    this.count = count;
    this.#recordBytes = recordBytes;
    this.share = {
      bytes: (count ?? 0) * recordBytes(),
      isUrgent: () => this.#waiters.values().some((waiter) => waiter.isHolding),
    };
    const maxCalls = Number.POSITIVE_INFINITY;
    this.scope = new RequestScope({
      deadlineMs: longestMs,
      maxCalls,
      clock,
      isBulk: true,
      onAnswer: (answer, sent) => this.onAnswer?.(answer, sent),
    });
    this.#forsakenAt = clock.now() + forsakenMs;
  }

  /** How many records have been read. */
  get records(): number {
    return this.#records;
  }

  set records(records: number) {
    this.#records = records;
    this.share.bytes = Math.max(this.count ?? 0, records) * this.#recordBytes();
  }

  /** Adds one who waits, and gives what is waited for: it is in use, by them. */
  join(asker: Asker, now: number): Promise<HeldSnapshot> {
    const promised = Promise.withResolvers<HeldSnapshot>();
    const waiter = new Waiter(this, asker, promised);
    this.#waiters.add(waiter);
    asker.scope.begin(waiter, now);
    if (asker.scope.isOver(now)) waiter.cancel(now);
    return promised.promise;
  }

  /** For a waiter: it waits no more. */
  leave(waiter: Waiter, now: number): void {
    this.#waiters.delete(waiter);
    if (this.#waiters.size === 0) this.#forsakenAt = now + forsakenMs;
  }

  /** Lets those leave whose request has no time left; false: nobody has waited for so long that it is to end. */
  lookAtTime(now: number): boolean {
    for (const waiter of this.#waiters) {
      if (waiter.asker.scope.deadlineAt <= now) waiter.cancel(now);
    }
    return this.#waiters.size > 0 || now < this.#forsakenAt;
  }

  /**
   * Gives the snapshot to all who wait.
   * @param use is called for each of them before.
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

  #end(): readonly Waiter[] {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    return waiters;
  }
}

/** One who waits for a list to be read. */
class Waiter implements ScopeWaiter {
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

  /** It waits no more: the promise is about to be settled. */
  settle(now: number): PromiseWithResolvers<HeldSnapshot> {
    this.asker.scope.end(this, now);
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
