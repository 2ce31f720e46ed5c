import type { Kind } from "../record.ts";
import type { Store } from "../store.ts";
import type { StoreChange } from "../store-change.ts";
import { type Decoded, decodeRecord, decodeStructure } from "./decode.ts";
import type { Entry, Mistake } from "./entry.ts";

/** How many mistakes are listed; the others are counted. */
export const listedMistakes = 20;

/** What an import did, or would have done. */
export interface ImportResult {
  readonly tags: number;
  readonly terminals: number;
  readonly structures: number;
  /** The first of them, in the order of the file. With any mistake nothing was changed. */
  readonly mistakes: readonly Mistake[];
  readonly mistakeCount: number;
}

/** How entries are imported. */
export interface ImportOptions {
  readonly projectId: number;
  /** Whose structure it is where the file does not tell. */
  readonly structureOf?: Kind | undefined;
  /** `check` finds the mistakes and changes nothing. */
  readonly mode: "change" | "check";
  /** Told of the records read so far, now and then. */
  readonly onProgress?: (records: number) => void;
}

/**
 * Brings entries into a project, all of them or, with any mistake, none: in one transaction, so that whoever reads
 * the store sees it as it was until the end. A record takes the place of the one with its id; others stay.
 */
export async function importEntries(
  store: Store,
  batches: AsyncIterable<readonly Entry[]>,
  options: ImportOptions,
): Promise<ImportResult> {
  using change = store.beginChange(options.projectId);
  const importing = new Importing(change, options);
  for await (const entries of batches) {
    for (const entry of entries) importing.take(entry);
    options.onProgress?.(importing.records);
  }
  const result = importing.result;
  if (result.mistakeCount === 0 && options.mode === "change") change.commit();
  return result;
}

/** An import under way. */
class Importing {
  readonly #change: StoreChange;
  readonly #options: ImportOptions;
  readonly #counts = { tag: 0, terminal: 0, structure: 0 };
  readonly #mistakes: Mistake[] = [];
  #mistakeCount = 0;

  constructor(change: StoreChange, options: ImportOptions) {
    this.#change = change;
    this.#options = options;
  }

  get records(): number {
    return this.#counts.tag + this.#counts.terminal;
  }

  get result(): ImportResult {
    const { tag: tags, terminal: terminals, structure: structures } = this.#counts;
    const mistakes = this.#mistakes;
    return { tags, terminals, structures, mistakes, mistakeCount: this.#mistakeCount };
  }

  take(entry: Entry): void {
    switch (entry.entry) {
      case "record":
        this.#takeRecord(entry);
        break;
      case "structure":
        this.#takeStructure(entry);
        break;
      case "mistake":
        this.#note(entry);
        break;
      default:
        entry satisfies never;
    }
  }

  #takeRecord({ kind, line, value }: Extract<Entry, { entry: "record" }>): void {
    this.#counts[kind] += 1;
    const record = this.#unwrap(line, decodeRecord(kind, this.#options.projectId, value));
    if (!record) return;
    if (!this.#change.claim(kind, record.id)) {
      const expected = `each ${kind} only once (this id came before)`;
      this.#note({ line, field: "id", expected });
    } else if (this.#mistakeCount === 0) this.#change.putRecord(record);
  }

  #takeStructure({
    of = this.#options.structureOf,
    line,
    value,
  }: Extract<Entry, { entry: "structure" }>): void {
    this.#counts.structure += 1;
    const json = this.#unwrap(line, decodeStructure(value));
    if (!of) {
      const expected =
        "to be told whose structure this is (--structure tag or --structure terminal)";
      this.#note({ line, field: "", expected });
    } else if (json !== undefined) this.#change.putStructure(of, json);
  }

  #unwrap<T>(line: number, decoded: Decoded<T>): T | undefined {
    for (const mistake of decoded.mistakes ?? []) this.#note({ line, ...mistake });
    return decoded.value;
  }

  #note({ line, field, expected }: Mistake): void {
    this.#mistakeCount += 1;
    if (this.#mistakes.length < listedMistakes) this.#mistakes.push({ line, field, expected });
  }
}
