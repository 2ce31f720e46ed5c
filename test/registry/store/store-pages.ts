import type { RecordKind } from "../../../src/registry/record.ts";
import type { ListRun, Store } from "../../../src/registry/store/store.ts";

/** Puts records of project 1 into a store. Each is given by its id and the time it was added, and its JSON contains only these. */
export async function putRecords(
  store: Store,
  kind: RecordKind,
  records: readonly (readonly [id: string | number, addedWhen: number])[],
): Promise<void> {
  await addKeyOf(store, 1);
  await using change = await store.beginChange();
  await change.putRecords(
    records.map(([id, addedWhen]) => {
      return { projectId: 1, kind, id, addedWhen, json: JSON.stringify([id, addedWhen]) };
    }),
  );
  await change.commit();
}

/** The parsed records of a page, and the count of its list. */
export async function readPage(
  store: Store,
  kind: RecordKind,
  { projectId = 1, ...run }: Omit<ListRun, "kind"> & { readonly projectId?: number },
): Promise<{ readonly count: number; readonly records: readonly unknown[] }> {
  const granted = await store.readPage(await addKeyOf(store, projectId), { kind, ...run });
  if (!granted) throw new Error("The key is gone");
  const { records, count } = granted.value;
  return { count, records: JSON.parse(`[${records}]`) };
}

/** The id of a key of the project, which is added if it is not there. */
async function addKeyOf(store: Store, projectId: number): Promise<string> {
  const id = `key-${projectId}`;
  if (await store.readGrant(id)) return id;
  await store.addKey({ id, projectId, hash: Buffer.alloc(32), name: "", createdWhen: 0 });
  return id;
}
