/** How many places there are for keys. With ten thousand new keys a second, nearly all are remembered for longer than a second. */
const places = 2 ** 18;

/** The first eight characters of a digest choose its place. The next eight tell it from others at that place. */
const charactersUsed = 8;

/**
 * Remembers recent keys by their digests. A key replaces the one that had its place before. So the memory stays the same however
 * many keys there are, and the garbage collector has nothing to visit in it.
 */
export class RecentKeys {
  readonly #marks = new Int32Array(places);

  add(keyDigest: string): void {
    this.#marks[placeOf(keyDigest)] = hashOf(keyDigest, charactersUsed);
  }

  /** Whether a key was added, and no later one has taken its place. */
  has(keyDigest: string): boolean {
    return this.#marks[placeOf(keyDigest)] === hashOf(keyDigest, charactersUsed);
  }
}

function placeOf(keyDigest: string): number {
  return hashOf(keyDigest, 0) & (places - 1);
}

/** A 32-bit hash of eight of a digest's characters. */
function hashOf(keyDigest: string, first: number): number {
  let hash = 0;
  for (let index = first; index < first + charactersUsed; index += 1) {
    hash = (Math.imul(hash, 31) + keyDigest.charCodeAt(index)) | 0;
  }
  return hash;
}
