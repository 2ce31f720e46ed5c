import type { RecordKind } from "../record.ts";

export interface KeyGrant {
  /** The hash of the key. A presented key must have the same one. */
  readonly hash: Uint8Array;
  readonly projectId: number;
}

export interface StoredKey extends KeyGrant {
  readonly id: string;
  readonly name: string;
  /** Seconds since 1970. */
  readonly createdWhen: number;
}

export interface StoredRecord {
  readonly projectId: number;
  readonly kind: RecordKind;
  readonly id: string | number;
  readonly addedWhen: number;
  readonly json: string;
}

export interface ListRun {
  readonly kind: RecordKind;
  readonly position: number;
  readonly limit: number;
}

export interface StoredPage {
  /** The records as JSON in list order (`added_when`, then `id`), joined by commas. Bytes are UTF-8. */
  readonly records: string | Uint8Array;
  readonly count: number;
}

/** A value read for a key's id, and that key's grant. Check the presented key against the grant before using the value. */
export interface Granted<T> {
  readonly grant: KeyGrant;
  readonly value: T;
}

/**
 * The registry's records, structures and keys. Several processes can share a store. Each sees the others' changes as soon as
 * they are committed.
 *
 * Methods that read with a key's id return undefined if there is no such key.
 *
 * Methods throw a `StoreError` for every failure that can be explained in one line.
 */
export interface Store extends AsyncDisposable {
  /** Its name in errors and logs, never with a password. */
  readonly name: string;

  check(): Promise<void>;

  readGrant(keyId: string): Promise<KeyGrant | undefined>;

  readPage(keyId: string, run: ListRun): Promise<Granted<StoredPage> | undefined>;

  readRecord(
    keyId: string,
    kind: RecordKind,
    id: string | number,
  ): Promise<Granted<string | undefined> | undefined>;

  /** A structure of the key's project, as JSON; the value is undefined if the project has none. */
  readStructure(keyId: string, kind: RecordKind): Promise<Granted<string | undefined> | undefined>;

  addKey(key: StoredKey): Promise<void>;

  /** Removes a key immediately, for all processes. Returns false if there is none. */
  removeKey(id: string): Promise<boolean>;

  /** Begins a long read. It sees the store as it is now, and no later changes. */
  beginRead(): Promise<ReadTransaction>;

  /** Begins a change. Nobody sees it before `commit`. Disposal without `commit` rolls it back. */
  beginChange(): Promise<StoreChange>;
}

export interface ReadTransaction extends AsyncDisposable {
  readRecords(projectId: number, kind: RecordKind): AsyncIterable<readonly StoredRecord[]>;
  readPage(projectId: number, run: ListRun): Promise<StoredPage>;
  readStructure(projectId: number, kind: RecordKind): Promise<string | undefined>;
  readProjects(): Promise<readonly number[]>;
  readKeys(): Promise<readonly StoredKey[]>;
}

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
