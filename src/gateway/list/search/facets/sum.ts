/** Numbers of this size and more are added up apart, divided by `scale`, so that their sum stays finite. */
const large = 1;
const scale = 2 ** 64;

/**
 * A sum without rounding errors, by Shewchuk's algorithm: the parts of each accumulator do not overlap, and add up to the sum exactly.
 * The order of the numbers does not matter.
 */
export class ExactSum {
  #count = 0;
  /** Of the large numbers, divided by `scale`. */
  readonly #large: number[] = [];
  readonly #small: number[] = [];

  add(number: number): void {
    this.#count += 1;
    if (Math.abs(number) < large) addTo(this.#small, number);
    else addTo(this.#large, number / scale);
  }

  /** The sum; null if floating point has no such number. */
  get sum(): number | null {
    const parts = this.#small.slice();
    for (const part of this.#large) {
      if (!Number.isFinite(part * scale)) return null;
      addTo(parts, part * scale);
    }
    const sum = total(parts);
    return Number.isFinite(sum) ? withoutSign(sum) : null;
  }

  /** The sum divided by how many numbers there are, which must not be none. It is finite even where the sum is not. */
  get mean(): number {
    const { sum } = this;
    const mean = sum === null ? (total(this.#large) / this.#count) * scale : sum / this.#count;
    return withoutSign(mean);
  }
}

/** 0 instead of -0. */
export function withoutSign(number: number): number {
  return number + 0;
}

/** Adds a number to parts, the smallest first. What an addition rounds off becomes a part of its own. */
function addTo(parts: number[], number: number): void {
  let sum = number;
  let length = 0;
  for (const part of parts) {
    const [more, less] = Math.abs(sum) < Math.abs(part) ? [part, sum] : [sum, part];
    sum = more + less;
    const rest = less - (sum - more);
    if (rest !== 0) {
      parts[length] = rest;
      length += 1;
    }
  }
  parts.length = length;
  parts.push(sum);
}

function total(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0);
}
