import type { MaybePromise } from "../maybe-promise.ts";
import type { Kind } from "../record.ts";

/** What a key grants: the records of one project. */
export interface KeyGrant {
  /** The hash of the whole key. A presented key must have the same. */
  readonly hash: Uint8Array;
  readonly projectId: number;
}

/** A key as the store has it: never the key itself. */
export interface StoredKey extends KeyGrant {
  /** The first digits of the hash. */
  readonly id: string;
  readonly name: string;
  /** Seconds since 1970. */
  readonly createdWhen: number;
}

/** A record as the store has it: its place in the list, and the JSON text that callers get. */
export interface StoredRecord {
  readonly projectId: number;
  readonly kind: Kind;
  readonly id: string | number;
  readonly addedWhen: number;
  readonly json: string;
}

/** A run of neighbouring records in a list. */
export interface ListRun {
  readonly kind: Kind;
  /** The first record's, counted from 0. */
  readonly position: number;
  readonly limit: number;
}

/** A page of a list. */
export interface StoredPage {
  /** The records' JSON texts in list order (`added_when`, then `id`), joined by commas. Bytes are UTF-8. */
  readonly records: string | Uint8Array;
  /** How many records the whole list has. */
  readonly count: number;
}

/** What was read for a key, and the key's grant. The caller must check the grant. */
export interface Granted<T> {
  readonly grant: KeyGrant;
  readonly value: T;
}

/**
 * The registry's records, structures and keys. Several processes may share a store, and each sees the others' changes as
 * soon as they are committed.
 *
 * A store in this process answers requests without a promise, because node:http sends an answer from one more slowly.
 * Methods throw a `StoreError` for whatever can be explained in one line.
 */
export interface Store extends AsyncDisposable {
  /** Its name in errors and logs, never with a password. */
  readonly name: string;

  /** Rejects if the store cannot be read. */
  check(): Promise<void>;

  /** What the key of this id grants; undefined if there is no such key. */
  readGrant(keyId: string): MaybePromise<KeyGrant | undefined>;

  /** A page of a list of the key's project, and the list's count. */
  readPage(keyId: string, run: ListRun): MaybePromise<Granted<StoredPage> | undefined>;

  /** The JSON text of a record of the key's project; its value is undefined if there is no such record. */
  readRecord(
    keyId: string,
    kind: Kind,
    id: string | number,
  ): MaybePromise<Granted<string | undefined> | undefined>;

  /** The JSON text of a structure of the key's project; its value is undefined if the project has none. */
  readStructure(keyId: string, kind: Kind): MaybePromise<Granted<string | undefined> | undefined>;

  /** Adds a key, which is valid from now on. */
  addKey(key: StoredKey): Promise<void>;

  /** Removes a key, immediately and for all processes; false if there is none. */
  removeKey(id: string): Promise<boolean>;

  /** Begins a long read. It sees the store as it is now, whatever changes meanwhile. */
  beginReading(): Promise<StoreReading>;

  /** Begins a change. Nobody sees it before `commit`; disposal without one rolls it back. */
  beginChange(): Promise<StoreChange>;
}

/** The store as it was at one moment. */
export interface StoreReading extends AsyncDisposable {
  /** A whole list in order, in batches. */
  readRecords(projectId: number, kind: Kind): AsyncIterable<readonly StoredRecord[]>;
  readPage(projectId: number, run: ListRun): Promise<StoredPage>;
  /** A structure's JSON text; undefined if the project has none. */
  readStructure(projectId: number, kind: Kind): Promise<string | undefined>;
  /** The projects that have records or a structure, in ascending order. */
  readProjects(): Promise<readonly number[]>;
  /** All keys, by project and then by age. */
  readKeys(): Promise<readonly StoredKey[]>;
}

/** A change of records, structures and keys, which takes effect as a whole. */
export interface StoreChange extends AsyncDisposable {
  /** Adds records; each replaces the one with its id. */
  putRecords(records: readonly StoredRecord[]): Promise<void>;
  /** Removes the record of this id, if there is one. */
  removeRecord(projectId: number, kind: Kind, id: string | number): Promise<void>;
  /** Sets a structure's JSON text. */
  putStructure(projectId: number, kind: Kind, json: string): Promise<void>;
  /** Adds a key. */
  putKey(key: StoredKey): Promise<void>;
  /** Makes the whole change visible. */
  commit(): Promise<void>;
}
