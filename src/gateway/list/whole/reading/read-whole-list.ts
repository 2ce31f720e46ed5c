import type { PageRequest } from "../../../../registry-client/page.ts";
import {
  listTemplate,
  type RecordPage,
  type RegistryRecord,
  type RegistryRow,
  type Subject,
} from "../../../../registry-client/records.ts";
import { isRefusal, RegistryError } from "../../../base/errors.ts";
import { giveWay } from "../../../base/time/give-way.ts";
import type { Caller, RegistryClient } from "../../../call/client.ts";
import type { Look } from "../../reading/source.ts";
import { readWhole } from "../../reading/whole.ts";
import { RecordList } from "../../records/record-list.ts";
import type { Incomplete } from "../snapshot.ts";

export interface WholeListOptions<S extends Subject> {
  readonly client: RegistryClient;
  readonly caller: Caller;
  readonly subject: S;
  readonly maxRecords: number;
  /** The registry's count just now, and whether pages of other gateways will not do. */
  readonly wanted: { readonly count: number | null; readonly isFresh?: boolean };
  readonly onProgress: (records: number) => void;
}

const concurrency = 8;

const rowsAtOnce = 10_000;

const maxReadings = 3;

interface ListRecords<S extends Subject> {
  readonly rows: readonly RegistryRow<S>[];
  readonly records: readonly RegistryRecord<S>[];
  /** Set if records that were in the list all along may be missing; null if it was read whole. */
  readonly incomplete: Incomplete | null;
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
  return { rows, records: await toRecords(rows), incomplete };
}

export function tooLarge(subject: Subject, records: number, maxRecords: number): RegistryError {
  const reason =
    maxRecords === 0
      ? "the gateway reads no list in full"
      : `the list has at least ${records} records; the gateway reads only lists of at most ${maxRecords} in full`;
  return new RegistryError("SCAN_TOO_LARGE", listTemplate(subject), reason, { records });
}

class BulkList<S extends Subject> extends RecordList<S> {
  readonly #options: WholeListOptions<S>;
  #read = 0;
  #firstLook: Look = 0;

  constructor(options: WholeListOptions<S>) {
    super(options.client, options.caller, options.subject);
    this.#options = options;
    // A later look than the first gets no page of another gateway.
    if (options.wanted.isFresh) this.#firstLook = this.nextLook();
  }

  override get maxLimit(): number {
    return Math.min(super.maxLimit, rowsAtOnce);
  }

  override async fetchPage(
    request: PageRequest,
    look: Look,
  ): Promise<RecordPage<S> | "limit-refused"> {
    const { caller, wanted, onProgress } = this.#options;
    const hits = caller.budget.cacheHits;
    let page = await super.fetchPage(request, Math.max(look, this.#firstLook));
    // Another gateway has read it before the list has changed.
    const isOld =
      page !== "limit-refused" && page.count !== wanted.count && caller.budget.cacheHits > hits;
    if (isOld) page = await super.fetchPage(request, this.nextLook());
    if (page === "limit-refused") return page;
    this.#read += page.rows.length;
    onProgress(this.#read);
    return page;
  }
}

async function toRecords<S extends Subject>(
  rows: readonly RegistryRow<S>[],
): Promise<readonly RegistryRecord<S>[]> {
  const records: RegistryRecord<S>[] = [];
  for (const [position, row] of rows.entries()) {
    if (position % rowsAtOnce === rowsAtOnce - 1) await giveWay();
    if (!(row instanceof RegistryError)) records.push(row);
  }
  return records.length === rows.length ? (rows as typeof records) : records;
}
