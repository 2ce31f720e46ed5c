import DataLoader from "dataloader";
import type { Run } from "../../paging/answer.ts";
import type { PageSource } from "../../paging/page-source.ts";
import { readList } from "../../paging/run.ts";
import { decodeString } from "../answers/decode.ts";
import {
  isPossibleId,
  type RecordPage,
  type RegistryRecord,
  type RegistryRow,
  readOptional,
  type Subject,
} from "../answers/records.ts";
import type { CallersList, RegistryClient } from "../client.ts";
import { RegistryError } from "../errors.ts";
import type { ListKnowledge } from "../learning/knowledge.ts";
import { firstRows, planLoad } from "./planner.ts";

/** How many pages of a list are read side by side where records are looked for in it. */
const sideBySide = 4;

/** Gets that one caller may have under way side by side for one batch. */
const concurrency = 32;

/** A list in which records are looked for: its pages, and whose it is. */
export interface FoundList<Kind extends Subject> extends PageSource<RegistryRow<Kind>> {
  readonly own: CallersList<Kind>;
}

/** A field that names a record beside its id. */
type NamingField = "uuid" | "imei";

/**
 * Records of one list by what names them, for one GraphQL request: out of the pages that were read for whatever reason, by
 * gets, or by reading the list for them, whichever is cheapest for all that are wanted in the same tick.
 */
export class RecordFinder<Kind extends Subject> {
  readonly #list: FoundList<Kind>;
  readonly #client: RegistryClient;
  readonly #loader = new DataLoader<string, RegistryRecord<Kind> | null>((ids) =>
    this.#loadBatch(ids),
  );
  readonly #pages: readonly RecordPage<Kind>[];
  /** So many of the pages are in the index: it is built only where somebody loads by id. */
  #indexed = 0;
  readonly #index = new Map<string, RegistryRecord<Kind>>();
  #listing: Promise<Listing<Kind>> | undefined;

  /** @param pages all that were read of the list so far; more may come, and their records need no call any more. */
  constructor(list: FoundList<Kind>, pages: readonly RecordPage<Kind>[], client: RegistryClient) {
    this.#list = list;
    this.#pages = pages;
    this.#client = client;
  }

  /** Any record that was read; null: none was. */
  peek(): RegistryRecord<Kind> | null {
    this.#indexPages();
    return this.#index.values().next().value ?? null;
  }

  /**
   * A record by its id; null where there is none, or where no record can have such an id.
   * @throws RegistryError
   */
  load(id: string): Promise<RegistryRecord<Kind> | null> {
    return isPossibleId(this.#list.own.subject, id) ? this.#loader.load(id) : Promise.resolve(null);
  }

  /**
   * The first record whose field has this value, in any letter case; null where there is none.
   * @throws RegistryError, also where it is not found in a list that moved too much to be read whole.
   */
  async loadBy(field: NamingField, value: string): Promise<RegistryRecord<Kind> | null> {
    // Begun before the next load by id is planned: those of the same tick wait for it.
    this.#listing ??= this.#readListing();
    const listing = await this.#listing;
    const found = listing.by(field).get(value.toLowerCase());
    if (found || !listing.isTorn) return found ?? null;
    throw this.#list.contradiction("The list moved so much that it could not be read whole.");
  }

  async #loadBatch(ids: readonly string[]): Promise<(RegistryRecord<Kind> | Error | null)[]> {
    const otherwise = await this.#readWhileCheaper(ids);
    const load = (id: string) =>
      this.#find(id) ??
      (otherwise === "get" ? this.#client.fetchRecord(this.#list.own, id) : otherwise);
    const settled = await Promise.allSettled(ids.map(load));
    return settled.map((one) => (one.status === "fulfilled" ? one.value : toError(one.reason)));
  }

  /**
   * Reads the list as long as that is the cheaper way to what is missing, or where it is read anyway. What is still missing then
   * is to be got one by one, is absent (null: the whole list was seen), or cannot be had.
   */
  async #readWhileCheaper(ids: readonly string[]): Promise<"get" | RegistryError | null> {
    if (!this.#listing && !this.#isListCheaper(ids, 0)) return "get";
    try {
      const { provesAbsence } = await (this.#listing ?? this.#readFor(ids));
      return provesAbsence ? null : "get";
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      // A list that is broken says nothing about its records; a registry that does not answer does.
      return error.code === "REGISTRY_BAD_RESPONSE" ? "get" : error;
    }
  }

  async #readFor(ids: readonly string[]): Promise<Listing<Kind>> {
    const run = await readList(this.#list, {
      sideBySide,
      firstRows: firstRows(this.#countMissing(ids), this.#knowledge),
      wantsMore: (position) => this.#isListCheaper(ids, position),
    });
    return new Listing(run, this.#pages);
  }

  /** @param rowsRead how many rows of the list were read for these ids already. */
  #isListCheaper(ids: readonly string[], rowsRead: number): boolean {
    const wanted = this.#countMissing(ids);
    // A single record is never worth more than its get, and is by far the most frequent case.
    return wanted > 1 && planLoad(wanted, this.#knowledge, rowsRead) === "pages";
  }

  get #knowledge(): ListKnowledge {
    return this.#list.own.memory.knowledge(concurrency);
  }

  async #readListing(): Promise<Listing<Kind>> {
    return new Listing(await readList(this.#list, { sideBySide }), this.#pages);
  }

  #countMissing(ids: readonly string[]): number {
    return ids.filter((id) => this.#find(id) === undefined).length;
  }

  #find(id: string): RegistryRecord<Kind> | undefined {
    this.#indexPages();
    return this.#index.get(id);
  }

  #indexPages(): void {
    for (; this.#indexed < this.#pages.length; this.#indexed++) {
      for (const row of this.#pages[this.#indexed]?.rows ?? []) {
        if (!(row instanceof RegistryError)) this.#index.set(row.id, row);
      }
    }
  }
}

