import type { MaybePromise } from "../maybe-promise.ts";
import type { Kind } from "../record.ts";

/** What a key opens, and how to know that it is the one. */
export interface StoredLock {
  readonly hash: Uint8Array;
  readonly projectId: number;
}

/** A key as it is kept: never the key itself. */
export interface StoredKey extends StoredLock {
  /** The first digits of the hash. */
  readonly id: string;
  readonly name: string;
  /** Seconds since 1970. */
  readonly createdWhen: number;
}

/** A record ready to be kept: its place in the list, and the JSON text that is answered for it. */
export interface StoredRecord {
  readonly projectId: number;
  readonly kind: Kind;
  readonly id: string | number;
  readonly addedWhen: number;
  readonly json: string;
}

/** Which records of a project's list. */
export interface ListRun {
  readonly kind: Kind;
  /** Of the first of them, counted from 0. */
  readonly position: number;
  readonly limit: number;
}

/** A run of a list's records. */
export interface StoredPage {
  /** The records' JSON texts in list order (`added_when`, then `id`), joined by commas; bytes are UTF-8. */
  readonly records: string | Uint8Array;
  /** How many records the whole list has. */
  readonly count: number;
}

/** What the key of an id opens, and what was read behind it. */
export interface Opened<T> {
  readonly lock: StoredLock;
  readonly value: T;
}

/**
 * The registry's records, structures and keys. Several processes may use one store at once; each sees the others'
 * changes as soon as they are made.
 * A store that lies in this process answers callers at once: node:http takes longer for an answer that comes by a promise.
 * What goes wrong is a `StoreError` wherever it can be said in one line.
 */
export interface Store extends AsyncDisposable {
  /** What errors and logs call it; there is no password in it. */
  readonly name: string;

  /** Rejects unless the store can be read now. */
  check(): Promise<void>;

  /** What the key of this id opens; undefined where there is none, or no more. */
  readLock(keyId: string): MaybePromise<StoredLock | undefined>;

  /** A run of a list of the project that the key of this id opens, and the list's count. */
  readPage(keyId: string, run: ListRun): MaybePromise<Opened<StoredPage> | undefined>;

  /** The JSON text of one record of the project that the key opens; no value where it has no such record. */
  readRecord(
    keyId: string,
    kind: Kind,
    id: string | number,
  ): MaybePromise<Opened<string | undefined> | undefined>;

  /** The JSON text of a structure of the project that the key opens; no value where it has defined none. */
  readStructure(keyId: string, kind: Kind): MaybePromise<Opened<string | undefined> | undefined>;

  /** Keeps a key; it is good from now on. */
  addKey(key: StoredKey): Promise<void>;

  /** Forgets a key, at once and for every process that uses the store; false where there was none. */
  removeKey(id: string): Promise<boolean>;

  /** Begins to read what may take long, all of it as it is now, whatever is changed meanwhile. */
  beginReading(): Promise<StoreReading>;

  /** Begins a change: seen by nobody until `commit`, and undone by disposal without it. */
  beginChange(): Promise<StoreChange>;
}

/** The store as it was at one moment, until its disposal. */
export interface StoreReading extends AsyncDisposable {
  /** A whole list in its order, batch by batch. */
  readRecords(projectId: number, kind: Kind): AsyncIterable<readonly StoredRecord[]>;
  readPage(projectId: number, run: ListRun): Promise<StoredPage>;
  /** A structure's JSON text; undefined where the project has defined none. */
  readStructure(projectId: number, kind: Kind): Promise<string | undefined>;
  /** The projects that have records or a structure, by number. */
  readProjects(): Promise<readonly number[]>;
  /** Every key, by project and age. */
  readKeys(): Promise<readonly StoredKey[]>;
}

/** Records, structures and keys being changed, all at once. */
export interface StoreChange extends AsyncDisposable {
  /** Keeps records, each in the place of the one with the same id. */
  putRecords(records: readonly StoredRecord[]): Promise<void>;
  /** Removes the record of this id, if there is one. */
  removeRecord(projectId: number, kind: Kind, id: string | number): Promise<void>;
  /** Keeps a structure's JSON text, in the place of an older one. */
  putStructure(projectId: number, kind: Kind, json: string): Promise<void>;
  /** Keeps a key. */
  putKey(key: StoredKey): Promise<void>;
  /** Makes the change seen, all of it at once. */
  commit(): Promise<void>;
}
