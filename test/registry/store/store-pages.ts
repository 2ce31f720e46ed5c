import type { RecordKind } from "../../../src/registry/record.ts";
import type { Store } from "../../../src/registry/store/store.ts";

/** Puts records of project 1 into a store. Each is given by its id and the time it was added, and its JSON contains only these. */
export async function putRecords(
  store: Store,
  kind: RecordKind,
  records: readonly (readonly [id: string | number, addedWhen: number])[],
): Promise<void> {
  await using change = await store.beginChange();
  await change.putRecords(
    records.map(([id, addedWhen]) => ({
      projectId: 1,
      kind,
      id,
      addedWhen,
      json: JSON.stringify([id, addedWhen]),
    })),
  );
  await change.commit();
}

/** The parsed records of a page, and the count of its list. */
export async function readPage(
  store: Store,
  kind: RecordKind,
  { position, limit, projectId = 1 }: PageRequest,
): Promise<{ readonly count: number; readonly records: readonly unknown[] }> {
  await using transaction = await store.beginRead();
  const { records, count } = await transaction.readPage(projectId, { kind, position, limit });
  return { count, records: JSON.parse(`[${Buffer.from(records).toString()}]`) };
}

interface PageRequest {
  readonly position: number;
  readonly limit: number;
  /** @default 1 */
  readonly projectId?: number;
}
