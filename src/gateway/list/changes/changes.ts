import type { Settings } from "../../../settings.ts";
import { isRefusal } from "../../base/errors.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { Caller } from "../../call/client.ts";
import type { RegistryRecord, Subject } from "../../call/decode/records.ts";
import { RequestBudget } from "../../call/request-budget.ts";
import type { Snapshot } from "../whole/snapshot.ts";
import type { Snapshots } from "../whole/snapshots.ts";
import { ChangesError } from "./errors.ts";
import { Feed } from "./feed.ts";
import type { Listener } from "./listener.ts";
import type { ComparedFields } from "./lists/compare.ts";
import type { FollowedList } from "./lists/followed-list.ts";
import { Cursors } from "./log/cursor.ts";
import { makeRoom, minMs } from "./retention.ts";

/** How lists are followed. */
export interface ChangesOptions {
  /** Reads lists. A snapshot stays in memory until it is released. */
  readonly lists: Pick<Snapshots, "use" | "readFresh" | "confirm" | "release">;
  readonly fields: ComparedFields;
  /** The approximate memory that a record takes. */
  readonly bytesOf: (record: RegistryRecord) => number;
  /** `SNAPSHOT_MAX_BYTES` bounds the lists when a listener comes. The lists of a key that listens alone may take more. */
  readonly settings: Pick<Settings, "CHANGES_POLL_SECONDS" | "SNAPSHOT_MAX_BYTES">;
  /** Maximum memory of all logs, and of lists whose listeners left more than five minutes ago. @default 64 MiB */
  readonly maxLogBytes?: number;
  readonly clock: Clock;
  /** Called after each poll that was not cancelled. */
  readonly onPoll?: (report: PollOutcome) => void;
}

/** The result of a poll, for metrics. */
export interface PollOutcome {
  readonly subject: Subject;
  /** Why it failed; undefined if it did not. */
  readonly error: unknown;
  /** Its REST calls, including the one that confirms the key. */
  readonly calls: number;
  /** The approximate memory of the records read. */
  readonly bytes: number;
}

/** What is followed now, for metrics. */
export interface ChangesStatistics {
  /** How many lists are polled. */
  readonly lists: number;
  /** The approximate memory of logs. */
  readonly logBytes: number;
}

/** Which changes a caller wants. */
export interface ListenOptions {
  readonly subjects: readonly Subject[];
  /** The cursor of the last event that the caller received; null if it received none. */
  readonly after: string | null;
}

/** How often to look for polls that are due, in milliseconds. */
const tickMs = 100;

/** Timeout of a poll, in milliseconds. Each of its calls has a shorter one. */
const maxPollMs = 10 * 60_000;

const defaultLogBytes = 64 * 1024 * 1024;

/**
 * Finds changes in the lists of all keys. While a list has listeners, it is polled: each poll serves all listeners of the key.
 * Changes are kept for a while, so that a listener that lost its connection can continue where it was.
 */
export class Changes implements Disposable {
  readonly #options: ChangesOptions;
  readonly #pollMs: number;
  readonly #cursors = new Cursors();
  /** By key digest. A feed moves to the end when its last listener leaves. */
  readonly #feeds = new Map<string, Feed>();
  /** The highest position of any feed that was deleted. New feeds begin after it, so that no old cursor fits them. */
  #highestPosition = 0;
  #needsRoom = false;
  #stopTicking: (() => void) | undefined;
  #isOver = false;

  constructor(options: ChangesOptions) {
    this.#options = options;
    this.#pollMs = options.settings.CHANGES_POLL_SECONDS * 1000;
  }

