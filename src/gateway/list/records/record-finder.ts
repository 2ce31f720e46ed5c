import DataLoader from "dataloader";
import { isRefusal, RegistryError } from "../../base/errors.ts";
import type { CallersList, RegistryClient } from "../../call/client.ts";
import {
  isPossibleId,
  type RecordPage,
  type RegistryRecord,
  type RegistryRow,
  type Subject,
} from "../../call/decode/records.ts";
import { once } from "../../once/once.ts";
import type { PageSource } from "../pages/page-source.ts";
import { readWhole, type WholeList } from "../pages/read-whole.ts";
import { type LookUpField, nameOf, toName } from "./names.ts";
import { chooseLoadMethod, firstRows } from "./planner.ts";

/** How many calls are in flight at a time while a list is read to find records. */
const concurrency = 4;

/** How often a list is read in search of a record, before its absence is an error. */
const maxReadings = 3;

/** The list in which to find records. */
export interface RecordSource<S extends Subject> extends PageSource<RegistryRow<S>> {
  /** The list as the caller's key sees it. */
  readonly callersList: CallersList<S>;
}

/**
 * What to do about ids that no page has. `fetch`: fetch each record by itself. `absent`: nothing, because the whole list was read
 * and has no such records. An error: fail, because they cannot be fetched.
 */
type IfMissing = "fetch" | "absent" | RegistryError;

/** A record; null if there is none, or why it is not known. */
type Found<S extends Subject> = RegistryRecord<S> | Error | null;

/**
 * Finds the records of one list for one GraphQL request. Records in pages that the request has read cost nothing. The others come
 * from single calls or from reading the list, whichever is cheaper for all that are wanted in the same tick.
 */
