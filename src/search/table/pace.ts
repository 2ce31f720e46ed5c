export type Pause = () => Promise<void>;

const rowsPerTurn = 2_500;

/** How many rows whose bits are read or set are as much work as one row whose value is read. */
export const quickRows = 8;

/** How many characters of text are as much work as one row. */
const charactersPerRow = 100;

/**
 * Divides work on many rows into portions, with a pause before each of them, so that other requests
 * get their turn.
 */
export class Pace {
  readonly #pause: Pause;
  #left = 0;
  #resting: Promise<void> | undefined;

  constructor(pause: Pause) {
    this.#pause = pause;
  }

  /**
   * Calls `work` with each number from 0 up to, but not including, `length`. Each call works on
   * `rowsEach` rows.
   */
  async each(length: number, work: (index: number) => void, rowsEach = 1): Promise<void> {
    for (let index = 0; index < length; index++) {
      if (this.#left < rowsEach) {
        await this.#pause();
        this.#left = rowsPerTurn;
      }
      this.#left -= rowsEach;
      work(index);
    }
  }

  /**
   * Begins a portion of work on some rows, perhaps after a pause, which all share who wait at once.
   */
  async begin(rows: number): Promise<void> {
    while (this.#left < 1) {
      this.#resting ??= this.#rest();
      await this.#resting;
    }
    this.#left -= rows;
  }

  async #rest(): Promise<void> {
    try {
      await this.#pause();
      this.#left = rowsPerTurn;
    } finally {
      this.#resting = undefined;
    }
  }

  countRows(rows: number): void {
    this.#left -= rows;
  }

  countCharacters(characters: number): void {
    this.#left -= characters / charactersPerRow;
  }
}