  get statistics(): ChangesStatistics {
    const feeds = [...this.#feeds.values()];
    return {
      lists: feeds.reduce((sum, { followed }) => sum + followed.length, 0),
      logBytes: feeds.reduce((sum, { logBytes }) => sum + logBytes, 0),
    };
  }

  /**
   * Listens to lists of the caller's key, once the registry has accepted the key. Costs one REST call for a list that is already
   * followed, and those of its snapshot for any other.
   * @throws ChangesError `BAD_USER_INPUT` for a string that is not a cursor; `OVERLOADED` if the lists would take too much memory.
   * @throws RegistryError
   */
  async listen(caller: Caller, { subjects, after }: ListenOptions): Promise<Listener> {
    const feed = this.#feedOf(caller.keyDigest);
    feed.joining += 1;
    try {
      const place = after === null ? null : feed.parseCursor(after);
      const wanted = new Set(subjects);
      await Promise.all([...wanted].map((subject) => this.#confirm(feed, caller, subject)));
      const listener = feed.listen(caller.key, wanted, place);
      if (this.#isOver) listener.end();
      this.#follow(feed, wanted);
      return listener;
    } catch (error) {
      // The registry refuses the key, and no listener uses it, so the records read with it must not be served.
      if (isRefusal(error) && feed.joining === 1 && feed.followed.length === 0) this.#delete(feed);
      throw error;
    } finally {
      feed.joining -= 1;
      if (!feed.isUsed) this.#setAside(feed);
    }
  }

  /** Ends all listening. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const feed of this.#feeds.values()) feed.end();
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  #feedOf(keyDigest: string): Feed {
    const known = this.#feeds.get(keyDigest);
    if (known !== undefined) return known;
    const { fields, bytesOf, clock } = this.#options;
    const feed: Feed = new Feed({
      keyDigest,
      start: this.#highestPosition,
      fields,
      cursors: this.#cursors,
      bytesOf,
      now: () => clock.now(),
      onLeave: () => {
        if (!feed.isUsed) this.#setAside(feed);
      },
    });
    this.#feeds.set(keyDigest, feed);
    return feed;
  }

  /** Moves a feed without listeners to the end of the feeds. It is kept for a while, in case a listener comes back. */
  #setAside(feed: Feed): void {
    if (this.#feeds.get(feed.keyDigest) !== feed) return;
    this.#delete(feed);
    feed.leftAt = this.#options.clock.now();
    // With an empty log, there is nothing to continue from.
    if (feed.log.size > 0) this.#feeds.set(feed.keyDigest, feed);
    this.#needsRoom = true;
    this.#startTicking();
  }

  #delete(feed: Feed): void {
    this.#feeds.delete(feed.keyDigest);
    this.#highestPosition = Math.max(this.#highestPosition, feed.log.end);
  }

  #makeRoom(): void {
    const { maxLogBytes = defaultLogBytes, settings, clock } = this.#options;
    const { SNAPSHOT_MAX_BYTES: maxListBytes } = settings;
    this.#needsRoom = false;
    const room = { maxLogBytes, maxListBytes, now: clock.now() };
    const surplus = makeRoom([...this.#feeds.values()], room);
    for (const feed of surplus) this.#delete(feed);
  }

  /** Makes sure that the key may read a list, and that the list has been read. */
  async #confirm(feed: Feed, caller: Caller, subject: Subject): Promise<void> {
    const { lists } = this.#options;
    const list = feed.listOf(subject);
    if (list.isKnown && list.listeners > 0) {
      await lists.confirm(caller, subject);
      return;
    }
    const snapshot = await lists.use(caller, subject, () => false);
    try {
      if (!list.isKnown) this.#checkRoom(feed, snapshot);
      await feed.advance(list, snapshot);
    } finally {
      lists.release(snapshot);
    }
  }

  /** @throws ChangesError `OVERLOADED` if another list would take too much memory. */
  #checkRoom(feed: Feed, { cost }: Snapshot): void {
    const used = [...this.#feeds.values()].filter(({ isUsed }) => isUsed);
    const bytes = used.reduce((sum, { listBytes }) => sum + listBytes, 0);
    if (bytes === 0 || bytes + cost.bytes <= this.#options.settings.SNAPSHOT_MAX_BYTES) return;
    // A key that listens alone may follow both of its lists.
    if (used.length === 1 && used[0] === feed) return;
    throw new ChangesError(
      "OVERLOADED",
      "No memory is left to follow another list; try again later.",
    );
  }

  /** Starts polling the lists of a new listener. Lists that have other listeners keep their schedule. */
  #follow(feed: Feed, subjects: ReadonlySet<Subject>): void {
    const { clock } = this.#options;
    const now = clock.now();
    for (const subject of subjects) {
      const list = feed.listOf(subject);
      // A list that was followed a moment ago also keeps its schedule: a listener that comes and goes must not delay polls.
      if (list.dueAt <= now && list.listeners === 1) list.dueAt = now + this.#pollMs;
    }
    this.#startTicking();
  }

  #startTicking(): void {
    const { clock } = this.#options;
    if (this.#isOver) return;
    this.#stopTicking ??= clock.every(Math.min(tickMs, this.#pollMs), () => this.#tick());
  }

  /** Polls the lists that are due. */
  #tick(): void {
    if (this.#needsRoom) this.#makeRoom();
    const now = this.#options.clock.now();
    const followed = [...this.#feeds.values()].flatMap((feed) =>
      feed.followed.map((list) => ({ feed, list })),
    );
    for (const { feed, list } of followed) {
      if (list.dueAt <= now && !list.isBeingRead) void this.#poll(feed, list);
    }
    const isRemembered = ({ leftAt, listBytes }: Feed) => listBytes > 0 && now < leftAt + minMs;
    if (followed.length > 0 || this.#feeds.values().some(isRemembered)) return;
    this.#makeRoom();
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  async #poll(feed: Feed, list: FollowedList): Promise<void> {
    const { clock, onPoll } = this.#options;
    const { subject } = list;
    const maxCalls = Number.POSITIVE_INFINITY;
    const budget = new RequestBudget({
      deadlineMs: maxPollMs,
      maxCalls,
      keyDigest: feed.keyDigest,
      clock,
    });
    list.stopReading = () => budget.cancel();
    list.dueAt = clock.now() + this.#pollMs;
    const { error, bytes, calls } = await this.#read(feed, list, budget);
    list.stopReading = undefined;
    // The key may no longer read the list. After any other failure, the next poll may succeed.
    if (isRefusal(error)) feed.end(subject, error);
    // A cancelled poll has neither failed nor succeeded.
    if (budget.isCancelled) return;
    // `budget.calls` has the call that confirms the key, `calls` those of reading the list.
    onPoll?.({ subject, error, calls: budget.calls + calls, bytes });
  }

  async #read(
    feed: Feed,
    list: FollowedList,
    budget: RequestBudget,
  ): Promise<Omit<PollOutcome, "subject">> {
    const { lists } = this.#options;
    const { key, keyDigest } = feed;
    if (key === null) throw new TypeError("a followed list has a listener, and so a key");
    try {
      const snapshot = await lists.readFresh({ key, keyDigest, budget }, list.subject);
      try {
        await feed.advance(list, snapshot);
      } finally {
        lists.release(snapshot);
      }
      this.#needsRoom = true;
      const { bytes, calls } = snapshot.cost;
      return { error: undefined, bytes, calls };
    } catch (error) {
      return { error, bytes: 0, calls: 0 };
    }
  }
}
