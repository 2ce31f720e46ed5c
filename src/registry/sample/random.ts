/** Random choices by mulberry32, which is small, quick and good enough for a sample. */
export class Random {
  readonly #seed: number;
  #state: number;
  readonly #streams = new Map<string, Random>();

  constructor(seed: number) {
    this.#seed = seed;
    this.#state = seed >>> 0;
  }

  /** A stream of its own, by its name: what is drawn from it changes nothing in any other. */
  of(name: string): Random {
    const stream = this.#streams.get(name) ?? new Random(mixName(this.#seed, name));
    this.#streams.set(name, stream);
    return stream;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.integer(0, choices.length - 1)] ?? choices[0];
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.integer(0, 15).toString(16)).join("");
  }
}

/** FNV-1a. */
function mixName(seed: number, name: string): number {
  let hash = seed ^ 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  return hash;
}
