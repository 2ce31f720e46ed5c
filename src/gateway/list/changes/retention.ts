import { type ChangeLog, minMs } from "./change-log.ts";
import type { Feed } from "./feed.ts";

const droppedShare = 0.1;

/**
 * Drops log entries that need not be kept. If the rest takes too much memory, it chooses feeds to
 * delete, first those that have been without listeners for longest, and then shortens the largest
 * logs.
 * @param limits the memory of all logs, together with the lists whose listeners left more than five
 *   minutes ago, and that of all lists.
 * @returns the feeds to delete, including those with nothing to continue from.
 */
export function makeRoom(
  feeds: readonly Feed[],
  { maxLogBytes, maxListBytes, now }: Record<"maxLogBytes" | "maxListBytes" | "now", number>,
): readonly Feed[] {
  const keptBytes = (feed: Feed) =>
    feed.logBytes + (feed.isUsed || now < feed.leftAt + minMs ? 0 : feed.listBytes);
  for (const { log } of feeds) log.dropOld();
  let logBytes = feeds.reduce((sum, feed) => sum + keptBytes(feed), 0);
  let listBytes = feeds.reduce((sum, feed) => sum + feed.listBytes, 0);
  const unused = feeds.filter(({ isUsed }) => !isUsed);
  const surplus: Feed[] = [];
  for (const feed of unused.sort((one, other) => one.leftAt - other.leftAt)) {
    const fits = logBytes <= maxLogBytes && listBytes <= maxListBytes;
    if (fits && feed.log.size > 0) continue;
    logBytes -= keptBytes(feed);
    listBytes -= feed.listBytes;
    surplus.push(feed);
  }
  const used = feeds.filter(({ isUsed }) => isUsed).map(({ log }) => log);
  shortenLogs(used, logBytes - maxLogBytes);
  return surplus;
}

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
