import type { Subject } from "../../../../registry-client/records.ts";
import { RegistryError } from "../../../base/errors.ts";
import type { Clock } from "../../../base/time/clock.ts";
import type { Caller, RegistryClient } from "../../../call/client.ts";
import { bytesOfRecords } from "../keeping/bytes.ts";
import type { ReadList } from "../snapshot.ts";
import { type ListRecords, readWholeList } from "./read-whole-list.ts";
import type { Reading } from "./reading.ts";

/** How a list is read. */
export interface ReadSnapshotOptions {
  readonly client: RegistryClient;
  /** The caller's key, with the reading's own budget. */
  readonly caller: Caller;
  readonly maxRecords: number;
  readonly clock: Clock;
}

/** The data of a snapshot, and the pages that it was read in. */
export interface ListWithPages extends Pick<ListRecords<Subject>, "pages"> {
  readonly list: ReadList;
}

/**
 * Reads a whole list, and the structure of its additional data. An error of the structure takes the structure's place.
 * @throws RegistryError if the list cannot be read.
 */
export async function readSnapshot(
  reading: Reading,
  { client, caller, maxRecords, clock }: ReadSnapshotOptions,
): Promise<ListWithPages> {
  const { subject } = reading;
  const startedAt = clock.now();
  const onProgress = (read: number) => reading.noteProgress(read);
  const [{ rows, records, incomplete, pages }, structure] = await Promise.all([
    readWholeList({ client, caller, subject, maxRecords, onProgress }),
    client.fetchStructure(subject, caller).catch(toRegistryError),
  ]);
  const bytes = await bytesOfRecords(records, caller.budget);
  const { oldestResponseAt = startedAt, calls } = caller.budget;
  const cost = {
    records: records.length,
    calls,
    bytes,
    milliseconds: clock.now() - startedAt,
  };
  const times = { takenAt: oldestResponseAt, agesFrom: oldestResponseAt };
  return { list: { subject, rows, records, incomplete, structure, ...times, cost }, pages };
}

function toRegistryError(error: unknown): RegistryError {
  if (error instanceof RegistryError) return error;
  throw error;
}
