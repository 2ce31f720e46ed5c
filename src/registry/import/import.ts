import { type Item, type RecordKind, recordKinds, type Structure } from "../record.ts";
import type { Store, StoreChange, StoredRecord } from "../store/store.ts";
import { decodeRecord, decodeStructure, type FieldMistake, isObject, toSeconds } from "./decode.ts";
import {
  type FileEntry,
  type Mistake,
  nameRecord,
  type PageEntry,
  type RecordEntry,
  type StructureEntry,
} from "./file-entry.ts";

const maxListedMistakes = 20;

export interface ImportResult {
  readonly tags: number;
  readonly terminals: number;
  readonly structures: number;
  readonly mistakes: readonly Mistake[];
  readonly mistakeCount: number;
}

interface ImportOptions {
  readonly projectId: number;
  readonly structureKind?: RecordKind | undefined;
  readonly pages?: "all" | "any";
  readonly mode: "change" | "check";
  /** When records are added that do not say it, in seconds since 1970. @default now */
  readonly now?: number;
  readonly onProgress?: (records: number) => void;
}

/**
 * Imports entries into a project: all of them or, if there is any mistake, none. It is one
 * transaction, so readers see the old content until the end. A record replaces the one with the
 * same id. Other records stay.
 */
export async function importEntries(
  store: Store,
  batches: AsyncIterable<readonly FileEntry[]>,
  options: ImportOptions,
): Promise<ImportResult> {
  const state = new ImportState(options, await readItems(store, options.projectId));
  await using change = options.mode === "change" ? await store.beginChange() : undefined;
  for await (const entries of batches) {
    for (const entry of entries) state.take(entry);
    await state.passTo(change);
    options.onProgress?.(state.records);
  }
  const result = state.finish();
  if (result.mistakeCount === 0) await change?.commit();
  return result;
}

type Items = Record<RecordKind, readonly Item[]>;

async function readItems(store: Store, projectId: number): Promise<Items> {
  await using transaction = await store.beginRead();
  const read = async (kind: RecordKind) =>
    itemsOf(await transaction.readStructure(projectId, kind));
  return { tag: await read("tag"), terminal: await read("terminal") };
}

function itemsOf(structure: string | undefined): readonly Item[] {
  return structure === undefined ? [] : (JSON.parse(structure) as Structure).items;
}

class ImportState {
  readonly #options: ImportOptions;
  readonly #now: number;
  /** Of the structures as they will be. */
  readonly #items: Items;
  readonly #seenIds = { tag: new Set<string | number>(), terminal: new Set<string | number>() };
  readonly #structures = new Map<RecordKind, string>();
  readonly #structureKinds = new Set<RecordKind>();
  readonly #pages: (PageEntry & { readonly file: string | undefined })[] = [];
  readonly #counts = { tag: 0, terminal: 0, structure: 0 };
  readonly #mistakes: Mistake[] = [];
  /** Mistakes in cells, which a spreadsheet often has in a whole column. */
  readonly #columns = new Map<string, { cells?: number }>();
  #mistakeCount = 0;
  #file: string | undefined;
  #taken: StoredRecord[] = [];

  constructor(options: ImportOptions, items: Items) {
    this.#options = options;
    this.#items = items;
    this.#now = options.now ?? toSeconds(Date.now());
  }

  get records(): number {
    return this.#counts.tag + this.#counts.terminal;
  }

