import type { RecordKind } from "../record.ts";
import type { Store, StoreChange, StoredRecord } from "../store/store.ts";
import { decodeRecord, decodeStructure, type FieldMistake } from "./decode.ts";
import type { FileEntry, Mistake } from "./file-entry.ts";
import { SeenIds } from "./seen-ids.ts";

/** How many mistakes are listed. Any others are only counted. */
export const maxListedMistakes = 20;

/** What an import did, or would have done. */
export interface ImportResult {
  readonly tags: number;
  readonly terminals: number;
  readonly structures: number;
  /** The first mistakes, in the order of the file. If there is any, nothing was changed. */
  readonly mistakes: readonly Mistake[];
  readonly mistakeCount: number;
}

/** How entries are imported. */
export interface ImportOptions {
  readonly projectId: number;
  /** The kind that the file's structure is for, if the file does not say. */
  readonly structureKind?: RecordKind | undefined;
  /** `check` looks for mistakes and changes nothing. */
  readonly mode: "change" | "check";
  /** Called now and then with the number of records read. */
  readonly onProgress?: (records: number) => void;
}

/**
 * Imports entries into a project: all of them or, if there is any mistake, none. It is one transaction, so readers see the old
 * content until the end. A record replaces the one with the same id. Other records stay.
 */
export async function importEntries(
  store: Store,
  batches: AsyncIterable<readonly FileEntry[]>,
  options: ImportOptions,
): Promise<ImportResult> {
  await using change = options.mode === "change" ? await store.beginChange() : undefined;
  using state = new ImportState(options);
  for await (const entries of batches) {
    for (const entry of entries) state.take(entry);
    await state.passTo(change);
    options.onProgress?.(state.records);
  }
  const result = state.result;
  if (result.mistakeCount === 0) await change?.commit();
  return result;
}

/** Decodes the entries of an import, and notes their mistakes. */
class ImportState implements Disposable {
  readonly #options: ImportOptions;
  readonly #seenIds = new SeenIds();
  readonly #structures = new Map<RecordKind, string>();
  readonly #counts = { tag: 0, terminal: 0, structure: 0 };
  readonly #mistakes: Mistake[] = [];
  #mistakeCount = 0;
  #taken: StoredRecord[] = [];

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  [Symbol.dispose](): void {
    this.#seenIds[Symbol.dispose]();
  }

  get records(): number {
    return this.#counts.tag + this.#counts.terminal;
  }

  get result(): ImportResult {
    const { tag: tags, terminal: terminals, structure: structures } = this.#counts;
    const mistakes = this.#mistakes;
    return { tags, terminals, structures, mistakes, mistakeCount: this.#mistakeCount };
  }

  take(entry: FileEntry): void {
    switch (entry.type) {
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

  /** Passes on what was taken since the last call. After a mistake, nothing is passed on, because nothing will be changed. */
  async passTo(change: StoreChange | undefined): Promise<void> {
    const records = this.#taken;
    this.#taken = [];
    if (!change || this.#mistakeCount > 0) return;
    if (records.length > 0) await change.putRecords(records);
    for (const [kind, json] of this.#structures) {
      await change.putStructure(this.#options.projectId, kind, json);
    }
    this.#structures.clear();
  }

  #takeRecord({ kind, line, value }: Extract<FileEntry, { type: "record" }>): void {
    this.#counts[kind] += 1;
    const { value: record, mistakes } = decodeRecord(kind, this.#options.projectId, value);
    this.#noteAll(line, mistakes);
    if (!record) return;
    if (this.#seenIds.add(kind, record.id)) {
      this.#taken.push(record);
      return;
    }
    this.#note({ line, field: "id", problem: "this id was already used in the file" });
  }

  #takeStructure({
    kind = this.#options.structureKind,
    line,
    value,
  }: Extract<FileEntry, { type: "structure" }>): void {
    this.#counts.structure += 1;
    const { value: json, mistakes } = decodeStructure(value);
    this.#noteAll(line, mistakes);
    if (!kind) {
      const problem = "say whose structure this is: --structure tag or --structure terminal";
      this.#note({ line, field: "", problem });
    } else if (json !== undefined) this.#structures.set(kind, json);
  }

  #noteAll(line: number, mistakes: readonly FieldMistake[] = []): void {
    for (const mistake of mistakes) this.#note({ line, ...mistake });
  }

  #note({ line, field, problem }: Mistake): void {
    this.#mistakeCount += 1;
    if (this.#mistakes.length < maxListedMistakes) this.#mistakes.push({ line, field, problem });
  }
}
