import { LRUCache } from "lru-cache";
import type { Clock } from "../../base/time/clock.ts";
import { Averages, LearnedList, PageLimit } from "./learned-list.ts";

/** The documented default of `limit` (interface §8). With `auto`, no larger one is requested. */
const documentedLimit = 1000;

/** Maximum number of remembered lists that the registry has served. Each takes a digest and a few numbers. */
const maxServedLists = 10_000;

/** Maximum number of other remembered lists. They are kept apart, so that a key flood cannot push out a list that was served. */
const maxOtherLists = 1_000;

/** What the process has learned about the lists of one subject, by key. The next call may prove any of it wrong. */
export class LearnedLists {
  readonly #maxLimit: number;
  readonly #common = new Averages();
  readonly #served = new LRUCache<string, LearnedList>({ max: maxServedLists });
  readonly #others = new LRUCache<string, LearnedList>({ max: maxOtherLists });
  readonly #clock: Clock;

  constructor(maxLimit: number | "auto", clock: Clock) {
    this.#clock = clock;
    this.#maxLimit = maxLimit === "auto" ? documentedLimit : maxLimit;
  }

  of(keyDigest: string): LearnedList {
    const known = this.#served.get(keyDigest) ?? this.#others.get(keyDigest);
    if (known) return known;
    const list = new LearnedList(new PageLimit(this.#maxLimit, this.#clock), this.#common);
    this.#others.set(keyDigest, list);
    return list;
  }

  /** The registry has served a key's list. From now on a key flood cannot push it out. */
  learnServed(keyDigest: string, list: LearnedList): void {
    if (list.isServed) return;
    list.isServed = true;
    this.#served.set(keyDigest, list);
    this.#others.delete(keyDigest);
  }
}
