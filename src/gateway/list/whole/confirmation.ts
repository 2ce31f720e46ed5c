import type { Subject } from "../../../registry-client/records.ts";
import type { Caller } from "../../call/client.ts";
import { tooLarge } from "./reading/read-whole-list.ts";
import type { ReadingsOptions } from "./readings.ts";

/**
 * Asks the registry for a list's count, which also confirms that the key may read the list. Costs
 * one REST call, for one record; equal calls are shared and cached as usual. Returns null if the
 * envelope has no count.
 * @throws RegistryError also `SCAN_TOO_LARGE`, if the list is too large to be read whole.
 */
export async function confirmList(
  { client, settings }: Pick<ReadingsOptions, "client" | "settings">,
  caller: Caller,
  subject: Subject,
): Promise<number | null> {
  const { MAX_SCAN_RECORDS: maxRecords } = settings;
  const list = client.listOf(subject, caller);
  const { count, pageCount, limit } = await client.fetchPage(list, { limit: 1, page: 1 });
  if (maxRecords === 0) throw tooLarge(subject, count ?? 0, maxRecords);
  if (count === null || count <= maxRecords) return count;
  // A count that the rest of the envelope contradicts may be wrong. Reading the list will show.
  const isContradicted = pageCount !== null && limit !== null && pageCount * limit <= maxRecords;
  if (isContradicted || list.learned.isOdd) return count;
  throw tooLarge(subject, count, maxRecords);
}
