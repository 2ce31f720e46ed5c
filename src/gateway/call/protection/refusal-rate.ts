/** About how many outcomes count. Older ones count less and less. */
const remembered = 64;

/**
 * How often the registry refuses new keys. During a key flood, it refuses most of them. Just after the gateway's start every key is
 * new, but the registry answers most of them.
 */
export class RefusalRate {
  #refusedShare = 0;

  get isHigh(): boolean {
    return this.#refusedShare > 0.5;
  }

  /** Counts the outcome of a call with a new key. */
  count(outcome: "answered" | "refused"): void {
    const share = outcome === "refused" ? 1 : 0;
    this.#refusedShare += (share - this.#refusedShare) / remembered;
  }
}
