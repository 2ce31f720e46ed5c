/** What an index can hold. */
export interface NamedMember<Member> {
  /** The digest of the key that it belongs to. */
  readonly lane: string;
  readonly name: string;
  /** For the index. Below 0: it is in none. */
  bucket: number;
  /** For the index. */
  nextInBucket: Member | undefined;
}

/** A power of two, some times as many as there are calls under way. */
const BUCKETS = 1024;

/**
 * Members by key and name that come and go by the ten thousand a second, of those with the same the last one first. No `Map`,
 * for the reason that `Roster` tells: a `Map` of calls under way made each call a sixth dearer. The members of a bucket are
 * chained, and one that leaves holds on to none of the others.
 */
export class NameIndex<Member extends NamedMember<Member>> {
  readonly #buckets: (Member | undefined)[] = new Array(BUCKETS).fill(undefined);
  /** Differs by process, so that nobody can choose names that share a bucket. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  find(lane: string, name: string): Member | undefined {
    let member = this.#buckets[this.#bucketOf(name)];
    while (member && !(member.name === name && member.lane === lane)) member = member.nextInBucket;
    return member;
  }

  add(member: Member): void {
    const bucket = this.#bucketOf(member.name);
    member.bucket = bucket;
    member.nextInBucket = this.#buckets[bucket];
    this.#buckets[bucket] = member;
  }

  /** Takes a member out, if it is in. */
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

  /** FNV-1a. */
  #bucketOf(name: string): number {
    let hash = this.#seed;
    for (let position = 0; position < name.length; position += 1) {
      hash = Math.imul(hash ^ name.charCodeAt(position), 0x01000193);
    }
    return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
  }
}
