import { type Cursor, unreadableDigest } from "./cursor.ts";
import type { RowIndex } from "./cursor-rows.ts";

/** For each row that a cursor knows, the row that was found to be it; null if none was, or if several were. */
export type FoundRows = readonly (RowIndex | null)[];

/** Searches rows, one by one, for those that a cursor knows. */
export class DigestSearch {
  readonly #digests: readonly number[];
  /** The row of each digest; null if none has been found so far, or if several have. */
  readonly #rows: Map<number, RowIndex | null>;
  readonly #seen = new Set<number>([unreadableDigest]);

  constructor({ digests }: Cursor) {
    this.#digests = digests;
    this.#rows = new Map(digests.map((digest) => [digest, null]));
  }

  visit(row: RowIndex, digest: number): void {
    if (!this.#rows.has(digest)) return;
    this.#rows.set(digest, this.#seen.has(digest) ? null : row);
    this.#seen.add(digest);
  }

  /** The rows found so far. If the cursor has a digest twice, it identifies no row. */
  get found(): FoundRows {
    const digests = this.#digests;
    const isRepeated = (digest: number, index: number) =>
      digests.indexOf(digest) !== index || digests.lastIndexOf(digest) !== index;
    return digests.map((digest, index) =>
      isRepeated(digest, index) ? null : (this.#rows.get(digest) ?? null),
    );
  }
}
