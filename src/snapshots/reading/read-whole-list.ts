import { setImmediate } from "node:timers/promises";
import type { PageRequest, PageSource } from "../../paging/page-source.ts";
import { readList } from "../../paging/read-list.ts";
import type { Run } from "../../paging/run.ts";
import type { Caller, RegistryClient } from "../../upstream/client.ts";
import {
  listTemplate,
  type RecordPage,
  type RegistryRecord,
  type RegistryRow,
  type Subject,
} from "../../upstream/decoding/records.ts";
import { RegistryError } from "../../upstream/errors.ts";
import { equalsEveryCount, haveDistinctIds } from "../../upstream/loading/completeness.ts";
import { RecordList } from "../../upstream/loading/record-list.ts";

/** Which list to read, and how. */
export interface WholeListOptions<S extends Subject> {
  readonly client: RegistryClient;
  /** The key, with the reading's own scope: the reading may outlive the request. */
  readonly caller: Caller;
  readonly subject: S;
  readonly maxRecords: number;
  /** Called after each page, with about how many records have been read. */
  readonly onProgress: (records: number) => void;
}

/** How many calls are in flight at a time. */
const concurrency = 8;

/** Maximum number of rows to work on in one turn of the event loop. */
const rowsAtOnce = 10_000;

/** How many times to read a list that changes meanwhile, before giving up. */
const maxAttempts = 3;

/** A list that was read whole. */
export interface WholeList<S extends Subject> {
  readonly records: readonly RegistryRecord<S>[];
  /** The pages fetched to read it, with the requests for them. Not all of them may have been needed. */
  readonly pages: ReadonlyMap<RecordPage<S>, PageRequest>;
}

/**
 * Reads all records of a list, in the registry's order. Rows without an id are left out.
 * @throws RegistryError also `SCAN_TOO_LARGE`, if there are more than `maxRecords`, and `REGISTRY_BAD_RESPONSE`, if the list changes
 *   too much to be read whole.
 */
export async function readWholeList<S extends Subject>(
  options: WholeListOptions<S>,
): Promise<WholeList<S>> {
  const { subject, maxRecords } = options;
  for (let attempt = 1; ; attempt++) {
    const list = new BulkList(options);
    const wantsMore = (position: number) => position <= maxRecords;
    const run = await readList(list, { concurrency, wantsMore });
    if (run.rows.length > maxRecords) throw tooLarge(subject, run.rows.length, maxRecords);
    if (list.isComplete(run)) return { records: await toRecords(run.rows), pages: list.pages };
    if (attempt === maxAttempts) {
      throw list.contradiction("the list changed so much that it could not be read in full");
    }
  }
}

/** The error for a list with too many records to be read whole. */
export function tooLarge(subject: Subject, records: number, maxRecords: number): RegistryError {
  const reason =
    maxRecords === 0
      ? "the gateway reads no list in full"
      : `the list has at least ${records} records; the gateway reads only lists of at most ${maxRecords} in full`;
  return new RegistryError("SCAN_TOO_LARGE", listTemplate(subject), reason, { records });
}

/** One attempt to read a list, in pages that are small enough to work on in one turn of the event loop. */
class BulkList<S extends Subject> implements PageSource<RegistryRow<S>> {
  /** The pages read so far, with the requests for them. */
  readonly pages = new Map<RecordPage<S>, PageRequest>();
  readonly #list: RecordList<S>;
  readonly #onProgress: (records: number) => void;
  #read = 0;

  constructor({ client, caller, subject, onProgress }: WholeListOptions<S>) {
    this.#list = new RecordList(client, caller, subject);
    this.#onProgress = onProgress;
  }

  get maxLimit(): number {
    return Math.min(this.#list.maxLimit, rowsAtOnce);
  }

  get learned() {
    return this.#list.learned;
  }

  async fetchPage(request: PageRequest): Promise<RecordPage<S> | "limit-refused"> {
    const page = await this.#list.fetchPage(request);
    if (page === "limit-refused") return page;
    this.pages.set(page, request);
    this.#read += page.rows.length;
    this.#onProgress(this.#read);
    return page;
  }

  idOf(row: RegistryRow<S>): string | null {
    return this.#list.idOf(row);
  }

  contradiction(reason: string): RegistryError {
    return this.#list.contradiction(reason);
  }

  /**
   * Whether a run has all rows of the list. If each page shares a row with the next, no row is missing between them. Otherwise, the
   * count of every page must equal the number of rows read, and no id may occur twice.
   */
  isComplete({ rows, isLast, isTorn }: Run<RegistryRow<S>>): boolean {
    if (!isLast) return false;
    if (!isTorn) return true;
    return equalsEveryCount(rows.length, this.pages.keys()) && haveDistinctIds(rows);
  }
}

async function toRecords<S extends Subject>(
  rows: readonly RegistryRow<S>[],
): Promise<readonly RegistryRecord<S>[]> {
  const records: RegistryRecord<S>[] = [];
  for (const [position, row] of rows.entries()) {
    if (position % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
    if (!(row instanceof RegistryError)) records.push(row);
  }
  return records;
}
