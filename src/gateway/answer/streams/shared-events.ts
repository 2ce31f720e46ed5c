import { LRUCache } from "lru-cache";
import { bytesOfString } from "../../base/collections/memory-size.ts";
import { toFullCacheKey } from "../../base/key-digest.ts";
import {
  type GraphqlResponse,
  maxCacheKeyLength,
  type ResponseKey,
  type SettledGraphqlResponse,
} from "../graphql-responses.ts";

/** Maximum memory of all kept responses, and the memory of each one without its body, in bytes, approximately. */
const maxBytes = 16 * 1024 * 1024;
const entryBytes = 500;

/** The assumed size of a response whose execution has not ended. */
const expectedBytes = 2_000;

/** Subscriptions share the response to an event if they have the same keys. */
interface EventKey extends ResponseKey {
  readonly position: number;
}

/** The responses to events. An event is executed once for all subscriptions that share its response. */
export class SharedEvents {
  readonly #responses: LRUCache<string, Promise<GraphqlResponse>>;

  /** @param ttlMs how long a response is kept for slower subscriptions, in milliseconds. */
  constructor(ttlMs: number) {
    // The cache takes whole milliseconds only, and seconds times 1000 are not always whole: 2.01 s are 2009.9999999999998 ms.
    this.#responses = new LRUCache({ ttl: Math.max(Math.round(ttlMs), 1), maxSize: maxBytes });
  }

  /** Finds the response that another subscription got for this event, or executes the operation. */
  async findOrExecute(
    { keyDigest, cacheKey, position }: EventKey,
    execute: () => Promise<GraphqlResponse>,
  ): Promise<SettledGraphqlResponse> {
    if (cacheKey.length > maxCacheKeyLength) return { response: await execute(), reuse: "none" };
    const key = toFullCacheKey(keyDigest, `${position} ${cacheKey}`);
    const kept = this.#responses.get(key);
    if (kept !== undefined) return { response: await kept, reuse: "joined" };
    const execution = execute();
    this.#responses.set(key, execution, { size: expectedBytes + bytesOfString(key) });
    try {
      const response = await execution;
      if (response.errorCodes.length === 0) {
        const size = response.body.length + bytesOfString(key) + entryBytes;
        this.#responses.set(key, execution, { size });
      } else {
        // The next subscription tries again.
        this.#responses.delete(key);
      }
      return { response, reuse: "none" };
    } catch (error) {
      this.#responses.delete(key);
      throw error;
    }
  }
}
