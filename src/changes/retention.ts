import type { Feed } from "./feed.ts";
import type { ChangeLog, LogEntry } from "./log/change-log.ts";

/** If there is room, a log keeps at least `minEntries` entries, and all entries younger than `minMs` milliseconds. */
const minEntries = 10_000;
const minMs = 5 * 60_000;

/** Entries are dropped only when a log has this many more than `minEntries`, because dropping them one by one takes longer. */
const slack = 1_000;

/** The share of a log that is dropped at a time to make room. */
const droppedShare = 0.1;

/**
 * Drops log entries that need not be kept. If the rest takes more than `maxBytes`, it chooses feeds to delete, first those that
 * have been without listeners for longest, and then shortens the largest logs.
 * @param feeds in the order in which their last listener left.
 * @returns the feeds to delete.
 */
export function makeRoom(
  feeds: readonly Feed[],
  { maxBytes, now }: { readonly maxBytes: number; readonly now: number },
): readonly Feed[] {
  for (const { log } of feeds) dropOldEntries(log, now);
  let bytes = feeds.reduce((sum, { logBytes }) => sum + logBytes, 0);
  const deleted: Feed[] = [];
  for (const feed of feeds) {
    if (bytes <= maxBytes) return deleted;
    if (feed.isUsed) continue;
    bytes -= feed.logBytes;
    deleted.push(feed);
  }
  const used = feeds.filter(({ isUsed }) => isUsed);
  shortenLogs(
    used.map(({ log }) => log),
    bytes - maxBytes,
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
