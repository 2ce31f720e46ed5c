import type { Subject } from "../../../../registry-client/records.ts";
import { RegistryError } from "../../../base/errors.ts";
import type { Clock } from "../../../base/time/clock.ts";
import type { Caller, RegistryClient } from "../../../call/client.ts";
import { bytesOfRecords } from "../keeping/bytes.ts";
import type { ReadList } from "../snapshot.ts";
import { readWholeList, type WholeListOptions } from "./read-whole-list.ts";
import type { Reading } from "./reading.ts";

/**
 * Reads a whole list, and the structure of its additional data. An error of the structure takes the
 * structure's place.
 * @throws RegistryError if the list cannot be read.
 */
export async function readSnapshot(
  reading: Reading,
  {
    client,
    caller,
    maxRecords,
    clock,
    wanted,
  }: {
    readonly client: RegistryClient;
    readonly caller: Caller;
    readonly maxRecords: number;
    readonly clock: Clock;
    readonly wanted: WholeListOptions<Subject>["wanted"];
  },
): Promise<ReadList> {
  const { subject } = reading;
  const startedAt = clock.now();
  const onProgress = (read: number) => reading.noteProgress(read);
  const [{ rows, records, incomplete }, structure] = await Promise.all([
    readWholeList({ client, caller, subject, maxRecords, wanted, onProgress }),
    client.fetchStructure(subject, caller).catch(toRegistryError),
  ]);
  const bytes = await bytesOfRecords(records);
  const { oldestResponseAt = startedAt, calls } = caller.budget;
  const cost = {
    records: records.length,
    calls,
    bytes,
    milliseconds: clock.now() - startedAt,
  };
  const times = { takenAt: oldestResponseAt, agesFrom: oldestResponseAt };
  return { subject, rows, records, incomplete, structure, ...times, cost };
}

function toRegistryError(error: unknown): RegistryError {
  if (error instanceof RegistryError) return error;
  throw error;
}