  finish(): ImportResult {
    if (this.#options.pages !== "any") this.#checkPages();
    const { tag: tags, terminal: terminals, structure: structures } = this.#counts;
    const mistakes = this.#mistakes;
    return { tags, terminals, structures, mistakes, mistakeCount: this.#mistakeCount };
  }

  take(entry: FileEntry): void {
    switch (entry.type) {
      case "file":
        this.#file = entry.name;
        break;
      case "record":
        this.#takeRecord(entry);
        break;
      case "structure":
        this.#takeStructure(entry);
        break;
      case "page":
        this.#pages.push({ ...entry, file: this.#file });
        break;
      case "mistake":
        this.#note(entry.mistake);
        break;
      default:
        entry satisfies never;
    }
  }

  /**
   * Passes on what was taken since the last call. After a mistake, nothing is passed on, because
   * nothing will be changed.
   */
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

  #takeRecord(entry: RecordEntry): void {
    const { kind, value } = entry;
    this.#counts[kind] += 1;
    this.#checkNumbers(entry);
    const { projectId } = this.#options;
    const { value: record, mistakes } = decodeRecord(kind, projectId, value, this.#now);
    if (!record) {
      for (const mistake of mistakes) this.#noteRecord(entry, mistake);
    } else if (this.#seenIds[kind].has(record.id)) {
      this.#noteRecord(entry, usedTwice);
    } else {
      this.#seenIds[kind].add(record.id);
      this.#taken.push(record);
    }
  }

  #checkNumbers(entry: RecordEntry): void {
    for (const key of entry.commas ?? []) {
      const item = this.#items[entry.kind].find(
        ({ identifier, name }) => identifier === key || name === key,
      );
      if (item?.type !== "number") continue;
      this.#noteRecord(entry, { field: `additional_data.${key}`, problem: hasComma });
    }
  }

  #takeStructure({ kind = this.#options.structureKind, place, value }: StructureEntry): void {
    this.#counts.structure += 1;
    const { value: json, mistakes = [] } = decodeStructure(value, this.#now);
    for (const mistake of mistakes) this.#note({ ...place, ...mistake });
    if (!kind) {
      const problem = "say whose structure this is: --structure tag or --structure terminal";
      this.#note({ ...place, field: "", problem });
      return;
    }
    if (this.#structureKinds.has(kind)) {
      this.#note({ ...place, field: "", problem: `this is the second structure of ${kind}s` });
    }
    this.#structureKinds.add(kind);
    if (json === undefined) return;
    this.#structures.set(kind, json);
    this.#items[kind] = itemsOf(json);
  }

  /** A page that is taken for the whole list would leave records out. */
  #checkPages(): void {
    for (const kind of recordKinds) {
      const pages = this.#pages.filter((page) => page.kind === kind);
      const [first] = pages;
      if (!first) continue;
      const count = Math.max(...pages.map(({ pageCount }) => pageCount));
      const given = new Set(pages.map(({ page }) => page));
      const missing: (number | "…")[] = [];
      // Some registries count pages from 0.
      const start = given.has(0) ? 0 : 1;
      for (let page = start; page < start + count && missing.length < 6; page += 1) {
        if (!given.has(page)) missing.push(missing.length < 5 ? page : "…");
      }
      if (missing.length === 0) continue;
      const { place, file } = first;
      const problem = `the list has ${count} pages; missing: ${missing.join(", ")}; give the files of all pages, or --force`;
      this.#note({ ...place, file, field: "page_count", problem });
    }
  }

  #noteRecord(entry: RecordEntry, mistake: FieldMistake): void {
    const { kind, place, index, value } = entry;
    const record = nameRecord(kind, index, value);
    const isInCell = place.column === undefined && mistake !== usedTwice;
    if (!isInCell) {
      this.#note({ ...place, record, ...mistake });
      return;
    }
    const name = JSON.stringify([this.#file, mistake]);
    const column = this.#columns.get(name);
    if (column) {
      column.cells = (column.cells ?? 1) + 1;
      this.#mistakeCount += 1;
      return;
    }
    const cell = isObject(value) ? value[mistake.field] : undefined;
    const found = typeof cell === "string" ? `, found ${JSON.stringify(cell)}` : "";
    const problem = `${mistake.problem}${found}`;
    this.#columns.set(name, this.#note({ ...place, record, ...mistake, problem }));
  }

  #note(mistake: Mistake): Mistake & { cells?: number } {
    const noted = { ...(this.#file !== undefined && { file: this.#file }), ...mistake };
    this.#mistakeCount += mistake.cells ?? 1;
    if (this.#mistakes.length < maxListedMistakes) this.#mistakes.push(noted);
    return noted;
  }
}

const hasComma =
  "expected a number, as the structure says, found one with a decimal comma; --decimal-comma reads it";

const usedTwice: FieldMistake = { field: "id", problem: "this id was already used" };
