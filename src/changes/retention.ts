import type { Feed } from "./feed.ts";

/** What is kept of a key's changes at least, where there is room for it. */
const leastEntries = 10_000;
const leastMs = 5 * 60_000;

/** A log is cut when it has so many entries too many: to drop them one by one would take longer. */
const slack = 1_000;

/** Of a log that has to make room, this part is dropped at a time. */
const droppedPart = 0.1;

/**
 * Drops what need not be kept, and beyond the bound also what should be: the feeds that nobody has listened to for longest, then of
 * the longest log what is oldest.
 * @param feeds those that were left first before those that were left later.
 * @returns those that are given up.
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

/** The lists of a feed that is used have room of their own. */
function bytesOf(feed: Feed): number {
  return feed.logBytes + (feed.isUsed ? 0 : feed.listBytes);
}
