import type { Feed } from "./feed.ts";

/** If there is room, a log keeps at least this many entries, and all entries of this time. */
const minEntries = 10_000;
const minMs = 5 * 60_000;

/** Entries are dropped only when a log has this many too many, because dropping them one by one takes longer. */
const slack = 1_000;

/** The part of a log that is dropped at a time to make room. */
const droppedPart = 0.1;

/**
 * Drops log entries that need not be kept. If the rest takes more than `maxBytes`, it chooses feeds to delete, those without
 * listeners for longest first, and then shortens the largest logs.
 * @param feeds in the order in which their last listener left.
 * @returns the feeds to delete.
 */
export function makeRoom(
  feeds: readonly Feed[],
  { maxBytes, now }: { readonly maxBytes: number; readonly now: number },
): readonly Feed[] {
  for (const { log } of feeds) {
    const surplus = log.size - minEntries;
    if (surplus < slack) continue;
    let old = 0;
    while (old < surplus && (log.at(log.dropped + old + 1)?.at ?? now) < now - minMs) old += 1;
    log.drop(old);
  }
  let bytes = feeds.reduce((sum, feed) => sum + bytesOf(feed), 0);
  const deleted: Feed[] = [];
  for (const feed of feeds) {
    if (bytes <= maxBytes) return deleted;
    if (feed.isUsed) continue;
    bytes -= bytesOf(feed);
    deleted.push(feed);
  }
  const kept = feeds.filter(({ isUsed }) => isUsed);
  while (bytes > maxBytes) {
    const [longest] = kept.sort((one, other) => other.log.bytes - one.log.bytes);
    if (longest === undefined || longest.log.size === 0) return deleted;
    const before = longest.log.bytes;
    longest.log.drop(Math.ceil(longest.log.size * droppedPart));
    bytes -= before - longest.log.bytes;
  }
  return deleted;
}

/** The lists of a feed that is in use are bounded elsewhere (`maxListBytes`). */
function bytesOf(feed: Feed): number {
  return feed.logBytes + (feed.isUsed ? 0 : feed.listBytes);
}
