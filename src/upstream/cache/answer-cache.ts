import { LRUCache } from "lru-cache";

/** An answer of the registry that may be given again. */
export interface CachedAnswer {
  /** The decoded answer. Whoever gets it only reads it. */
  readonly value: unknown;
  /** When the call was sent that brought it, by the clock: its age counts from there. */
  readonly sentAt: number;
  /** About how much memory it takes. */
  readonly bytes: number;
}

/** Where a process keeps answers. An answer belongs to a lane (the digest of a key) and is never given to another. */
export interface AnswerCache {
  get(lane: string, name: string): CachedAnswer | undefined;
  set(lane: string, name: string, answer: CachedAnswer): void;
  /** How many answers it holds and about how much memory they take, for metrics. */
  readonly size: { readonly entries: number; readonly bytes: number };
}

/** Memory that the answers may take. */
const MAX_BYTES = 64 * 1024 * 1024;

/** An answer takes at least this much: its name, its entry, a small object. */
const LEAST_BYTES = 1024;

/** A cache in this process, bounded in bytes: what was not used for longest makes room. */
export function createMemoryCache(maxBytes: number = MAX_BYTES): AnswerCache {
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(Math.ceil(bytes), LEAST_BYTES),
  });
  return {
    get: (lane, name) => answers.get(cacheKey(lane, name)),
    set: (lane, name, answer) => void answers.set(cacheKey(lane, name), answer),
    get size() {
      return { entries: answers.size, bytes: answers.calculatedSize };
    },
  };
}

/** No lane is the beginning of another with this between: a digest holds no space. */
function cacheKey(lane: string, name: string): string {
  return `${lane} ${name}`;
}
