import { toKeyDigest } from "./upstream/calls/key-digest.ts";

/** A spelling of a key, and the same in a JSON string. */
interface Spelling {
  readonly plain: string;
  readonly inJson: string;
}

/** A key that requests under way carry, with what is computed from it once for all of them. */
interface ActiveKey {
  /** How many requests under way carry it. */
  count: number;
  spellings?: readonly Spelling[];
  keyDigest?: string;
}

/** The keys that requests under way carry. No line of a log may contain one. */
export class ActiveKeys {
  readonly #keys = new Map<string, ActiveKey>();

  /** Adds a key, which stays until it has been removed as often as it was added. */
  add(key: string): void {
    const known = this.#keys.get(key);
    if (known) known.count += 1;
    else this.#keys.set(key, { count: 1 });
  }

  remove(key: string): void {
    const known = this.#keys.get(key);
    if (known === undefined) return;
    known.count -= 1;
    if (known.count === 0) this.#keys.delete(key);
  }

  /** The key's digest, computed once for all requests under way that carry the key. */
  digestOf(key: string): string {
    const known = this.#keys.get(key);
    if (known === undefined) return toKeyDigest(key);
    known.keyDigest ??= toKeyDigest(key);
    return known.keyDigest;
  }

  /** Whether a key may be in this JSON. */
  mayBeIn(json: string): boolean {
    for (const { inJson } of this.#spellings()) if (json.includes(inJson)) return true;
    return false;
  }

  /** Replaces each key in a string. */
  hideIn(text: string, replacement: string): string {
    let hidden = text;
    for (const { plain } of this.#spellings()) hidden = hidden.replaceAll(plain, replacement);
    return hidden;
  }

  *#spellings(): Iterable<Spelling> {
    for (const [key, known] of this.#keys) {
      known.spellings ??= toSpellings(key);
      yield* known.spellings;
    }
  }
}

/** A key as a header has it, decoded from UTF-8, and percent-encoded as in a URL. */
function toSpellings(key: string): readonly Spelling[] {
  const meant = Buffer.from(key, "latin1").toString("utf8");
  const spellings = new Set([key, meant, encodeURIComponent(meant.toWellFormed())]);
  return [...spellings].map((plain) => ({ plain, inJson: JSON.stringify(plain).slice(1, -1) }));
}
