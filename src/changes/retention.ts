import type { Feed } from "./feed.ts";

/** At least this many of a key's last changes are kept, and all of the last minutes, if there is room. */
const leastEntries = 10_000;
const leastMs = 5 * 60_000;

/** A log is cut only when it has this many entries too many: dropping them one by one takes longer. */
const slack = 1_000;

/** The part of a log that is dropped at a time to make room. */
const droppedPart = 0.1;

/**
 * Drops entries that need not be kept. If the rest takes more than `maxBytes`, it gives up the feeds that have been without
 * listeners for longest, and then cuts the largest logs.
 * @param feeds in the order in which they lost their last listener.
 * @returns the feeds to give up.
 */
export function makeRoom(
  feeds: readonly Feed[],
  { maxBytes, now }: { readonly maxBytes: number; readonly now: number },
): readonly Feed[] {
  for (const { log } of feeds) {
    const many = log.size - leastEntries;
    if (many < slack) continue;
    let old = 0;
    while (old < many && (log.at(log.dropped + old + 1)?.at ?? now) < now - leastMs) old += 1;
    log.drop(old);
  }
  let bytes = feeds.reduce((sum, feed) => sum + bytesOf(feed), 0);
  const givenUp: Feed[] = [];
  for (const feed of feeds) {
    if (bytes <= maxBytes) return givenUp;
    if (feed.isUsed) continue;
    bytes -= bytesOf(feed);
    givenUp.push(feed);
  }
  const kept = feeds.filter(({ isUsed }) => isUsed);
  while (bytes > maxBytes) {
    const [longest] = kept.sort((one, other) => other.log.bytes - one.log.bytes);
    if (longest === undefined || longest.log.size === 0) return givenUp;
    const before = longest.log.bytes;
    longest.log.drop(Math.ceil(longest.log.size * droppedPart));
    bytes -= before - longest.log.bytes;
  }
  return givenUp;
}

/** The lists of a feed that has listeners count elsewhere (`maxListBytes`). */
function bytesOf(feed: Feed): number {
  return feed.logBytes + (feed.isUsed ? 0 : feed.listBytes);
}
