import { LRUCache } from "lru-cache";
import type { Clock } from "../../base/time/clock.ts";
import { LearnedList, PageLimit } from "./learned-list.ts";

/** The documented default of `limit` (interface §8). With `auto`, no larger one is requested. */
const documentedLimit = 1000;

const maxLists = 10_000;

export class LearnedLists {
  readonly #maxLimit: number;
  readonly #lists = new LRUCache<string, LearnedList>({ max: maxLists });
  readonly #clock: Clock;

  constructor(maxLimit: number | "auto", clock: Clock) {
    this.#clock = clock;
    this.#maxLimit = maxLimit === "auto" ? documentedLimit : maxLimit;
  }

  of(keyDigest: string): LearnedList {
    const list =
      this.#lists.get(keyDigest) ?? new LearnedList(new PageLimit(this.#maxLimit, this.#clock));
    this.#lists.set(keyDigest, list);
    return list;
  }
}
