import { type Item, type RecordKind, recordKinds, type Structure } from "../record.ts";
import type { Store, StoreChange, StoredRecord } from "../store/store.ts";
import { decodeRecord, decodeStructure, type FieldMistake, isObject, toSeconds } from "./decode.ts";
import {
  type CommasEntry,
  type FileEntry,
  type Mistake,
  nameRecord,
  type PageEntry,
  type RecordEntry,
  type StructureEntry,
} from "./file-entry.ts";
import { locateField } from "./locate.ts";

const maxListedMistakes = 20;

export interface ImportResult {
  readonly tags: number;
  readonly terminals: number;
  readonly structures: number;
  readonly mistakes: readonly Mistake[];
  readonly mistakeCount: number;
  /** What was imported as text, and may have been meant as numbers. */
  readonly commas: readonly CommasEntry[];
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
    readItemsOf(await transaction.readStructure(projectId, kind));
  return { tag: await read("tag"), terminal: await read("terminal") };
}

function readItemsOf(structure: string | undefined): readonly Item[] {
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
  readonly #commas: (CommasEntry & { readonly file: string | undefined })[] = [];
  readonly #counts = { tag: 0, terminal: 0, structure: 0 };
  readonly #mistakes: Mistake[] = [];
  /** Mistakes in cells, which a spreadsheet often has in a whole column. */
  readonly #columns = new Map<string, { cells?: number }>();
  #mistakeCount = 0;
  #file: string | undefined;
  #taken: StoredRecord[] = [];

  constructor(options: ImportOptions, items: Items) {
    this.#options = options;
    this.#now = options.now ?? toSeconds(Date.now());
    this.#items = items;
  }

  get records(): number {
    return this.#counts.tag + this.#counts.terminal;
  }

  finish(): ImportResult {
    if (this.#options.pages !== "any") this.#checkPages();
    for (const column of this.#commas) this.#checkNumbers(column);
    const commas = this.#commas.filter((column) => !this.#findItem(column));
    const { tag: tags, terminal: terminals, structure: structures } = this.#counts;
    const mistakes = this.#mistakes;
    return { tags, terminals, structures, mistakes, mistakeCount: this.#mistakeCount, commas };
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
      case "commas":
        this.#commas.push({ ...entry, file: this.#file });
        break;
      case "mistake": {
        const { place, record, field, problem } = entry;
        this.#note({ ...place, record, field, problem });
        break;
      }
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

  #takeStructure({ kind = this.#options.structureKind, place, value, text }: StructureEntry): void {
    this.#counts.structure += 1;
    const { value: json, mistakes = [] } = decodeStructure(value, this.#now);
    for (const mistake of mistakes) {
      const at = text === undefined ? place : locateField(text, place, mistake.field);
      this.#note({ ...at, ...mistake });
    }
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
    this.#items[kind] = readItemsOf(json);
  }

  #findItem({ kind, key }: CommasEntry): Item | undefined {
    const items = this.#items[kind];
    return (
      items.find(({ identifier }) => identifier === key) ?? items.find(({ name }) => name === key)
    );
  }

  #checkNumbers(column: CommasEntry & { readonly file: string | undefined }): void {
    if (this.#findItem(column)?.type !== "number") return;
    const { key, value, count: cells, place, file } = column;
    const problem = `expected a number, as the structure says, found ${JSON.stringify(value)}; --decimal-comma reads it`;
    this.#note({ ...place, file, field: `additional_data.${key}`, problem, cells });
  }

  /** A page that is taken for the whole list would leave records out. */
  #checkPages(): void {
    for (const kind of recordKinds) {
      const pages = this.#pages.filter((page) => page.kind === kind);
      const [first] = pages;
      if (!first) continue;
      const count = Math.max(...pages.map(({ pageCount }) => pageCount));
      const missing = findMissing(new Set(pages.map(({ page }) => page)), count);
      if (missing === "") continue;
      const { place, file } = first;
      const problem = `the list has ${count} pages, and ${missing} missing; give the files of all pages, or --force`;
      this.#note({ ...place, file, field: "page_count", problem });
    }
  }

  #noteRecord(entry: RecordEntry, mistake: FieldMistake): void {
    const { kind, place, index, value, text } = entry;
    const record = nameRecord(kind, index, value);
    if (text !== undefined || mistake === usedTwice) {
      const at =
        text === undefined ? place : locateField(text, { column: 1, ...place }, mistake.field);
      this.#note({ ...at, record, ...mistake });
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

const usedTwice: FieldMistake = { field: "id", problem: "this id was already used" };

/**
 * The runs of pages that are missing, such as `2 to 4 and 7 are`; "" if none is. Some registries
 * count pages from 0.
 */
function findMissing(given: ReadonlySet<number>, count: number): string {
  const first = given.has(0) ? 0 : 1;
  const runs: string[] = [];
  let next = first;
  for (const page of [...[...given].sort((one, other) => one - other), first + count]) {
    if (page === next + 1) runs.push(`${next}`);
    if (page > next + 1) runs.push(`${next} to ${page - 1}`);
    next = page + 1;
  }
  const isOne = runs.length === 1 && !runs[0]?.includes(" ");
  const listed = runs.length > 5 ? [...runs.slice(0, 5), "others"] : runs;
  const text = listed.join(", ").replace(/, ([^,]*)$/, " and $1");
  return text && `${text} ${isOne ? "is" : "are"}`;
}
