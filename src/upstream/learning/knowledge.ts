import { LRUCache } from "lru-cache";
import type { ListMemory } from "../../paging/page-source.ts";
import type { RecordPage, Subject } from "../answers/records.ts";
import type { AnswerFigures } from "../calls/rest-call.ts";
import type { Clock } from "../time/clock.ts";
import { PageLimit, SharedPageLimit } from "./page-limit.ts";

/** The documented default (interface §8), and what `auto` asks for before it has learnt better. */
const documentedLimit = 1000;

/** Keys that are remembered because they were served; each takes a digest and a few numbers. */
const servedKeys = 10_000;

/** Keys that are remembered although they never were: nobody who makes up keys makes others forgotten. */
const otherKeys = 1_000;

/** Weight of the newest figure in a running average. */
const newest = 0.2;

/** What is known of a list when records are asked for by id. */
export interface ListKnowledge {
  /** How many records the list has; null before any page was seen. */
  readonly count: number | null;
  /** Rows that one page may have. */
  readonly maxLimit: number;
  /** Size of a row; null before any page was seen. */
  readonly rowKilobytes: number | null;
  /** How long one get takes; null before any was made. */
  readonly getMs: number | null;
  /** How long one page takes; null before any was read. */
  readonly pageMs: number | null;
  /** How many calls run side by side. */
  readonly concurrency: number;
}

/** Running averages; null before the first figure. */
class Averages {
  rowKilobytes: number | null = null;
  getMs: number | null = null;
  pageMs: number | null = null;

  learnPage(rows: number, { bytes, milliseconds }: AnswerFigures): void {
    this.pageMs = average(this.pageMs, milliseconds);
    if (rows > 0) this.rowKilobytes = average(this.rowKilobytes, bytes / 1000 / rows);
  }

  learnGet(milliseconds: number): void {
    this.getMs = average(this.getMs, milliseconds);
  }
}

/** What one key's list has taught so far. Losing it costs a REST call, never a wrong answer. */
export class KeyMemory implements ListMemory {
  count: number | null = null;
  isCountTrue: boolean | null = null;
  mostRows = 0;
  /** Whether it is among those of keys that were served. */
  isKept = false;
  readonly limit: PageLimit;
  readonly #own = new Averages();
  /** Those of all keys: a first guess. */
  readonly #common: Averages;

  constructor(limit: PageLimit, common: Averages) {
    this.limit = limit;
    this.#common = common;
  }

  /** What the planner needs to know. */
  knowledge(concurrency: number): ListKnowledge {
    return {
      count: this.count,
      maxLimit: this.limit.most,
      rowKilobytes: this.#own.rowKilobytes ?? this.#common.rowKilobytes,
      getMs: this.#own.getMs ?? this.#common.getMs,
      pageMs: this.#own.pageMs ?? this.#common.pageMs,
      concurrency,
    };
  }

  /** Learns from a page that the registry gave when it was asked for so many rows. */
  learnPage(askedLimit: number, page: RecordPage<Subject>, figures: AnswerFigures): void {
    if (page.count !== null) this.count = page.count;
    this.#learnLimit(askedLimit, page);
    for (const averages of [this.#own, this.#common]) {
      // The first row is asked for alone again and again, for the count beside it: it would soon stand for all.
      if (askedLimit === 1 && averages.pageMs !== null) continue;
      averages.learnPage(page.rows.length, figures);
    }
  }

  #learnLimit(askedLimit: number, page: RecordPage<Subject>): void {
    // More rows than the envelope's limit are no clamp to it.
    const limit = Math.max(page.limit ?? 0, page.rows.length);
    if (limit >= askedLimit) this.limit.learnServed(askedLimit);
    // Without a limit in the envelope, few rows may as well be all that there are.
    else if (page.limit !== null && !isRest(askedLimit, page)) this.limit.learnLargest(limit);
  }

  /** Learns how long a single get took. */
  learnGet({ milliseconds }: AnswerFigures): void {
    this.#own.learnGet(milliseconds);
    this.#common.learnGet(milliseconds);
  }
}

/** Whether a page has all the rows that were left for it: no clamp, whatever its limit is told to be. */
function isRest(askedLimit: number, { rows, count, page }: RecordPage<Subject>): boolean {
  if (count === null || page === null) return false;
  return rows.length === Math.max(count - (page - 1) * askedLimit, 0);
}

/** What the process has learnt of one list of one registry, key by key. All of it may turn out wrong at the next call. */
export class ListMemories {
  readonly #limit: SharedPageLimit;
  readonly #common = new Averages();
  readonly #served = new LRUCache<string, KeyMemory>({ max: servedKeys });
  readonly #others = new LRUCache<string, KeyMemory>({ max: otherKeys });

  readonly #clock: Clock;

  /** @param maxLimit the setting `REGISTRY_MAX_LIMIT`. */
  constructor(maxLimit: number | "auto", clock: Clock) {
    this.#clock = clock;
    this.#limit = new SharedPageLimit(maxLimit === "auto" ? documentedLimit : maxLimit);
  }

  /** What is remembered of a key's list. */
  of(lane: string): KeyMemory {
    const known = this.#served.get(lane) ?? this.#others.get(lane);
    if (known) return known;
    const memory = new KeyMemory(new PageLimit(lane, this.#limit, this.#clock), this.#common);
    this.#others.set(lane, memory);
    return memory;
  }

  /** The registry has served a key's list: what is remembered of it is not given up for keys that never were. */
  keep(lane: string, memory: KeyMemory): void {
    if (memory.isKept) return;
    memory.isKept = true;
    this.#served.set(lane, memory);
    this.#others.delete(lane);
  }
}

function average(before: number | null, now: number): number {
  return before === null ? now : before + newest * (now - before);
}
