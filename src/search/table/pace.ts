/** Resolves in a later turn of the event loop; may reject, which ends the work that waits for it. */
export type Pause = () => Promise<void>;

/** The most rows that are worked on between two turns of the event loop. */
const mostRows = 10_000;

/** How many characters of text are as much work as a row. */
const charactersPerRow = 100;

/** Cuts work over rows into stretches, with a pause before each, the first included. */
export class Pace {
  readonly #pause: Pause;
  #left = 0;

  constructor(pause: Pause) {
    this.#pause = pause;
  }

  /** Calls `work` for each number from 0 up to `length`; each call works on so many rows. */
  async each(length: number, work: (index: number) => void, rowsEach = 1): Promise<void> {
    for (let index = 0; index < length; index++) {
      if (this.#left < rowsEach) {
        await this.#pause();
        this.#left = mostRows;
      }
      this.#left -= rowsEach;
      work(index);
    }
  }

  /** Counts characters that were read: a long text is as much work as many rows. */
  spend(characters: number): void {
    this.#left -= characters / charactersPerRow;
  }
}
