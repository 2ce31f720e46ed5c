import type { Caller } from "../upstream/client.ts";
import type { Clock } from "../upstream/clock.ts";
import { RegistryError } from "../upstream/errors.ts";
import type { RegistryRecord, Subject } from "../upstream/records.ts";
import { RequestScope } from "../upstream/request-scope.ts";
import type { ComparedFields } from "./compare.ts";
import { Cursors } from "./cursor.ts";
import { ChangesError } from "./errors.ts";
import { Feed } from "./feed.ts";
import type { FollowedList, ListReading } from "./followed-list.ts";
import type { Listener } from "./listener.ts";
import { makeRoom } from "./retention.ts";

/** A reading of a list, in use until it is released. */
export interface ReadList extends ListReading {
  readonly figures: { readonly bytes: number; readonly calls: number };
}

/** What lists are read with. */
export interface ListReader<Reading extends ReadList> {
  /** A list as it was a moment ago, or is read now. */
  use(caller: Caller, subject: Subject, isHolding: () => boolean): Promise<Reading>;
  /** A list as it is read from now on. */
  readAnew(caller: Caller, subject: Subject): Promise<Reading>;
  /** Asks the registry whether the key may read a list. */
  confirm(caller: Caller, subject: Subject): Promise<unknown>;
  release(reading: Reading): void;
}

/** How lists are followed. */
export interface ChangesOptions<Reading extends ReadList> {
  readonly lists: ListReader<Reading>;
  readonly fields: ComparedFields;
  /** How much memory a record takes. */
  readonly bytesOf: (record: RegistryRecord) => number;
  /** How often a list is read that somebody listens to, in milliseconds. */
  readonly pollMs: number;
  /** Memory that the lists may take that somebody listens to; one alone may take more. */
  readonly maxListBytes: number;
  /** Memory that logs may take, and lists that nobody listens to any more. @default 64 MiB */
  readonly maxLogBytes?: number;
  readonly clock: Clock;
  /** Is told of each poll when it has ended. */
  readonly onPoll?: (report: PollReport) => void;
}

/** A poll of a list that has ended, for metrics. */
export interface PollReport {
  readonly subject: Subject;
  /** How it failed; undefined: it did not. */
  readonly error: unknown;
  readonly calls: number;
  /** Memory that the list's records take that were read. */
  readonly bytes: number;
}

/** What is followed at this moment, for metrics. */
export interface ChangesFigures {
  /** Lists that are polled. */
  readonly lists: number;
  /** Memory that logs take, and the lists that nobody listens to any more. */
  readonly logBytes: number;
}

/** What somebody wants to be told. */
export interface ListenOptions {
  readonly subjects: readonly Subject[];
  /** The cursor of what they were told last; null: nothing. */
  readonly after: string | null;
}

/** How often time is looked at while anybody listens, in milliseconds. */
const tickMs = 100;

/** Bound on a poll, in milliseconds: each of its calls has its own. */
const longestPollMs = 10 * 60_000;

const defaultLogBytes = 64 * 1024 * 1024;

/**
 * What changes in the lists of all keys, found by reading them again and again while somebody listens: once for all listeners of a
 * key. What was found is kept for those who come back.
 */
export class Changes<Reading extends ReadList = ReadList> implements Disposable {
  readonly #options: ChangesOptions<Reading>;
  readonly #cursors = new Cursors();
  /** By lane; those that were left first come first. */
  readonly #feeds = new Map<string, Feed>();
  /** No feed that was given up has told a position beyond this. */
  #highest = 0;
  #needsRoom = false;
  #stopTicking: (() => void) | undefined;
  #isOver = false;

  constructor(options: ChangesOptions<Reading>) {
    this.#options = options;
  }

