/** Resolves in a later turn of the event loop; may reject, which ends the work that waits for it. */
export type Pause = () => Promise<void>;

/** The most rows that are worked on between two turns of the event loop. */
const mostRows = 10_000;

/** How many characters of text are as much work as a row. */
const charactersPerRow = 100;

/** Divides work over rows into stretches, with a pause before each, the first included. */
export class Pace {
  readonly #pause: Pause;
  #left = 0;

  constructor(pause: Pause) {
    this.#pause = pause;
  }

  /**
   * Calls `work` for adjoining stretches from 0 up to `length`.
   * @param rowsEach how many rows one step of `length` stands for.
   */
  async over(
    length: number,
    work: (from: number, to: number) => void,
    rowsEach = 1,
  ): Promise<void> {
    for (let from = 0; from < length; ) {
      if (this.#left < rowsEach) await this.#rest();
      const to = Math.min(length, from + Math.floor(this.#left / rowsEach));
      work(from, to);
      this.#left -= (to - from) * rowsEach;
      from = to;
    }
  }

  /** Calls `work` for each value of a list; it tells how many characters it has read, because texts may be long. */
  async overTexts<T>(values: readonly T[], work: (value: T, position: number) => number) {
    let position = 0;
    for (const value of values) {
      if (this.#left < 1) await this.#rest();
      this.#left -= 1 + work(value, position++) / charactersPerRow;
    }
  }

  async #rest(): Promise<void> {
    await this.#pause();
    this.#left = mostRows;
  }
}

/** A pause that lets one of its callers go on in each turn, however many wait: what they do in a turn does not add up. */
export function takeTurns(pause: Pause): Pause {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(pause, pause);
    return last;
  };
}
