/** Places for keys: with ten thousand new ones a second, nearly all are remembered for a second and longer. */
const places = 2 ** 18;

/** So many characters of a digest tell its place, and as many that follow tell it from others of that place. */
const used = 8;

/**
 * Keys that came lately, by their digests. A key takes the place of the one that had it before: however many come, they take the
 * same memory, and none of it is the garbage collector's.
 */
export class RecentKeys {
  readonly #marks = new Int32Array(places);

  /** @param lane the digest of a key. */
  add(lane: string): void {
    this.#marks[placeOf(lane)] = numberOf(lane, used);
  }

  /** Whether a key was added, and none after it that took its place. */
  has(lane: string): boolean {
    return this.#marks[placeOf(lane)] === numberOf(lane, used);
  }
}

function placeOf(lane: string): number {
  return numberOf(lane, 0) & (places - 1);
}

/** A number of 32 bits made of a digest's characters from one on. */
function numberOf(lane: string, first: number): number {
  let number = 0;
  for (let index = first; index < first + used; index += 1) {
    number = (Math.imul(number, 31) + lane.charCodeAt(index)) | 0;
  }
  return number;
}
