/** A member of a `NameIndex`. It stores its own bucket. */
export interface NamedMember<Member> {
  /** The digest of its key. */
  readonly keyDigest: string;
  readonly name: string;
  /** Its bucket in the index; below 0 if it is in none. Only the index changes it. */
  bucket: number;
  /** The next member of its bucket. Only the index changes it. */
  nextInBucket: Member | undefined;
}

/** How many buckets there are: a power of two, and more than the usual number of members. */
const bucketCount = 1024;

/** How many characters of a digest choose the bucket, along with the name. They tell far more keys apart than there are buckets. */
const digestCharacters = 4;

/** The multiplier of FNV-1a. */
const fnvPrime = 0x01000193;

/**
 * Finds members by key and name, while they come and go many thousands of times a second. Of several with the same key and name, it
 * finds the one that was added last.
 *
 * It is a hash table in which each bucket is a chain of its members. It replaces a `Map` for the same reason that `DenseSet`
 * replaces a `Set`. Here nothing refers to a member that has left, and that member refers to no other.
 */
export class NameIndex<Member extends NamedMember<Member>> {
  readonly #buckets: (Member | undefined)[] = new Array(bucketCount).fill(undefined);
  /** Random, so that no caller can choose keys or names that share a bucket. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  find(keyDigest: string, name: string): Member | undefined {
    let member = this.#buckets[this.#bucketOf(keyDigest, name)];
    while (member && !(member.name === name && member.keyDigest === keyDigest))
      member = member.nextInBucket;
    return member;
  }

  add(member: Member): void {
    const bucket = this.#bucketOf(member.keyDigest, member.name);
    member.bucket = bucket;
    member.nextInBucket = this.#buckets[bucket];
    this.#buckets[bucket] = member;
  }

  /** Removes a member, if it is in the index. */
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

  /** The bucket of a key and a name, by an FNV-1a hash. The name alone would not do, because many keys use the same names. */
  #bucketOf(keyDigest: string, name: string): number {
    let hash = this.#seed;
    for (let index = 0; index < digestCharacters; index += 1) {
      hash = Math.imul(hash ^ keyDigest.charCodeAt(index), fnvPrime);
    }
    for (let index = 0; index < name.length; index += 1) {
      hash = Math.imul(hash ^ name.charCodeAt(index), fnvPrime);
    }
    return (hash ^ (hash >>> 16)) & (bucketCount - 1);
  }
}
