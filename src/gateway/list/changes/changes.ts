import { randomBytes } from "node:crypto";
import type { Subject } from "../../../registry-client/records.ts";
import type { Settings } from "../../../settings.ts";
import { isRefusal } from "../../base/errors.ts";
import type { Caller } from "../../call/client.ts";
import { RequestBudget } from "../../call/request-budget.ts";
import type { Snapshots } from "../whole/snapshots.ts";
import { Cursors } from "./cursor.ts";
import { Feed, type FeedOptions } from "./feed.ts";
import type { FollowedList } from "./followed-list.ts";
import type { Listener } from "./listener.ts";

export interface ChangesOptions extends FeedOptions {
  readonly lists: Pick<Snapshots, "use" | "readFresh" | "confirm">;
  readonly settings: Pick<Settings, "CHANGES_POLL_SECONDS">;
  readonly onPoll?: (report: PollOutcome) => void;
}

export interface PollOutcome {
  readonly subject: Subject;
  readonly error: unknown;
  readonly calls: number;
  readonly bytes: number;
}

const tickMs = 100;

const maxPollMs = 10 * 60_000;

/**
 * Finds changes in the lists of all keys. While a list has listeners, it is polled: each poll
 * serves all listeners of the key. Changes are kept for a while, so that a listener that lost its
 * connection can continue where it was.
 */
export class Changes implements Disposable {
  readonly #options: ChangesOptions;
  readonly #pollMs: number;
  readonly #secret = randomBytes(32);
  readonly #feeds = new Map<string, Feed>();
  /** Of all feeds that were deleted. New ones begin after it, so that no old cursor fits. */
  #highestPosition = 0;
  readonly #stopTicking: () => void;

  constructor(options: ChangesOptions) {
    this.#options = options;
    this.#pollMs = options.settings.CHANGES_POLL_SECONDS * 1000;
    this.#stopTicking = options.clock.every(Math.min(tickMs, this.#pollMs), () => this.#tick());
  }

  get size(): number {
    return this.#feeds.values().reduce((sum, { followed }) => sum + followed.length, 0);
  }

  /**
   * Listens to lists of the caller's key, once the registry has accepted the key. Costs one REST
   * call for a list that is already followed, and those of its snapshot for any other.
   * @param after the cursor of the last event that the caller received; null if it received none.
   * @throws ArgumentError for a string that is not a cursor.
   * @throws RegistryError
   */
  async listen(
    caller: Caller,
    { subjects, after }: { subjects: readonly Subject[]; after: string | null },
  ): Promise<Listener> {
    const feed = this.#feedOf(caller.keyDigest);
    feed.joining += 1;
    try {
      const place = after === null ? null : feed.cursors.parse(after);
      const wanted = new Set(subjects);
      await Promise.all([...wanted].map((subject) => this.#confirm(feed, caller, subject)));
      const listener = feed.listen(caller.key, wanted, place);
      for (const subject of wanted) this.#schedule(feed.lists[subject]);
      return listener;
    } finally {
      feed.joining -= 1;
    }
  }

  [Symbol.dispose](): void {
    for (const feed of this.#feeds.values()) feed.end();
    this.#stopTicking();
  }

  #feedOf(keyDigest: string): Feed {
    const known = this.#feeds.get(keyDigest);
    if (known !== undefined) return known;
    const cursors = new Cursors(this.#secret, keyDigest);
    const feed = new Feed(keyDigest, cursors, this.#highestPosition, this.#options);
    this.#feeds.set(keyDigest, feed);
    return feed;
  }

  async #confirm(feed: Feed, caller: Caller, subject: Subject): Promise<void> {
    const { lists } = this.#options;
    const list = feed.lists[subject];
    if (list.isKnown && list.listeners > 0) {
      await lists.confirm(caller, subject);
      return;
    }
    await feed.advance(list, await lists.use(caller, subject));
  }

  /**
   * Starts polling a new listener's list. One that has other listeners, or had some a moment ago,
   * keeps its schedule: a listener that comes and goes must not delay polls.
   */
  #schedule(list: FollowedList): void {
    const now = this.#options.clock.now();
    if (list.dueAt <= now && list.listeners === 1) list.dueAt = now + this.#pollMs;
  }

  #tick(): void {
    const now = this.#options.clock.now();
    for (const [keyDigest, feed] of [...this.#feeds]) {
      if (feed.tidy(now)) continue;
      this.#feeds.delete(keyDigest);
      this.#highestPosition = Math.max(this.#highestPosition, feed.log.end);
    }
    for (const feed of this.#feeds.values()) {
      const { key, followed } = feed;
      if (key === null) continue;
      for (const list of followed) {
        if (list.dueAt <= now && list.stopReading === undefined) void this.#poll(feed, list, key);
      }
    }
  }

  async #poll(feed: Feed, list: FollowedList, key: string): Promise<void> {
    const { lists, clock, onPoll } = this.#options;
    const { subject } = list;
    const { keyDigest } = feed;
    const limits = { deadlineMs: maxPollMs, maxCalls: Number.POSITIVE_INFINITY };
    const budget = new RequestBudget({ ...limits, keyDigest, clock });
    list.stopReading = () => budget.cancel();
    list.dueAt = clock.now() + this.#pollMs;
    let outcome: Omit<PollOutcome, "subject">;
    try {
      const snapshot = await lists.readFresh({ key, keyDigest, budget }, subject);
      await feed.advance(list, snapshot);
      const { bytes, calls } = snapshot.cost;
      // The budget has paid for the call that confirms the key.
      outcome = { error: undefined, bytes, calls: budget.calls + calls };
    } catch (error) {
      outcome = { error, bytes: 0, calls: budget.calls };
    }
    list.stopReading = undefined;
    // The key may no longer read the list. After any other failure, the next poll may succeed.
    if (isRefusal(outcome.error)) feed.end(subject, outcome.error);
    // A cancelled poll has neither failed nor succeeded.
    if (!budget.isCancelled) onPoll?.({ subject, ...outcome });
  }
}
