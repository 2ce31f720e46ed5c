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

  /** @param keyDigest the digest of a key. */
  add(keyDigest: string): void {
    this.#marks[placeOf(keyDigest)] = numberOf(keyDigest, used);
  }

  /** Whether a key was added, and none after it that took its place. */
  has(keyDigest: string): boolean {
    return this.#marks[placeOf(keyDigest)] === numberOf(keyDigest, used);
  }
}

function placeOf(keyDigest: string): number {
  return numberOf(keyDigest, 0) & (places - 1);
}

/** A number of 32 bits made of a digest's characters from one on. */
function numberOf(keyDigest: string, first: number): number {
  let number = 0;
  for (let index = first; index < first + used; index += 1) {
    number = (Math.imul(number, 31) + keyDigest.charCodeAt(index)) | 0;
  }
  return number;
}