export class RecordFinder<S extends Subject> {
  readonly #list: RecordSource<S>;
  readonly #client: RegistryClient;
  readonly #loader = new DataLoader<string, RegistryRecord<S> | null>((ids) =>
    this.#loadBatch(ids),
  );
  readonly #pages: readonly RecordPage<S>[];
  /** How many of the pages are in the index. The others are added when the index is next used. */
  #indexed = 0;
  readonly #index = new Map<string, RegistryRecord<S>>();
  /** The list, read to look up records by other fields than the id. */
  #whole: Promise<WholeList<RegistryRow<S>>> | undefined;
  readonly #byField = new Map<LookUpField, ReadonlyMap<string, RegistryRecord<S>>>();

  /** @param pages the pages that the request has read so far. The caller may add more; their records cost no call. */
  constructor(list: RecordSource<S>, pages: readonly RecordPage<S>[], client: RegistryClient) {
    this.#list = list;
    this.#pages = pages;
    this.#client = client;
  }

  /** Any record that was read; null if none was. */
  peek(): RegistryRecord<S> | null {
    this.#indexPages();
    return this.#index.values().next().value ?? null;
  }

  /**
   * A record by its id; null if there is none, or if no record can have such an id.
   * @throws RegistryError
   */
  load(id: string): Promise<RegistryRecord<S> | null> {
    return isPossibleId(this.#list.callersList.subject, id)
      ? this.#loader.load(id)
      : Promise.resolve(null);
  }

  /**
   * The first record whose field has this value, in any letter case; null if there is none.
   * @throws RegistryError also if the record was not found, but the list changed too much to be read in full.
   */
  async loadBy(field: LookUpField, value: string): Promise<RegistryRecord<S> | null> {
    // Reading begins immediately, so that loads by id of the same tick can use it when they are planned.
    this.#whole ??= readWhole(this.#list, { concurrency, maxReadings }, isRefusal);
    const { rows, isWhole } = await this.#whole;
    const records = once(this.#byField, field, () => indexBy(field, rows));
    const found = records.get(toName(field, value));
    if (found || isWhole) return found ?? null;
    throw this.#list.contradiction("the list could not be read whole, so a record may be missing");
  }

  /** Waits for the list if it is being read anyway. Otherwise reads it as long as that is cheaper than single calls. */
  #loadBatch(ids: readonly string[]): Promise<Found<S>[]> {
    const list = this.#whole ?? (this.#isListCheaper(ids, 0) ? this.#readFor(ids) : undefined);
    // Each promise takes time, and usually there is one record to fetch.
    return list === undefined ? this.#findAll(ids, "fetch") : this.#findIn(list, ids);
  }

  async #findIn(
    list: Promise<WholeList<RegistryRow<S>>>,
    ids: readonly string[],
  ): Promise<Found<S>[]> {
    return this.#findAll(ids, await ifMissingIn(list));
  }

  #findAll(ids: readonly string[], ifMissing: IfMissing): Promise<Found<S>[]> {
    const found = ids.map((id) => this.#find(id) ?? this.#get(id, ifMissing));
    if (found.every(isSettled)) return Promise.resolve(found);
    return Promise.all(found.map((one) => (isSettled(one) ? one : one.catch(toError))));
  }

  #get(id: string, ifMissing: IfMissing): Promise<RegistryRecord<S> | null> | RegistryError | null {
    if (ifMissing === "fetch") return this.#client.fetchRecord(this.#list.callersList, id);
    return ifMissing === "absent" ? null : ifMissing;
  }

  #readFor(ids: readonly string[]): Promise<WholeList<RegistryRow<S>>> {
    return readWhole(this.#list, {
      concurrency,
      maxReadings: 1,
      firstRows: firstRows(this.#countMissing(ids), this.#list.callersList.learned.statistics),
      wantsMore: (position) => this.#isListCheaper(ids, position),
    });
  }

  /** @param rowsRead how many rows of the list have been read for these ids. */
  #isListCheaper(ids: readonly string[], rowsRead: number): boolean {
    const wanted = this.#countMissing(ids);
    // The list is never read for a single record, by far the most frequent load.
    if (wanted <= 1) return false;
    const { learned, caller } = this.#list.callersList;
    const { callsLeft } = caller.budget;
    return chooseLoadMethod(wanted, learned.statistics, { rowsRead, callsLeft }) === "pages";
  }

  #countMissing(ids: readonly string[]): number {
    return ids.filter((id) => this.#find(id) === undefined).length;
  }

  #find(id: string): RegistryRecord<S> | undefined {
    this.#indexPages();
    return this.#index.get(id);
  }

  #indexPages(): void {
    if (this.#indexed === this.#pages.length) return;
    for (const { rows } of this.#pages.slice(this.#indexed)) {
      for (const row of rows) {
        if (!(row instanceof RegistryError)) this.#index.set(row.id, row);
      }
    }
    this.#indexed = this.#pages.length;
  }
}

/** The records by the names that they have in a field. Of several with the same name, it has the first. */
function indexBy<S extends Subject>(
  field: LookUpField,
  rows: readonly RegistryRow<S>[],
): ReadonlyMap<string, RegistryRecord<S>> {
  const records = new Map<string, RegistryRecord<S>>();
  for (const row of rows) {
    if (row instanceof RegistryError) continue;
    const name = nameOf(row, field);
    if (name !== null && !records.has(name)) records.set(name, row);
  }
  return records;
}

async function ifMissingIn<S extends Subject>(
  list: Promise<WholeList<RegistryRow<S>>>,
): Promise<IfMissing> {
  try {
    return provesAbsence(await list) ? "absent" : "fetch";
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    // A broken list says nothing about single records. Any other failure would also hit single calls.
    return error.code === "REGISTRY_BAD_RESPONSE" ? "fetch" : error;
  }
}

/** Whether a record that is missing in a list does not exist: none is unreadable, and none is counted but not shown. */
function provesAbsence<S extends Subject>({
  rows,
  isWhole,
  stated,
}: WholeList<RegistryRow<S>>): boolean {
  if (!isWhole || (stated ?? 0) > rows.length) return false;
  return !rows.some((row) => row instanceof RegistryError);
}

function isSettled<Value>(
  value: Value | Promise<unknown>,
): value is Exclude<Value, Promise<unknown>> {
  return !(value instanceof Promise);
}

function toError(reason: unknown): Error {
  return reason instanceof Error
    ? reason
    : new TypeError("a load was rejected with a value that is not an error");
}
