import type { Feed } from "./feed.ts";
import type { ChangeLog, LogEntry } from "./log/change-log.ts";

/** If there is room, a log keeps at least `minEntries` entries, and all entries younger than `minMs` milliseconds. */
const minEntries = 10_000;
export const minMs = 5 * 60_000;

/** Entries are dropped only when a log has this many more than `minEntries`, because dropping them one by one takes longer. */
const slack = 1_000;

/** The share of a log that is dropped at a time to make room. */
const droppedShare = 0.1;

/** How much memory may be kept for listeners that come back. */
export interface Room {
  /** Maximum memory of all logs. Lists whose listeners left longer ago than `minMs` count as well. */
  readonly maxLogBytes: number;
  /** Maximum memory of all lists, those in use included. */
  readonly maxListBytes: number;
  readonly now: number;
}

/**
 * Drops log entries that need not be kept. If the rest takes too much memory, it chooses feeds to delete, first those that have been
 * without listeners for longest, and then shortens the largest logs.
 * @param feeds in the order in which their last listener left.
 * @returns the feeds to delete.
 */
export function makeRoom(
  feeds: readonly Feed[],
  { maxLogBytes, maxListBytes, now }: Room,
): readonly Feed[] {
  for (const { log } of feeds) dropOldEntries(log, now);
  const keptBytes = (feed: Feed) => {
    const isForgotten = !feed.isUsed && feed.leftAt <= now - minMs;
    return feed.logBytes + (isForgotten ? feed.listBytes : 0);
  };
  let logBytes = feeds.reduce((sum, feed) => sum + keptBytes(feed), 0);
  let listBytes = feeds.reduce((sum, feed) => sum + feed.listBytes, 0);
  const deleted: Feed[] = [];
  for (const feed of feeds) {
    if (logBytes <= maxLogBytes && listBytes <= maxListBytes) return deleted;
    if (feed.isUsed) continue;
    logBytes -= keptBytes(feed);
    listBytes -= feed.listBytes;
    deleted.push(feed);
  }
  const used = feeds.filter(({ isUsed }) => isUsed);
  shortenLogs(
    used.map(({ log }) => log),
    logBytes - maxLogBytes,
  );
  return deleted;
}

function dropOldEntries(log: ChangeLog, now: number): void {
  const surplus = log.size - minEntries;
  if (surplus < slack) return;
  const isOld = (entry: LogEntry | undefined) => entry !== undefined && entry.at < now - minMs;
  let old = 0;
  while (old < surplus && isOld(log.at(log.dropped + old + 1))) old += 1;
  log.drop(old);
}

/** Shortens the largest logs until they take `surplus` bytes less, or are empty. */
function shortenLogs(logs: readonly ChangeLog[], surplus: number): void {
  let rest = surplus;
  while (rest > 0) {
    const [largest] = logs.toSorted((one, other) => other.bytes - one.bytes);
    if (largest === undefined || largest.size === 0) return;
    const before = largest.bytes;
    largest.drop(Math.ceil(largest.size * droppedShare));
    rest -= before - largest.bytes;
  }
}
