/**
 * The largest limit that the registry serves, as far as all keys together have seen. A smaller limit that one key has seen may hold
 * for that key alone. Once a second key has seen one as well, the larger of the two holds for all keys, until any key is served
 * more.
 */
export class SharedPageLimit {
  /** The setting, or the documented default. No larger limit is ever requested. */
  readonly ceiling: number;
  #max: number;
  #lastSeen: { readonly keyDigest: string; readonly limit: number } | undefined;

  constructor(ceiling: number) {
    this.ceiling = ceiling;
    this.#max = ceiling;
  }

  /** The largest limit worth asking for with a key about which nothing is known. */
  get max(): number {
    return this.#max;
  }

  /** A key was served no limit larger than this one. */
  learnMax(keyDigest: string, limit: number): void {
    const last = this.#lastSeen;
    if (last && last.keyDigest !== keyDigest) this.#max = Math.max(last.limit, limit);
    this.#lastSeen = { keyDigest, limit };
  }

  /** A key was served this limit. */
  learnServed(limit: number): void {
    if (limit <= this.#max) return;
    this.#max = this.ceiling;
    this.#lastSeen = undefined;
  }
}
