import { Connection } from "./connection.ts";
import { migrations } from "./migrations.ts";
import type { Kind } from "./record.ts";
import { StoreChange } from "./store-change.ts";
import { StoreError, toStoreError } from "./store-error.ts";
import { type StoredLock, StoreView } from "./store-view.ts";

/** A key as it is kept: never the key itself. */
export interface StoredKey extends StoredLock {
  readonly id: string;
  readonly name: string;
  /** Seconds since 1970. */
  readonly createdWhen: number;
}

/** Marks the file as ours ("TAPG"), so that no other program's database is taken for a registry. */
const applicationId = 0x54415047;

/**
 * The registry's records, structures and keys in one SQLite file.
 * Several processes may use the same file at once; each sees the others' changes as soon as they are made.
 * What SQLite throws comes as it is; `toStoreError` says it in one line.
 */
export class Store implements Disposable {
  readonly file: string;
  readonly #connection: Connection;
  readonly #view: StoreView;

  /** Opens the file, made anew where there is none; use `openStore`. */
  constructor(file: string, busyTimeoutMs: number) {
    this.file = file;
    this.#connection = new Connection(file, busyTimeoutMs);
    this.#view = new StoreView(this.#connection);
    try {
      this.#migrate();
    } catch (error) {
      this.#connection[Symbol.dispose]();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }

  /** Throws unless the store can be read now. */
  check(): void {
    this.#connection.prepare("SELECT 1 FROM list LIMIT 1").get();
  }

  /** The store as it is now, to be asked anew for each request. */
  view(): StoreView {
    return this.#view.refresh();
  }

  /** The JSON texts of a whole list, in list order, one at a time. */
  *readRecords(projectId: number, kind: Kind): Generator<string, void> {
    const rows = this.#connection
      .prepare("SELECT json FROM record WHERE project_id = ? AND kind = ? ORDER BY added_when, id")
      .iterate(projectId, kind);
    for (const row of rows) yield String(row["json"]);
  }

  /** Until its disposal, all that is read is of one moment, whatever other processes change. */
  beginReading(): Disposable {
    return this.#connection.beginReading();
  }

  /** Every key, by project and age. */
  readKeys(): readonly StoredKey[] {
    return this.#connection
      .prepare("SELECT * FROM key ORDER BY project_id, created_when, id")
      .all()
      .map(toStoredKey);
  }

  /** Keeps a key; it is good from now on. */
  addKey({ id, hash, projectId, name, createdWhen }: StoredKey): void {
    this.#connection
      .prepare("INSERT INTO key (id, hash, project_id, name, created_when) VALUES (?, ?, ?, ?, ?)")
      .run(id, hash, projectId, name, createdWhen);
    this.#connection.noteChange();
  }

  /** Forgets a key, at once and for every process on this file; false where there was none. */
  removeKey(id: string): boolean {
    const { changes } = this.#connection.prepare("DELETE FROM key WHERE id = ?").run(id);
    this.#connection.noteChange();
    return changes === 1;
  }

  /** Begins a change of one project's records: seen by nobody until `commit`, and undone by disposal without it. */
  beginChange(projectId: number): StoreChange {
    return new StoreChange(projectId, this.#connection);
  }

  #migrate(): void {
    const version = this.#readPragma("user_version");
    const isOurs = this.#readPragma("application_id") === applicationId;
    if (!isOurs && (version > 0 || this.#hasTables())) {
      throw new StoreError(`${this.file}: is the database of another program`);
    }
    if (version > migrations.length) {
      throw new StoreError(
        `${this.file}: was written by a newer tapgraph (version ${version}, this one knows ${migrations.length})`,
      );
    }
    if (!isOurs) this.#connection.run("PRAGMA page_size = 16384; PRAGMA journal_mode = WAL;");
    this.#connection.run("PRAGMA cache_size = -65536;");
    if (version < migrations.length) this.#upgrade();
  }

  /** The version is read again under the lock: another process may have come first. */
  #upgrade(): void {
    this.#connection.beginChange();
    try {
      const missing = migrations.slice(this.#readPragma("user_version"));
      for (const script of missing) this.#connection.run(script);
      this.#connection.run(
        `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`,
      );
      this.#connection.commit();
    } catch (error) {
      this.#connection.rollBack();
      throw error;
    }
  }

  #readPragma(name: "user_version" | "application_id"): number {
    return Number(this.#connection.prepare(`PRAGMA ${name}`).get()?.[name]);
  }

  #hasTables(): boolean {
    return this.#connection.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined;
  }
}

/**
 * The store in this file, made where there is none, its schema brought up to date; `:memory:` is a store of its own.
 * @throws StoreError when the file cannot be used.
 */
export function openStore(
  file: string,
  options: {
    /**
     * How long to wait for another process that is writing.
     * @default 5000
     */
    readonly busyTimeoutMs?: number;
  } = {},
): Store {
  try {
    return new Store(file, options.busyTimeoutMs ?? 5000);
  } catch (error) {
    throw toStoreError(error, file);
  }
}

function toStoredKey(row: Record<string, unknown>): StoredKey {
  return {
    id: String(row["id"]),
    hash: row["hash"] instanceof Uint8Array ? row["hash"] : new Uint8Array(),
    projectId: Number(row["project_id"]),
    name: String(row["name"]),
    createdWhen: Number(row["created_when"]),
  };
}
