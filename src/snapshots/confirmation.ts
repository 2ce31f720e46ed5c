import type { Subject } from "../upstream/answers/records.ts";
import type { Caller, RegistryClient } from "../upstream/client.ts";
import { tooLarge } from "./reading/whole-list.ts";

/** What lists are confirmed with, and how many records they may have. */
export interface ConfirmationOptions {
  readonly client: RegistryClient;
  /** 0: no list is read whole. */
  readonly maxRecords: number;
}

/**
 * The count of a list that the key may read and that is not too large to be read whole, null where the envelope tells none: one
 * call, shared with equal ones and kept as all calls are.
 * @throws RegistryError
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
  // A count that is contradicted is no reason not to read as far as may be.
  const isContradicted = pageCount !== null && limit !== null && pageCount * limit <= maxRecords;
  if (isContradicted || list.memory.isCountTrue === false) return count;
  throw tooLarge(subject, count, maxRecords);
}
