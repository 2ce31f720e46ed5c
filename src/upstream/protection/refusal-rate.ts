/** About how many outcomes count. Older ones count less and less. */
const remembered = 64;

/**
 * How new keys fare. While somebody invents keys, the registry refuses most new ones. Where a gateway has just started, every key
 * is new to it and the registry answers most of them: nobody is to be suspected there.
 */
export class Newcomers {
  #refusedShare = 0;

  /** Whether the registry refuses most keys that it has not answered before. */
  get areRefused(): boolean {
    return this.#refusedShare > 0.5;
  }

  /** What the registry said to a call with a key that it had not answered before. */
  note(outcome: "answered" | "refused"): void {
    const share = outcome === "refused" ? 1 : 0;
    this.#refusedShare += (share - this.#refusedShare) / remembered;
  }
}
