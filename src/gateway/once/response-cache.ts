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

/** A cache of responses in one process. Each response belongs to a key, by its digest, and is never used for another key. */
export interface ResponseCache {
  get(keyDigest: string, cacheKey: string): CachedResponse | undefined;
  set(keyDigest: string, cacheKey: string, response: CachedResponse): void;
  /** How many responses it holds, and about how much memory they take. For metrics. */
  readonly size: { readonly entries: number; readonly bytes: number };
}

const defaultMaxBytes = 64 * 1024 * 1024;

/** Every response counts as at least this many bytes, because its entry and its object also take memory. */
const minBytes = 1024;

/** A cache in the memory of this process, up to a maximum of bytes. The least recently used responses make room for new ones. */
export function createMemoryCache(maxBytes: number = defaultMaxBytes): ResponseCache {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, cacheKey) =>
      Math.max(Math.ceil(bytes), minBytes) + bytesOfString(cacheKey),
  });
  return {
    get: (keyDigest, cacheKey) => responses.get(toFullCacheKey(keyDigest, cacheKey)),
    set: (keyDigest, cacheKey, response) =>
      void responses.set(toFullCacheKey(keyDigest, cacheKey), response),
    get size() {
      return { entries: responses.size, bytes: responses.calculatedSize };
    },
  };
}
