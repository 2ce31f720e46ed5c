/** Places for work of which more at a time would end no sooner. Who finds none waits. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  get taken(): number {
    return this.#count - this.#free;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
