import { LRUCache } from "lru-cache";
import type { ListKnowledge } from "./planner.ts";
import type { Subject } from "./records.ts";

/** The documented default (interface §8), and what `auto` asks for before it has learnt better. */
const documentedLimit = 1000;

/** Limits to try below one that was refused: a registry's maximum is usually a round number. */
const usualLimits = [1000, 500, 250, 100, 50, 10, 1] as const;

/** Keys whose counts are remembered; each takes a digest and a few numbers. */
const rememberedKeys = 10_000;

/** Weight of the newest figure in a running average. */
const newest = 0.2;

/** What one key's list has taught so far; whoever pages through it keeps this up to date. Losing it costs a REST call. */
export interface KeyMemory {
  /** The envelope's `count` as last seen; null before the first. */
  count: number | null;
  /** Whether `count` is the number of this list's rows, which the list's end has shown; null before it was seen. */
  isCountTrue: boolean | null;
  /** The most rows that one answer held. */
  mostRows: number;
}

/** A page that was answered: what can be learnt from it. */
export interface PageFigures {
  readonly askedLimit: number;
  readonly limit: number;
  readonly rows: number;
  readonly count: number | null;
  readonly milliseconds: number;
}

/**
 * What the process has learnt of one list of one registry: the largest limit it serves, how large its rows are, how long
 * its answers take, and how many records each key sees. All of it may turn out wrong at the next call.
 */
export class ListMemory {
  #maxLimit: number;
  #acceptedLimit = 0;
  #refusesEveryLimit = false;
  #rowKilobytes: number | null = null;
  #getMs: number | null = null;
  #pageMs: number | null = null;
  readonly #keys = new LRUCache<string, KeyMemory>({ max: rememberedKeys });
  readonly #startLimit: number;
  readonly #concurrency: number;

  /** @param maxLimit the setting `REGISTRY_MAX_LIMIT`. */
  constructor(maxLimit: number | "auto", concurrency: number) {
    this.#startLimit = maxLimit === "auto" ? documentedLimit : maxLimit;
    this.#maxLimit = this.#startLimit;
    this.#concurrency = concurrency;
  }

  /** The largest limit that is worth asking for. */
  get maxLimit(): number {
    return this.#maxLimit;
  }

  /** What is remembered of a key's list. */
  keyMemoryOf(lane: string): KeyMemory {
    let memory = this.#keys.get(lane);
    if (memory === undefined) {
      memory = { count: null, isCountTrue: null, mostRows: 0 };
      this.#keys.set(lane, memory);
    }
    return memory;
  }

  /** What the planner needs, for one key. */
  knowledgeFor(lane: string): ListKnowledge {
    return {
      count: this.keyMemoryOf(lane).count,
      maxLimit: this.#maxLimit,
      rowKilobytes: this.#rowKilobytes,
      getMs: this.#getMs,
      pageMs: this.#pageMs,
      concurrency: this.#concurrency,
    };
  }

  /** Learns from a page. A smaller limit than the one asked for is a clamp, and holds for every later call. */
  learnPage(lane: string, figures: PageFigures): void {
    this.#refusesEveryLimit = false;
    if (figures.limit < figures.askedLimit)
      this.#maxLimit = Math.min(this.#maxLimit, figures.limit);
    this.#acceptedLimit = Math.max(
      this.#acceptedLimit,
      Math.min(figures.limit, figures.askedLimit),
    );
    if (figures.count !== null) this.keyMemoryOf(lane).count = figures.count;
    this.#pageMs = average(this.#pageMs, figures.milliseconds);
  }

  /** Learns how large rows are. */
  learnRows(rows: number, bytes: number): void {
    if (rows > 0) this.#rowKilobytes = average(this.#rowKilobytes, bytes / 1000 / rows);
  }

  /** Learns how long a single get took. */
  learnGet(milliseconds: number): void {
    this.#getMs = average(this.#getMs, milliseconds);
  }

  /**
   * Learns that a limit was refused with a status that may speak of it; whether asking for less is worth a call.
   * It is not where the same or a larger limit was served before, nor where even 1 was refused: then the status means
   * something else, and until a page is served again no smaller limits are tried.
   */
  learnRefusal(limit: number): boolean {
    if (limit <= this.#acceptedLimit || this.#refusesEveryLimit) return false;
    // Another call may have learnt of a smaller maximum meanwhile: then that one is the next to try.
    if (limit > this.#maxLimit) return true;
    const smaller = usualLimits.find((usual) => usual < limit);
    if (smaller === undefined) {
      this.#refusesEveryLimit = true;
      this.#maxLimit = this.#startLimit;
      return false;
    }
    this.#maxLimit = Math.max(smaller, this.#acceptedLimit);
    return true;
  }
}

/** The memories of a registry's two lists. */
export type RegistryMemory = Readonly<Record<Subject, ListMemory>>;

function average(before: number | null, now: number): number {
  return before === null ? now : before + newest * (now - before);
}
