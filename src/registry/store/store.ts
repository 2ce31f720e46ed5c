import type { RecordKind } from "../record.ts";

export interface KeyGrant {
  readonly hash: Uint8Array;
  readonly projectId: number;
}

/** Its id is the first digits of its hash. The key itself is nowhere in a store. */
export interface StoredKey extends KeyGrant {
  readonly id: string;
  readonly name: string;
  /** Seconds since 1970. */
  readonly createdWhen: number;
}

/** A list is ordered by `addedWhen`, then `id`. Callers get the JSON as it is. */
export interface StoredRecord {
  readonly projectId: number;
  readonly kind: RecordKind;
  readonly id: string | number;
  readonly addedWhen: number;
  readonly json: string;
}

export interface ListRun {
  readonly kind: RecordKind;
  /** Counted from 0. */
  readonly position: number;
  readonly limit: number;
}

export interface StoredPage {
  /** The records as JSON in list order, joined by commas. */
  readonly records: string;
  /** Of the whole list. */
  readonly count: number;
}

/**
 * A value read for a key's id, and that key's grant. Check the presented key against the grant
 * before using the value.
 */
export interface Granted<T> {
  readonly grant: KeyGrant;
  readonly value: T;
}

/**
 * The registry's records, structures and keys. Several processes can share a store. Each sees the
 * others' changes as soon as they are committed.
 *
 * What is read with a key's id is of the key's project, and comes with the key's grant, in one
 * step: undefined means that there is no such key, and a `value` of undefined that the project has
 * no such record or structure. Both are JSON.
 *
 * Methods throw a `StoreError` for every failure that can be explained in one line.
 */
export interface Store extends AsyncDisposable {
  readonly name: string;

  check(): Promise<void>;

  readGrant(keyId: string): Promise<KeyGrant | undefined>;

  readPage(keyId: string, run: ListRun): Promise<Granted<StoredPage> | undefined>;

  readRecord(
    keyId: string,
    kind: RecordKind,
    id: string | number,
  ): Promise<Granted<string | undefined> | undefined>;

  readStructure(keyId: string, kind: RecordKind): Promise<Granted<string | undefined> | undefined>;

  addKey(key: StoredKey): Promise<void>;

  /** Removes a key immediately, for all processes. Returns false if there is none. */
  removeKey(id: string): Promise<boolean>;

  /** Begins a long read. It sees the store as it is now, and no later changes. */
  beginRead(): Promise<ReadTransaction>;

  /** Begins a change. Nobody sees it before `commit`. Disposal without `commit` rolls it back. */
  beginChange(): Promise<StoreChange>;
}

/**
 * The store as it was at one moment. Records come in list order, in batches; projects are those
 * that have records or a structure, in ascending order; keys come by project, then by age. It must
 * be disposed of.
 */
export interface ReadTransaction extends AsyncDisposable {
  readRecords(projectId: number, kind: RecordKind): AsyncIterable<readonly StoredRecord[]>;
  readStructure(projectId: number, kind: RecordKind): Promise<string | undefined>;
  /** Of all projects. */
  countRecords(): Promise<number>;
  readProjects(): Promise<readonly number[]>;
  readKeys(): Promise<readonly StoredKey[]>;
}

/**
 * A change: with `commit` all of it takes effect, and without it nothing. A record replaces the one
 * with the same id. If a change puts or removes a record several times, the last time counts.
 */
export interface StoreChange extends AsyncDisposable {
  putRecords(records: readonly StoredRecord[]): Promise<void>;
  removeRecord(projectId: number, kind: RecordKind, id: string | number): Promise<void>;
  putStructure(projectId: number, kind: RecordKind, json: string): Promise<void>;
  putKey(key: StoredKey): Promise<void>;
  commit(): Promise<void>;
}

/** The store cannot be opened, read or written. The message says in one line what to fix. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}
