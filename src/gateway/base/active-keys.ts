import { toKeyDigest } from "./key-digest.ts";

interface KeyForm {
  readonly plain: string;
  readonly inJson: string;
}

/** A request that came with a token has two: the token and its key. */
const maxIdle = 4;

export class ActiveKeys {
  readonly #keys = new Map<
    string,
    {
      count: number;
      forms?: readonly KeyForm[];
      keyDigest?: string;
    }
  >();
  /** Keys that no request carries now: the next one usually needs the same values. */
  readonly #idle = new Set<string>();

  add(key: string): void {
    const active = this.#keys.get(key);
    if (active === undefined) this.#keys.set(key, { count: 1 });
    else if (active.count++ === 0) this.#idle.delete(key);
  }

  remove(key: string): void {
    const active = this.#keys.get(key);
    if (active === undefined) return;
    active.count -= 1;
    if (active.count > 0) return;
    this.#idle.add(key);
    if (this.#idle.size > maxIdle) this.#forgetOldest();
  }

  #forgetOldest(): void {
    for (const oldest of this.#idle) {
      this.#idle.delete(oldest);
      this.#keys.delete(oldest);
      return;
    }
  }

  digestOf(key: string): string {
    const active = this.#keys.get(key);
    if (active === undefined) return toKeyDigest(key);
    active.keyDigest ??= toKeyDigest(key);
    return active.keyDigest;
  }

  mayBeIn(json: string): boolean {
    for (const { inJson } of this.#forms()) if (json.includes(inJson)) return true;
    return false;
  }

  hideIn(text: string, replacement: string): string {
    let hidden = text;
    for (const { plain } of this.#forms()) hidden = hidden.replaceAll(plain, replacement);
    return hidden;
  }

  *#forms(): Iterable<KeyForm> {
    for (const [key, active] of this.#keys) {
      active.forms ??= toForms(key);
      yield* active.forms;
    }
  }
}

/** As received in a header, decoded from UTF-8, and percent-encoded. Most keys have but one. */
function toForms(key: string): readonly KeyForm[] {
  if (/^[\w.~-]+$/.test(key)) return [{ plain: key, inJson: key }];
  const decoded = Buffer.from(key, "latin1").toString("utf8");
  const plainForms = new Set([key, decoded, encodeURIComponent(decoded.toWellFormed())]);
  return [...plainForms].map((plain) => ({ plain, inJson: JSON.stringify(plain).slice(1, -1) }));
}
