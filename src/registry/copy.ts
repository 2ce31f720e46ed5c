import { createHash, type Hash } from "node:crypto";
import { type RecordKind, recordKinds } from "./record.ts";
import {
  type ReadTransaction,
  type Store,
  type StoreChange,
  type StoredKey,
  type StoredRecord,
  StoreError,
} from "./store/store.ts";

/** How much a store holds, and a digest of everything in it. */
interface StoreSummary {
  readonly projects: number;
  readonly tags: number;
  readonly terminals: number;
  readonly structures: number;
  readonly keys: number;
  /** SHA-256 in hexadecimal. Stores with the same content have the same digest. */
  readonly digest: string;
}

/**
 * Copies everything that a store holds at one moment into an empty one, all or nothing. Keys are copied as their hashes and
 * stay valid. Afterwards, the copy is read and compared.
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
  const summary = await fill(to, transaction, onRecords);
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
  const summary = new Summary();
  for await (const piece of readPieces(transaction)) summary.add(piece);
  return summary.finish();
}

async function fill(
  to: Store,
  transaction: ReadTransaction,
  onRecords: (records: number) => void,
): Promise<StoreSummary> {
  await using change = await to.beginChange();
  const summary = new Summary();
  for await (const piece of readPieces(transaction)) {
    await put(change, piece);
    summary.add(piece);
    onRecords(summary.records);
  }
  await change.commit();
  return summary.finish();
}

async function checkEmpty(store: Store): Promise<void> {
  await using transaction = await store.beginRead();
  const [projects, keys] = [await transaction.readProjects(), await transaction.readKeys()];
  if (projects.length === 0 && keys.length === 0) return;
  throw new StoreError(
    `${store.name} is not empty; a registry can be copied only into an empty one`,
  );
}

type Piece =
  | { readonly type: "project"; readonly projectId: number }
  | {
      readonly type: "records";
      readonly kind: RecordKind;
      readonly records: readonly StoredRecord[];
    }
  | {
      readonly type: "structure";
      readonly projectId: number;
      readonly kind: RecordKind;
      readonly json: string;
    }
  | { readonly type: "key"; readonly key: StoredKey };

/** Reads everything that a store holds, always in the same order, because the digest depends on it. */
async function* readPieces(transaction: ReadTransaction): AsyncGenerator<Piece> {
  for (const projectId of await transaction.readProjects()) {
    yield { type: "project", projectId };
    for (const kind of recordKinds) {
      for await (const records of transaction.readRecords(projectId, kind)) {
        yield { type: "records", kind, records };
      }
      const json = await transaction.readStructure(projectId, kind);
      if (json !== undefined) yield { type: "structure", projectId, kind, json };
    }
  }
  for (const key of await transaction.readKeys()) yield { type: "key", key };
}

async function put(change: StoreChange, piece: Piece): Promise<void> {
  switch (piece.type) {
    case "project":
      return;
    case "records":
      return await change.putRecords(piece.records);
    case "structure":
      return await change.putStructure(piece.projectId, piece.kind, piece.json);
    case "key":
      return await change.putKey(piece.key);
    default:
      return piece satisfies never;
  }
}

/** Counts and digests pieces one by one. */
class Summary {
  readonly #hash: Hash = createHash("sha256");
  readonly #records = { tag: 0, terminal: 0 };
  #projects = 0;
  #structures = 0;
  #keys = 0;

  get records(): number {
    return this.#records.tag + this.#records.terminal;
  }

  add(piece: Piece): void {
    switch (piece.type) {
      case "project":
        this.#projects += 1;
        this.#digest("project", piece.projectId);
        break;
      case "records":
        this.#records[piece.kind] += piece.records.length;
        for (const { id, addedWhen, json } of piece.records) {
          this.#digest(piece.kind, id, addedWhen, json);
        }
        break;
      case "structure":
        this.#structures += 1;
        this.#digest("structure", piece.kind, piece.json);
        break;
      case "key":
        this.#keys += 1;
        this.#digestKey(piece.key);
        break;
      default:
        piece satisfies never;
    }
  }

  finish(): StoreSummary {
    return {
      projects: this.#projects,
      tags: this.#records.tag,
      terminals: this.#records.terminal,
      structures: this.#structures,
      keys: this.#keys,
      digest: this.#hash.digest("hex"),
    };
  }

  #digestKey({ id, hash, projectId, name, createdWhen }: StoredKey): void {
    this.#digest("key", id, Buffer.from(hash).toString("hex"), projectId, name, createdWhen);
  }

  /** JSON keeps the values apart: different pieces never look the same to the hash. */
  #digest(...values: readonly (string | number)[]): void {
    this.#hash.update(`${JSON.stringify(values)}\n`);
  }
}
