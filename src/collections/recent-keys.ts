/** How many places there are for keys. With ten thousand new keys a second, nearly all are remembered for longer than a second. */
const places = 2 ** 18;

/** How many characters of a digest choose its place. The same number after those distinguish it from others with that place. */
const used = 8;

/**
 * Remembers keys that came recently, by their digests. A key takes the place of the one that had it before. So the memory stays the
 * same however many come, and the garbage collector has nothing to visit in it.
 */
export class RecentKeys {
  readonly #marks = new Int32Array(places);

  /** @param keyDigest the digest of a key. */
  add(keyDigest: string): void {
    this.#marks[placeOf(keyDigest)] = numberOf(keyDigest, used);
  }

  /** Whether a key was added, and no later one has taken its place. */
  has(keyDigest: string): boolean {
    return this.#marks[placeOf(keyDigest)] === numberOf(keyDigest, used);
  }
}

function placeOf(keyDigest: string): number {
  return numberOf(keyDigest, 0) & (places - 1);
}

/** A number of 32 bits, made of some of a digest's characters. */
function numberOf(keyDigest: string, first: number): number {
  let number = 0;
  for (let index = first; index < first + used; index += 1) {
    number = (Math.imul(number, 31) + keyDigest.charCodeAt(index)) | 0;
  }
  return number;
}
