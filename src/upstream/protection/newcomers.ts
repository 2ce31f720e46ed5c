/** About so many outcomes count: those before them less and less. */
const remembered = 64;

/**
 * How new keys fare. The registry refuses most of them while somebody invents keys; it answers most where a gateway has just
 * begun and every key is new to it, so that none is to be suspected for being new.
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
