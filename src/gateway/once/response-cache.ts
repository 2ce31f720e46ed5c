import { LRUCache } from "lru-cache";
import { bytesOfString } from "../base/collections/memory-size.ts";
import { toFullCacheKey } from "../base/key-digest.ts";

/** A response from the registry that can be used again. */
export interface CachedResponse {
  /** The decoded response. Its users do not change it. */
  readonly value: unknown;
  /** When the call was sent, by the clock. The age of the response counts from here. */
  readonly sentAt: number;
  readonly bytes: number;
}

const defaultMaxBytes = 64 * 1024 * 1024;

/** Every response counts as at least this many bytes, because its entry and its object also take memory. */
const minBytes = 1024;

/**
 * A cache in the memory of this process. Each response belongs to a key, by its digest, and is never used for another key. The least
 * recently used responses make room for new ones.
 */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>;

  constructor(maxBytes: number = defaultMaxBytes) {
    this.#responses = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, cacheKey) =>
        Math.max(Math.ceil(bytes), minBytes) + bytesOfString(cacheKey),
    });
  }

  get(keyDigest: string, cacheKey: string): CachedResponse | undefined {
    return this.#responses.get(toFullCacheKey(keyDigest, cacheKey));
  }

  set(keyDigest: string, cacheKey: string, response: CachedResponse): void {
    this.#responses.set(toFullCacheKey(keyDigest, cacheKey), response);
  }

  /** How many responses it holds, and about how much memory they take. */
  get statistics(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#responses.size, bytes: this.#responses.calculatedSize };
  }
}