/** A list as far as it was read. */
class Listing<Kind extends Subject> {
  /** Whether records may be missing that were there all along. */
  readonly isTorn: boolean;
  /** Whether a record that is not in it is not in the registry. */
  readonly provesAbsence: boolean;
  readonly #rows: readonly RegistryRow<Kind>[];
  readonly #byField = new Map<NamingField, ReadonlyMap<string, RegistryRecord<Kind>>>();

  /** @param pages all that were read of the list: where no row shows that two of them adjoin, equal counts in all do. */
  constructor(
    { rows, isLast, isTorn }: Run<RegistryRow<Kind>>,
    pages: readonly RecordPage<Kind>[],
  ) {
    this.#rows = rows;
    const ids = new Set(rows.map((row) => (row instanceof RegistryError ? null : row.id)));
    const areDistinct = ids.size === rows.length && !ids.has(null);
    const areCounted = areDistinct && pages.every(({ count }) => count === rows.length);
    this.isTorn = !isLast || (isTorn && !areCounted);
    this.provesAbsence = !this.isTorn && areDistinct && (pages.at(-1)?.count ?? 0) <= rows.length;
  }

  /** The records by one of their fields, in lower case; of several the first. */
  by(field: NamingField): ReadonlyMap<string, RegistryRecord<Kind>> {
    const known = this.#byField.get(field);
    if (known) return known;
    const records = new Map<string, RegistryRecord<Kind>>();
    for (const row of this.#rows) {
      const value = row instanceof RegistryError ? null : readLoose(row, field)?.toLowerCase();
      if (value != null && !records.has(value)) records.set(value, row as RegistryRecord<Kind>);
    }
    this.#byField.set(field, records);
    return records;
  }
}

/** A field of a record that is only compared: one that cannot be read equals nothing. */
function readLoose(record: RegistryRecord, field: string): string | null {
  try {
    return readOptional(record, field, decodeString);
  } catch (error) {
    if (error instanceof RegistryError) return null;
    throw error;
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new TypeError("a load was rejected with no error");
}
