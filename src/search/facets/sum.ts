/** Numbers of this size and more are added up apart, divided by `scale`, so that their sum stays finite. */
const large = 1;
const scale = 2 ** 64;

/** A sum without rounding errors, by Shewchuk's algorithm. The order of the numbers does not matter. */
export class ExactSum {
  #count = 0;
  /** Of the large numbers, divided by `scale`. */
  readonly #large = new Accumulator();
  readonly #small = new Accumulator();

  add(number: number): void {
    this.#count += 1;
    if (Math.abs(number) < large) this.#small.add(number);
    else this.#large.add(number / scale);
  }

  /** The sum; null if floating point has no such number. */
  get sum(): number | null {
    const all = new Accumulator();
    for (const part of this.#small.parts) all.add(part);
    for (const part of this.#large.parts) {
      if (!Number.isFinite(part * scale)) return null;
      all.add(part * scale);
    }
    return Number.isFinite(all.total) ? withoutSign(all.total) : null;
  }

  /** The sum divided by how many numbers there are, which must not be none. It is finite even where the sum is not. */
  get mean(): number {
    const { sum } = this;
    const mean = sum === null ? (this.#large.total / this.#count) * scale : sum / this.#count;
    return withoutSign(mean);
  }
}

/** 0 instead of -0. */
export function withoutSign(number: number): number {
  return number + 0;
}

/** A sum as parts that add up to it exactly: the largest, and what additions have rounded off. */
class Accumulator {
  #largest = 0;
  /** These do not overlap, the smallest first. */
  readonly #rests: number[] = [];

  add(number: number): void {
    const sum = this.#largest + number;
    const rest = restOf(this.#largest, number, sum);
    this.#largest = sum;
    // As a rule, the numbers have few digits, and nothing is rounded off.
    if (rest !== 0) addTo(this.#rests, rest);
  }

  /** The parts, none of which overlaps another, the smallest first. */
  get parts(): readonly number[] {
    const parts = this.#rests.slice();
    addTo(parts, this.#largest);
    return parts;
  }

  get total(): number {
    return this.parts.reduce((sum, part) => sum + part, 0);
  }
}

/** What the addition of two numbers has rounded off. */
function restOf(one: number, other: number, sum: number): number {
  return Math.abs(one) < Math.abs(other) ? one - (sum - other) : other - (sum - one);
}

/** Adds a number to parts. What an addition rounds off becomes a part of its own. */
function addTo(parts: number[], number: number): void {
  let sum = number;
  let length = 0;
  for (const part of parts) {
    const more = sum + part;
    const rest = restOf(sum, part, more);
    sum = more;
    if (rest !== 0) {
      parts[length] = rest;
      length += 1;
    }
  }
  parts.length = length;
  parts.push(sum);
}
