import type { RecordPage, Subject } from "../decode/records.ts";
import type { LearnedCount } from "../page.ts";
import type { ResponseMeasurements } from "../rest-call.ts";
import type { PageLimit } from "./page-limit.ts";

/** What is known about a list, for choosing how to load records by id. */
export interface ListStatistics {
  /** How many records the list has; null until a page states it. */
  readonly count: number | null;
  /** The largest page worth asking for, in rows. */
  readonly maxLimit: number;
  /** Size of a row; null until a page has shown it. */
  readonly rowKilobytes: number | null;
  /** How long a call for a single record takes; null before any was made. */
  readonly recordMs: number | null;
  /** How long a page takes; null before any was read. */
  readonly pageMs: number | null;
}

/** What has been learned about one key's list. Losing it may cost a REST call, but never makes a response wrong. */
export class LearnedList implements LearnedCount {
  count: number | null = null;
  isCountTrue: boolean | null = null;
  isPageCountTrue: boolean | null = null;
  hiddenRows = 0;
  hasHoles = false;
  hasRows = false;
  leavesOutHidden = false;
  missingPageLimit: number | null = null;
  lastRow: LearnedCount["lastRow"] = null;
  /** Whether the registry has served this list. Such a list is remembered for longer. */
  isServed = false;
  readonly limit: PageLimit;
  readonly #own = new Averages();
  /** The averages of all keys: a first guess. */
  readonly #common: Averages;

  constructor(limit: PageLimit, common: Averages) {
    this.limit = limit;
    this.#common = common;
  }

  get statistics(): ListStatistics {
    return {
      count: this.count,
      maxLimit: this.limit.max,
      rowKilobytes: this.#own.rowKilobytes ?? this.#common.rowKilobytes,
      recordMs: this.#own.recordMs ?? this.#common.recordMs,
      pageMs: this.#own.pageMs ?? this.#common.pageMs,
    };
  }

  /** Learns from a page. `askedLimit` is the limit of its request. */
  learnPage(
    askedLimit: number,
    page: RecordPage<Subject>,
    measurements: ResponseMeasurements,
  ): void {
    if (page.count !== null) this.count = page.count;
    this.#learnLimit(askedLimit, page);
    for (const averages of [this.#own, this.#common]) {
      // Pages of one row are fetched again and again for the count in their envelope. They would soon outweigh all others.
      if (askedLimit === 1 && averages.pageMs !== null) continue;
      averages.learnPage(page.rows.length, measurements);
    }
  }

  learnRecord(measurements: ResponseMeasurements): void {
    this.#own.learnRecord(measurements);
    this.#common.learnRecord(measurements);
  }

  #learnLimit(askedLimit: number, page: RecordPage<Subject>): void {
    // A page with more rows than the envelope's limit was not cut by that limit.
    const limit = Math.max(page.limit ?? 0, page.rows.length);
    if (limit >= askedLimit) this.limit.learnServed(askedLimit);
    // Without a limit in the envelope, a short page may simply be the end of the list.
    else if (page.limit !== null && !reachesEnd(askedLimit, page)) this.limit.learnMax(limit);
  }
}

/** Whether a page reaches the end of the list. If so, it was not cut, whatever limit the envelope states. */
function reachesEnd(askedLimit: number, { rows, count, page }: RecordPage<Subject>): boolean {
  if (count === null || page === null) return false;
  return rows.length === Math.max(count - (page - 1) * askedLimit, 0);
}

/** Size of a row before the first page has shown it: a record of either kind with some additional data. */
export const typicalRowKilobytes = 0.5;

const newestWeight = 0.2;

/** Running averages of the sizes and times of responses; null before the first. */
export class Averages {
  rowKilobytes: number | null = null;
  recordMs: number | null = null;
  pageMs: number | null = null;

  learnPage(rows: number, { bytes, durationMs }: ResponseMeasurements): void {
    this.pageMs = average(this.pageMs, durationMs);
    if (rows > 0) this.rowKilobytes = average(this.rowKilobytes, bytes / 1000 / rows);
  }

  learnRecord({ durationMs }: ResponseMeasurements): void {
    this.recordMs = average(this.recordMs, durationMs);
  }
}

function average(before: number | null, now: number): number {
  return before === null ? now : before + newestWeight * (now - before);
}
