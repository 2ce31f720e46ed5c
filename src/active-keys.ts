import { toLane } from "./upstream/calls/lane.ts";

/** A form that a key may take, and that form as JSON has it. */
interface Form {
  readonly text: string;
  readonly inJson: string;
}

/** What is worked out of a key when it is first needed, for all requests that carry it at the time. */
interface KeyUnderWay {
  /** How many requests carry it. */
  count: number;
  forms?: readonly Form[];
  lane?: string;
}

/** The keys that requests under way carry: texts that no line of a log may hold. */
export class ActiveKeys {
  readonly #keys = new Map<string, KeyUnderWay>();

  /** Hides a key, until it has been removed as often as it was added. */
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

  /** The digest that stands for a key. Worked out once for all requests under way that carry it. */
  laneOf(key: string): string {
    const known = this.#keys.get(key);
    if (known === undefined) return toLane(key);
    known.lane ??= toLane(key);
    return known.lane;
  }

  /** Whether a key may be in this JSON. */
  mayBeIn(json: string): boolean {
    for (const { inJson } of this.#forms()) if (json.includes(inJson)) return true;
    return false;
  }

  /** The text with something else in place of the keys. */
  hideIn(text: string, replacement: string): string {
    let hidden = text;
    for (const form of this.#forms()) hidden = hidden.replaceAll(form.text, replacement);
    return hidden;
  }

  *#forms(): Iterable<Form> {
    for (const [key, known] of this.#keys) {
      known.forms ??= toForms(key);
      yield* known.forms;
    }
  }
}

/** A key as a header brings it, as it was meant, and as a URL holds it. */
function toForms(key: string): readonly Form[] {
  const meant = Buffer.from(key, "latin1").toString("utf8");
  const texts = new Set([key, meant, encodeURIComponent(meant.toWellFormed())]);
  return [...texts].map((text) => ({ text, inJson: JSON.stringify(text).slice(1, -1) }));
}
