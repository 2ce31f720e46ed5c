import type { Subject } from "../upstream/answers/records.ts";
import type { Caller, RegistryClient } from "../upstream/client.ts";
import { tooLarge } from "./reading/read-whole-list.ts";

/** How lists are confirmed. */
export interface ConfirmationOptions {
  readonly client: RegistryClient;
  /** Maximum number of records of a list that is read whole. With 0, none is. */
  readonly maxRecords: number;
}

/**
 * Asks the registry for a list's count, by one call for one record. This confirms that the key may read the list. Equal calls
 * are shared and cached as usual. Returns null if the envelope has no count.
 * @throws RegistryError also `SCAN_TOO_LARGE`, if the list is too large to be read whole.
 */
export async function confirmList(
  { client, maxRecords }: ConfirmationOptions,
  caller: Caller,
  subject: Subject,
): Promise<number | null> {
  const list = client.listOf(subject, caller);
  const { count, pageCount, limit } = await client.fetchPage(list, { limit: 1, page: 1 });
  if (maxRecords === 0) throw tooLarge(subject, count ?? 0, maxRecords);
  if (count === null || count <= maxRecords) return count;
  // A count that the rest of the envelope contradicts may be wrong. Reading the list will tell.
  const isContradicted = pageCount !== null && limit !== null && pageCount * limit <= maxRecords;
  if (isContradicted || list.learned.isCountTrue === false) return count;
  throw tooLarge(subject, count, maxRecords);
}
