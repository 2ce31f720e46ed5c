import { setImmediate } from "node:timers/promises";
import type { PageRequest } from "../../../../registry-client/page.ts";
import {
  listTemplate,
  type RecordPage,
  type RegistryRecord,
  type RegistryRow,
  type Subject,
} from "../../../../registry-client/records.ts";
import { isRefusal, RegistryError } from "../../../base/errors.ts";
import type { Caller, RegistryClient } from "../../../call/client.ts";
import type { Look } from "../../reading/source.ts";
import { readWhole } from "../../reading/whole.ts";
import { RecordList } from "../../records/record-list.ts";
import type { Incomplete } from "../snapshot.ts";

/** Which list to read, and how. */
export interface WholeListOptions<S extends Subject> {
  readonly client: RegistryClient;
  /** The key, with the reading's own budget: the reading may outlive the request. */
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

/** How many times to read a list until it is whole. */
const maxReadings = 3;

/** The records of a list. */
export interface ListRecords<S extends Subject> {
  readonly rows: readonly RegistryRow<S>[];
  readonly records: readonly RegistryRecord<S>[];
  /** Set if records that were in the list all along may be missing; null if it was read whole. */
  readonly incomplete: Incomplete | null;
  /** The pages fetched to read it, with the requests for them. Not all of them may have been needed. */
  readonly pages: ReadonlyMap<RecordPage<S>, PageRequest>;
}

/**
 * Reads all records of a list, in the registry's order. Rows without an id are left out.
 * @throws RegistryError also `SCAN_TOO_LARGE`, if there are more than `maxRecords`.
 */
export async function readWholeList<S extends Subject>(
  options: WholeListOptions<S>,
): Promise<ListRecords<S>> {
  const { subject, maxRecords } = options;
  const list = new BulkList(options);
  const wantsMore = (position: number) => position <= maxRecords;
  const read = await readWhole(list, { concurrency, wantsMore, maxReadings, isFatal: isRefusal });
  const { rows, isWhole, stated: recordsStated } = read;
  if (read.isStopped || rows.length > maxRecords) {
    throw tooLarge(subject, Math.max(rows.length, maxRecords + 1), maxRecords);
  }
  const incomplete = isWhole ? null : { recordsStated };
  return { rows, records: await toRecords(rows), incomplete, pages: list.pages };
}

/** The error for a list with too many records to be read whole. */
export function tooLarge(subject: Subject, records: number, maxRecords: number): RegistryError {
  const reason =
    maxRecords === 0
      ? "the gateway reads no list in full"
      : `the list has at least ${records} records; the gateway reads only lists of at most ${maxRecords} in full`;
  return new RegistryError("SCAN_TOO_LARGE", listTemplate(subject), reason, { records });
}

/** A list that is read in pages small enough to work on in one turn of the event loop. */
class BulkList<S extends Subject> extends RecordList<S> {
  /** The pages read so far, with the requests for them. */
  readonly pages = new Map<RecordPage<S>, PageRequest>();
  readonly #onProgress: (records: number) => void;
  #read = 0;

  constructor({ client, caller, subject, onProgress }: WholeListOptions<S>) {
    super(client, caller, subject);
    this.#onProgress = onProgress;
  }

  override get maxLimit(): number {
    return Math.min(super.maxLimit, rowsAtOnce);
  }

  override async fetchPage(
    request: PageRequest,
    look: Look,
  ): Promise<RecordPage<S> | "limit-refused"> {
    const page = await super.fetchPage(request, look);
    if (page === "limit-refused") return page;
    this.pages.set(page, request);
    this.#read += page.rows.length;
    this.#onProgress(this.#read);
    return page;
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
  return records.length === rows.length ? (rows as typeof records) : records;
}