  get figures(): ChangesFigures {
    const feeds = [...this.#feeds.values()];
    const forsaken = feeds.filter(({ isUsed }) => !isUsed);
    return {
      lists: feeds.reduce((sum, { followed }) => sum + followed.length, 0),
      logBytes:
        feeds.reduce((sum, { logBytes }) => sum + logBytes, 0) +
        forsaken.reduce((sum, { listBytes }) => sum + listBytes, 0),
    };
  }

  /**
   * Listens to lists of the caller's key, once the registry has confirmed it. REST calls: one for a list that is followed, else
   * those of its snapshot.
   * @throws ChangesError for a cursor that is none, and RegistryError
   */
  async listen(caller: Caller, { subjects, after }: ListenOptions): Promise<Listener> {
    const feed = this.#feedOf(caller.lane);
    feed.coming += 1;
    try {
      const place = after === null ? null : feed.parseCursor(after);
      const wanted = new Set(subjects);
      await Promise.all([...wanted].map((subject) => this.#confirm(feed, caller, subject)));
      const listener = feed.listen(caller.key, wanted, place);
      if (this.#isOver) listener.end();
      this.#follow(feed, wanted);
      return listener;
    } catch (error) {
      // What was read with a key that is refused is nobody's any more.
      if (isRefusal(error) && feed.coming === 1 && feed.followed.length === 0) this.#giveUp(feed);
      throw error;
    } finally {
      feed.coming -= 1;
      if (!feed.isUsed) this.#forsake(feed);
    }
  }

  /** Ends all listening. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const feed of this.#feeds.values()) feed.end();
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  #feedOf(lane: string): Feed {
    const known = this.#feeds.get(lane);
    if (known !== undefined) return known;
    const { fields, bytesOf, clock } = this.#options;
    const feed: Feed = new Feed({
      ...{ lane, fields, bytesOf, cursors: this.#cursors, start: this.#highest },
      now: () => clock.now(),
      onLeave: () => {
        if (!feed.isUsed) this.#forsake(feed);
      },
    });
    this.#feeds.set(lane, feed);
    return feed;
  }

  /** Nobody listens to a feed any more: it is the last to be given up. */
  #forsake(feed: Feed): void {
    if (this.#feeds.get(feed.lane) !== feed) return;
    this.#giveUp(feed);
    // One whose lists have never been read, or whose log is gone, is of no use to anybody.
    if (feed.log.size > 0) this.#feeds.set(feed.lane, feed);
    this.#needsRoom = true;
    this.#startTicking();
  }

  #giveUp(feed: Feed): void {
    this.#feeds.delete(feed.lane);
    this.#highest = Math.max(this.#highest, feed.log.end);
  }

  #makeRoom(): void {
    const { maxLogBytes: maxBytes = defaultLogBytes, clock } = this.#options;
    this.#needsRoom = false;
    const givenUp = makeRoom([...this.#feeds.values()], { maxBytes, now: clock.now() });
    for (const feed of givenUp) this.#giveUp(feed);
  }

  /** Makes sure that the key may read a list, and that the list is known. */
  async #confirm(feed: Feed, caller: Caller, subject: Subject): Promise<void> {
    const { lists } = this.#options;
    const list = feed.listOf(subject);
    if (list.isKnown && list.listeners > 0) {
      await lists.confirm(caller, subject);
      return;
    }
    const reading = await lists.use(caller, subject, () => false);
    try {
      if (!list.isKnown) this.#checkRoom(feed, reading);
      await feed.advance(list, reading);
    } finally {
      lists.release(reading);
    }
  }

  /** @throws ChangesError `OVERLOADED` where another list would take too much memory. */
  #checkRoom(feed: Feed, { figures }: ReadList): void {
    const used = [...this.#feeds.values()].filter((one) => one.isUsed);
    const bytes = used.reduce((sum, { listBytes }) => sum + listBytes, 0);
    if (bytes === 0 || bytes + figures.bytes <= this.#options.maxListBytes) return;
    if (used.length === 1 && used[0] === feed) return;
    throw new ChangesError(
      "OVERLOADED",
      "The lists whose changes are followed take too much memory for another one; try again later.",
    );
  }

  /** Has the lists that one more listens to polled from now on; those of others keep their time. */
  #follow(feed: Feed, subjects: ReadonlySet<Subject>): void {
    const { clock, pollMs } = this.#options;
    const now = clock.now();
    for (const subject of subjects) {
      const list = feed.listOf(subject);
      // It may have been followed until a moment ago: who comes and goes does not put a poll off.
      if (list.dueAt <= now && list.listeners === 1) list.dueAt = now + pollMs;
    }
    this.#startTicking();
  }

  #startTicking(): void {
    const { clock, pollMs } = this.#options;
    if (this.#isOver) return;
    this.#stopTicking ??= clock.every(Math.min(tickMs, pollMs), () => this.#tick());
  }

  /** Polls what is due. */
  #tick(): void {
    if (this.#needsRoom) this.#makeRoom();
    const now = this.#options.clock.now();
    let isIdle = true;
    for (const feed of this.#feeds.values()) {
      for (const list of feed.followed) {
        isIdle = false;
        if (list.dueAt <= now && list.stopReading === undefined) void this.#poll(feed, list);
      }
    }
    if (!isIdle) return;
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  async #poll(feed: Feed, list: FollowedList): Promise<void> {
    const { clock, pollMs, onPoll } = this.#options;
    const { subject } = list;
    const maxCalls = Number.POSITIVE_INFINITY;
    const scope = new RequestScope({ deadlineMs: longestPollMs, maxCalls, clock });
    list.stopReading = () => scope.cancel();
    list.dueAt = clock.now() + pollMs;
    const { error, bytes, calls } = await this.#read(feed, list, scope);
    list.stopReading = undefined;
    // Whatever else it is, the next poll may do better.
    if (isRefusal(error)) feed.end(subject, error);
    // One that nobody waits for any more has neither failed nor succeeded.
    if (scope.isCancelled) return;
    // To confirm the key is a call as well.
    onPoll?.({ subject, error, calls: scope.calls + calls, bytes });
  }

  async #read(
    feed: Feed,
    list: FollowedList,
    scope: RequestScope,
  ): Promise<Omit<PollReport, "subject">> {
    const { lists } = this.#options;
    const { key, lane } = feed;
    if (key === null) throw new TypeError("somebody listens, with a key");
    try {
      const reading = await lists.readAnew({ key, lane, scope }, list.subject);
      try {
        await feed.advance(list, reading);
      } finally {
        lists.release(reading);
      }
      this.#needsRoom = true;
      const { bytes, calls } = reading.figures;
      return { error: undefined, bytes, calls };
    } catch (error) {
      return { error, bytes: 0, calls: 0 };
    }
  }
}

function isRefusal(error: unknown): error is RegistryError {
  if (!(error instanceof RegistryError)) return false;
  return error.code === "UNAUTHENTICATED" || error.code === "FORBIDDEN";
}
