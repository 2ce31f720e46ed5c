import { recordKinds } from "./record.ts";
import { type Store, StoreError } from "./store/store.ts";

/**
 * Copies everything that a store holds at one moment into an empty one, all or nothing. Keys are
 * copied as their hashes and stay valid.
 * @param onRecords called now and then with the number of records copied so far.
 * @returns how much was copied.
 * @throws StoreError if `to` is not empty.
 */
export async function copyStore(
  from: Store,
  to: Store,
  onRecords: (records: number) => void = () => undefined,
) {
  await checkEmpty(to);
  await using transaction = await from.beginRead();
  await using change = await to.beginChange();
  const counts = { projects: 0, tags: 0, terminals: 0, structures: 0, keys: 0 };
  for (const projectId of await transaction.readProjects()) {
    counts.projects += 1;
    for (const kind of recordKinds) {
      for await (const records of transaction.readRecords(projectId, kind)) {
        await change.putRecords(records);
        counts[`${kind}s`] += records.length;
        onRecords(counts.tags + counts.terminals);
      }
      const structure = await transaction.readStructure(projectId, kind);
      if (structure === undefined) continue;
      await change.putStructure(projectId, kind, structure);
      counts.structures += 1;
    }
  }
  for (const key of await transaction.readKeys()) {
    await change.putKey(key);
    counts.keys += 1;
  }
  await change.commit();
  return counts;
}

export async function countRecords(store: Store): Promise<number> {
  await using transaction = await store.beginRead();
  return await transaction.countRecords();
}

async function checkEmpty(store: Store): Promise<void> {
  await using transaction = await store.beginRead();
  const [projects, keys] = [await transaction.readProjects(), await transaction.readKeys()];
  if (projects.length === 0 && keys.length === 0) return;
  throw new StoreError(
    `${store.name} is not empty; a registry can be copied only into an empty one`,
  );
}
