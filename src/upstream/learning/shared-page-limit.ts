/**
 * The largest limit that a list serves, as far as all keys together have seen. A smaller limit that one key has seen may hold for that
 * key alone. It holds for all as soon as a second key has seen one too, and until any key is served more.
 */
export class SharedPageLimit {
  /** The setting, or the documented default: no larger limit is asked for. */
  readonly highest: number;
  #most: number;
  #lastSeen: { readonly keyDigest: string; readonly limit: number } | undefined;

  constructor(highest: number) {
    this.highest = highest;
    this.#most = highest;
  }

  /** The largest limit worth asking for with a key of which nothing is known. */
  get most(): number {
    return this.#most;
  }

  /** A key was served no limit larger than this one. */
  learnLargest(keyDigest: string, limit: number): void {
    const last = this.#lastSeen;
    if (last && last.keyDigest !== keyDigest) this.#most = Math.max(last.limit, limit);
    this.#lastSeen = { keyDigest, limit };
  }

  /** A key was served this limit. */
  learnServed(limit: number): void {
    if (limit <= this.#most) return;
    this.#most = this.highest;
    this.#lastSeen = undefined;
  }
}
