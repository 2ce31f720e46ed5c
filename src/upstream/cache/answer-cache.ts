import { LRUCache } from "lru-cache";
import { nameForKey } from "../calls/key-digest.ts";

/** An answer of the registry that can be used again. */
export interface CachedAnswer {
  /** The decoded answer. Its users do not change it. */
  readonly value: unknown;
  /** When the call was sent, by the clock. The age of the answer counts from here. */
  readonly sentAt: number;
  /** About how much memory it takes. */
  readonly bytes: number;
}

/** A cache of answers in one process. Each belongs to a key, by its digest, and is never used for another key. */
export interface AnswerCache {
  get(keyDigest: string, name: string): CachedAnswer | undefined;
  set(keyDigest: string, name: string, answer: CachedAnswer): void;
  /** How many answers it holds, and about how much memory they take. For metrics. */
  readonly size: { readonly entries: number; readonly bytes: number };
}

/** Maximum memory of the answers. */
const defaultMaxBytes = 64 * 1024 * 1024;

/** Minimum size of an answer: its name, its entry and its object take memory, too. */
const minBytes = 1024;

/** A cache in the memory of this process, up to a maximum of bytes. The least recently used answers make room. */
export function createMemoryCache(maxBytes: number = defaultMaxBytes): AnswerCache {
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(Math.ceil(bytes), minBytes),
  });
  return {
    get: (keyDigest, name) => answers.get(nameForKey(keyDigest, name)),
    set: (keyDigest, name, answer) => void answers.set(nameForKey(keyDigest, name), answer),
    get size() {
      return { entries: answers.size, bytes: answers.calculatedSize };
    },
  };
}
