export interface UnderWayMember<Member> {
  readonly keyDigest: string;
  readonly cacheKey: string;
  /** Below 0 if it is in none. Only the index changes it. */
  bucket: number;
  nextInBucket: Member | undefined;
}

// A power of two, and more than the usual number of members.
const bucketCount = 1024;

// How much of a digest chooses the bucket: it tells far more keys apart than there are buckets.
const digestCharacters = 4;

const fnvPrime = 0x01000193;

/**
 * Finds equal work that is under way, by key and cache key, while thousands of such come and go
 * every second. Of several with the same keys, it finds the one that was added last. Whether it may
 * still be joined, its kind decides: no part of its answer may be older than the question.
 *
 * It is a hash table in which each bucket is a chain of its members, for the same reason that
 * `DenseSet` replaces a `Set`: nothing refers to a member that has left, and that member refers to
 * no other.
 */
export class UnderWay<Member extends UnderWayMember<Member>> {
  readonly #buckets: (Member | undefined)[] = new Array(bucketCount).fill(undefined);
  /** Random, so that no caller can choose keys that share a bucket. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  find(keyDigest: string, cacheKey: string): Member | undefined {
    let member = this.#buckets[this.#bucketOf(keyDigest, cacheKey)];
    while (member && !(member.cacheKey === cacheKey && member.keyDigest === keyDigest))
      member = member.nextInBucket;
    return member;
  }

  add(member: Member): void {
    const bucket = this.#bucketOf(member.keyDigest, member.cacheKey);
    member.bucket = bucket;
    member.nextInBucket = this.#buckets[bucket];
    this.#buckets[bucket] = member;
  }

  remove(member: Member): void {
    const { bucket } = member;
    if (bucket < 0) return;
    let before: Member | undefined;
    let at = this.#buckets[bucket];
    while (at && at !== member) {
      before = at;
      at = at.nextInBucket;
    }
    if (before) before.nextInBucket = member.nextInBucket;
    else this.#buckets[bucket] = member.nextInBucket;
    member.bucket = -1;
    member.nextInBucket = undefined;
  }

  // By an FNV-1a hash of both: callers with different API keys use the same cache keys.
  #bucketOf(keyDigest: string, cacheKey: string): number {
    let hash = this.#seed;
    for (let index = 0; index < digestCharacters; index += 1) {
      hash = Math.imul(hash ^ keyDigest.charCodeAt(index), fnvPrime);
    }
    for (let index = 0; index < cacheKey.length; index += 1) {
      hash = Math.imul(hash ^ cacheKey.charCodeAt(index), fnvPrime);
    }
    return (hash ^ (hash >>> 16)) & (bucketCount - 1);
  }
}
