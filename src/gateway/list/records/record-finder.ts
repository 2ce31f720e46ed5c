import DataLoader from "dataloader";
import {
  isPossibleId,
  type RecordPage,
  type RegistryRecord,
  type RegistryRow,
  type Subject,
} from "../../../registry-client/records.ts";
import { RegistryError } from "../../base/errors.ts";
import type { CallersList, RegistryClient } from "../../call/client.ts";
import type { PageSource } from "../reading/source.ts";
import { readWhole, type WholeList } from "../reading/whole.ts";
import { chooseLoadMethod, firstRows, type KnownList } from "./planner.ts";

const concurrency = 4;

export interface RecordSource<S extends Subject> extends PageSource<RegistryRow<S>> {
  readonly callersList: CallersList<S>;
}

/**
 * What to do about ids that no page has. `fetch`: fetch each record by itself. `absent`: nothing,
 * because the whole list was read. An error: fail, because they cannot be fetched.
 */
type IfMissing = "fetch" | "absent" | RegistryError;

/**
 * Finds the records of one list for one GraphQL request. Records in pages that the request has read
 * cost nothing. The others come from single calls or from reading the list, whichever is cheaper
 * for all that are wanted in the same tick.
 */
export class RecordFinder<S extends Subject> {
  readonly #list: RecordSource<S>;
  readonly #client: RegistryClient;
  readonly #loader = new DataLoader<string, RegistryRecord<S> | null>((ids) =>
    this.#loadBatch(ids),
  );
  readonly #pages: readonly RecordPage<S>[];
  #indexed = 0;
  readonly #index = new Map<string, RegistryRecord<S>>();

  constructor(list: RecordSource<S>, pages: readonly RecordPage<S>[], client: RegistryClient) {
    this.#list = list;
    this.#pages = pages;
    this.#client = client;
  }

  peek(): RegistryRecord<S> | null {
    this.#indexPages();
    return this.#index.values().next().value ?? null;
  }

  /**
   * Null if there is no such record, or can be none with such an id.
   * @throws RegistryError
   */
  load(id: string): Promise<RegistryRecord<S> | null> {
    return isPossibleId(this.#list.callersList.subject, id)
      ? this.#loader.load(id)
      : Promise.resolve(null);
  }

  async #loadBatch(ids: readonly string[]): Promise<(RegistryRecord<S> | Error | null)[]> {
    const ifMissing = this.#isListCheaper(ids, 0) ? await ifMissingIn(this.#readFor(ids)) : "fetch";
    return Promise.all(
      ids.map((id) => {
        const known = this.#find(id);
        if (known !== undefined) return known;
        if (ifMissing !== "fetch") return ifMissing === "absent" ? null : ifMissing;
        return this.#client.fetchRecord(this.#list.callersList, id).catch((error: Error) => error);
      }),
    );
  }

  #readFor(ids: readonly string[]): Promise<WholeList<RegistryRow<S>>> {
    return readWhole(this.#list, {
      concurrency,
      maxReadings: 1,
      firstRows: firstRows(this.#countMissing(ids), this.#known),
      wantsMore: (position) => this.#isListCheaper(ids, position),
    });
  }

  #isListCheaper(ids: readonly string[], rowsRead: number): boolean {
    const wanted = this.#countMissing(ids);
    // The list is never read for a single record, by far the most frequent load.
    if (wanted <= 1) return false;
    const { callsLeft } = this.#list.callersList.caller.budget;
    return chooseLoadMethod(wanted, this.#known, rowsRead, callsLeft) === "pages";
  }

  get #known(): KnownList {
    const { count, rowBytes, limit } = this.#list.callersList.learned;
    return { count, rowBytes, maxLimit: limit.max };
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

async function ifMissingIn<S extends Subject>(
  list: Promise<WholeList<RegistryRow<S>>>,
): Promise<IfMissing> {
  try {
    return provesAbsence(await list) ? "absent" : "fetch";
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    // A broken list says nothing about single records. Any other failure would also hit single
    // calls.
    return error.code === "REGISTRY_BAD_RESPONSE" ? "fetch" : error;
  }
}

// None is unreadable, and none is counted but not shown.
function provesAbsence<S extends Subject>({
  rows,
  isWhole,
  stated,
}: WholeList<RegistryRow<S>>): boolean {
  if (!isWhole || (stated ?? 0) > rows.length) return false;
  return !rows.some((row) => row instanceof RegistryError);
}
