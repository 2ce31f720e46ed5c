import { createHash } from "node:crypto";
import { recordKinds } from "./record.ts";
import { type ReadTransaction, type Store, type StoreChange, StoreError } from "./store/store.ts";

type Counts = Record<"projects" | "tags" | "terminals" | "structures" | "keys", number>;

interface StoreSummary extends Counts {
  readonly digest: string;
}

/**
 * Copies everything that a store holds at one moment into an empty one, all or nothing. Keys are
 * copied as their hashes and stay valid. Afterwards, the copy is read and compared.
 * @param onRecords called now and then with the number of records copied so far.
 * @throws StoreError if `to` is not empty, or differs after the copy.
 */
export async function copyStore(
  from: Store,
  to: Store,
  onRecords: (records: number) => void = () => undefined,
): Promise<StoreSummary> {
  await checkEmpty(to);
  await using transaction = await from.beginRead();
  await using change = await to.beginChange();
  const summary = await summarize(transaction, async (piece, { tags, terminals }) => {
    await piece.put?.(change);
    onRecords(tags + terminals);
  });
  await change.commit();
  const copied = await summarizeStore(to);
  if (JSON.stringify(copied) === JSON.stringify(summary)) return summary;
  throw new StoreError(`${to.name}: it differs from ${from.name} after the copy`);
}

export async function countRecords(store: Store): Promise<number> {
  await using transaction = await store.beginRead();
  let count = 0;
  for (const projectId of await transaction.readProjects()) {
    for (const kind of recordKinds) {
      count += (await transaction.readPage(projectId, { kind, position: 0, limit: 1 })).count;
    }
  }
  return count;
}

export async function summarizeStore(store: Store): Promise<StoreSummary> {
  await using transaction = await store.beginRead();
  return await summarize(transaction);
}

async function checkEmpty(store: Store): Promise<void> {
  await using transaction = await store.beginRead();
  const [projects, keys] = [await transaction.readProjects(), await transaction.readKeys()];
  if (projects.length === 0 && keys.length === 0) return;
  throw new StoreError(
    `${store.name} is not empty; a registry can be copied only into an empty one`,
  );
}

async function summarize(
  transaction: ReadTransaction,
  onPiece: (piece: Piece, counts: Counts) => Promise<void> = async () => {},
): Promise<StoreSummary> {
  const hash = createHash("sha256");
  const counts: Counts = { projects: 0, tags: 0, terminals: 0, structures: 0, keys: 0 };
  for await (const piece of readPieces(transaction)) {
    counts[piece.of] += piece.rows.length;
    // JSON keeps the values apart: different rows never look the same to the hash.
    for (const row of piece.rows) hash.update(`${JSON.stringify([piece.of, ...row])}\n`);
    await onPiece(piece, counts);
  }
  return { ...counts, digest: hash.digest("hex") };
}

interface Piece {
  readonly of: keyof Counts;
  readonly rows: readonly (readonly (string | number)[])[];
  readonly put?: (change: StoreChange) => Promise<void>;
}

/** Everything that a store holds, always in the same order, because the digest depends on it. */
async function* readPieces(transaction: ReadTransaction): AsyncGenerator<Piece> {
  for (const projectId of await transaction.readProjects()) {
    yield { of: "projects", rows: [[projectId]] };
    for (const kind of recordKinds) {
      for await (const records of transaction.readRecords(projectId, kind)) {
        const rows = records.map(({ id, addedWhen, json }) => [id, addedWhen, json]);
        yield { of: `${kind}s`, rows, put: (change) => change.putRecords(records) };
      }
      const json = await transaction.readStructure(projectId, kind);
      if (json === undefined) continue;
      const put = (change: StoreChange) => change.putStructure(projectId, kind, json);
      yield { of: "structures", rows: [[kind, json]], put };
    }
  }
  for (const key of await transaction.readKeys()) {
    const { id, hash, projectId, name, createdWhen } = key;
    const rows = [[id, Buffer.from(hash).toString("hex"), projectId, name, createdWhen]];
    yield { of: "keys", rows, put: (change) => change.putKey(key) };
  }
}
