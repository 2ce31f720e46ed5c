import { DatabaseSync, type StatementSync } from "node:sqlite";
import { migrations } from "./migrations.ts";
import type { Kind } from "./record.ts";
import { StoreError, toStoreError } from "./store-error.ts";

/** A record ready to be kept: its place in the list, and the JSON text that is answered for it. */
export interface StoredRecord {
  readonly kind: Kind;
  readonly id: string | number;
  readonly addedWhen: number;
  readonly json: string;
}

/** A run of a list's records. */
export interface StoredPage {
  /** The records' JSON texts in list order (`added_when`, then `id`), joined by commas; UTF-8. */
  readonly records: Uint8Array;
  /** How many records the whole list has. */
  readonly count: number;
}

/** A key as it is kept: never the key itself. */
export interface StoredKey {
  readonly id: string;
  readonly hash: Uint8Array;
  readonly projectId: number;
  readonly name: string;
  /** Seconds since 1970. */
  readonly createdWhen: number;
}

/** Marks the file as ours ("TAPG"), so that no other program's database is taken for a registry. */
const applicationId = 0x54415047;

/** Rows between two marks: at most so many less one are skipped to reach a page. */
const markDistance = 100;

const nothing = new Uint8Array();

/**
 * The registry's records, structures and keys in one SQLite file.
 * Several processes may use the same file at once; each sees the others' changes as soon as they are made.
 * What SQLite throws comes as it is; `toStoreError` says it in one line.
 */
export class Store implements Disposable {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** Opens the file, made anew where there is none; use `openStore`. */
  constructor(file: string, busyTimeoutMs: number) {
    this.file = file;
    this.#database = new DatabaseSync(file, { timeout: busyTimeoutMs });
    try {
      this.#migrate();
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    if (!this.#database.isOpen) return;
    this.#statements.clear();
    this.#database.close();
  }

  /** Throws unless the store can be read now. */
  check(): void {
    this.#prepare("SELECT 1 FROM list LIMIT 1").get();
  }

  /** Up to `limit` records of a list from a position on, counted from 0, and the list's count, both of one moment. */
  readPage(list: {
    readonly projectId: number;
    readonly kind: Kind;
    readonly position: number;
    readonly limit: number;
  }): StoredPage {
    const { projectId, kind, position, limit } = list;
    this.#prepare("BEGIN").run();
    try {
      const count = this.#readCount(projectId, kind);
      if (position >= count) return { count, records: nothing };
      const mark = this.#prepare(
        `SELECT position, added_when, id FROM mark
         WHERE project_id = ? AND kind = ? AND position <= ? ORDER BY position DESC LIMIT 1`,
      ).get(projectId, kind, position);
      if (!mark) return { count, records: nothing };
      const row = this.#prepare(
        `SELECT CAST(group_concat(json, ',') AS BLOB) AS records FROM (
           SELECT json FROM record
           WHERE project_id = ? AND kind = ? AND (added_when, id) >= (?, ?)
           ORDER BY added_when, id LIMIT ? OFFSET ?)`,
      ).get(
        projectId,
        kind,
        mark["added_when"] ?? null,
        mark["id"] ?? null,
        limit,
        position - Number(mark["position"]),
      );
      return { count, records: toBytes(row?.["records"]) };
    } finally {
      this.#prepare("COMMIT").run();
    }
  }

  /** The JSON text of one record, UTF-8; undefined where the project has no such record. */
  readRecord(projectId: number, kind: Kind, id: string | number): Uint8Array | undefined {
    const row = this.#prepare(
      "SELECT CAST(json AS BLOB) AS json FROM record WHERE project_id = ? AND kind = ? AND id = ?",
    ).get(projectId, kind, id);
    return row && toBytes(row["json"]);
  }

  /** The JSON text of a structure, UTF-8; undefined where the project has defined none. */
  readStructure(projectId: number, kind: Kind): Uint8Array | undefined {
    const row = this.#prepare(
      "SELECT CAST(json AS BLOB) AS json FROM structure WHERE project_id = ? AND kind = ?",
    ).get(projectId, kind);
    return row && toBytes(row["json"]);
  }

  /** The JSON texts of a whole list, in list order, one at a time. */
  *readRecords(projectId: number, kind: Kind): Generator<string, void> {
    const rows = this.#database
      .prepare("SELECT json FROM record WHERE project_id = ? AND kind = ? ORDER BY added_when, id")
      .iterate(projectId, kind);
    for (const row of rows) yield String(row["json"]);
  }

  /** Until its disposal, all that is read is of one moment, whatever other processes change. */
  beginReading(): Disposable {
    this.#prepare("BEGIN").run();
    return {
      [Symbol.dispose]: () => {
        this.#prepare("COMMIT").run();
      },
    };
  }

  /** The key of this id; undefined where there is none, or no more. */
  readKey(id: string): StoredKey | undefined {
    const row = this.#prepare("SELECT * FROM key WHERE id = ?").get(id);
    return row && toStoredKey(row);
  }

  /** Every key, by project and age. */
  readKeys(): readonly StoredKey[] {
    return this.#prepare("SELECT * FROM key ORDER BY project_id, created_when, id")
      .all()
      .map(toStoredKey);
  }

  /** Keeps a key; it is good from now on. */
  addKey({ id, hash, projectId, name, createdWhen }: StoredKey): void {
    this.#prepare(
      "INSERT INTO key (id, hash, project_id, name, created_when) VALUES (?, ?, ?, ?, ?)",
    ).run(id, hash, projectId, name, createdWhen);
  }

  /** Forgets a key, at once and for every process on this file; false where there was none. */
  removeKey(id: string): boolean {
    return this.#prepare("DELETE FROM key WHERE id = ?").run(id).changes === 1;
  }

  /** Begins a change of one project's records: seen by nobody until `commit`, and undone by disposal without it. */
  beginChange(projectId: number): StoreChange {
    return new StoreChange(projectId, {
      prepare: (sql) => this.#prepare(sql),
      isTransaction: () => this.#database.isOpen && this.#database.isTransaction,
    });
  }

  #readCount(projectId: number, kind: Kind): number {
    const row = this.#prepare("SELECT count FROM list WHERE project_id = ? AND kind = ?").get(
      projectId,
      kind,
    );
    return Number(row?.["count"] ?? 0);
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
    if (!isOurs) this.#database.exec("PRAGMA page_size = 16384; PRAGMA journal_mode = WAL;");
    this.#database.exec("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;");
    if (version < migrations.length) this.#upgrade();
  }

  /** The version is read again under the lock: another process may have come first. */
  #upgrade(): void {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const missing = migrations.slice(this.#readPragma("user_version"));
      for (const script of missing) this.#database.exec(script);
      this.#database.exec(
        `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}; COMMIT`,
      );
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  #readPragma(name: "user_version" | "application_id"): number {
    return Number(this.#database.prepare(`PRAGMA ${name}`).get()?.[name]);
  }

  #hasTables(): boolean {
    return this.#database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined;
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** What a change needs of the store that it belongs to. */
interface Connection {
  prepare(sql: string): StatementSync;
  isTransaction(): boolean;
}

/** One project's records being changed, in one transaction. While it lasts nobody else can write. */
export class StoreChange implements Disposable {
  readonly #projectId: number;
  readonly #connection: Connection;
  readonly #touched = new Set<Kind>();
  #hasClaims = false;
  #isOpen = true;

  /** Begins the transaction; use `Store.beginChange`. */
  constructor(projectId: number, connection: Connection) {
    this.#projectId = projectId;
    this.#connection = connection;
    connection.prepare("BEGIN IMMEDIATE").run();
  }

  /** Keeps a record, in the place of one with the same id. */
  putRecord({ kind, id, addedWhen, json }: StoredRecord): void {
    this.#touched.add(kind);
    this.#run(
      "INSERT OR REPLACE INTO record (project_id, kind, added_when, id, json) VALUES (?, ?, ?, ?, ?)",
      kind,
      addedWhen,
      id,
      json,
    );
  }

  /** Notes that this change has to do with a record; false where it was noted before. */
  claim(kind: Kind, id: string | number): boolean {
    const { prepare } = this.#connection;
    if (!this.#hasClaims) {
      // A temporary table, on disk when it grows: the ids of a large import would not fit in memory.
      prepare(
        "CREATE TEMP TABLE IF NOT EXISTS claim (kind TEXT, id ANY, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID",
      ).run();
      prepare("DELETE FROM claim").run();
      this.#hasClaims = true;
    }
    const sql = "INSERT OR IGNORE INTO claim (kind, id) VALUES (?, ?)";
    return prepare(sql).run(kind, id).changes === 1;
  }

  /** Removes the record of this id, if there is one. */
  removeRecord(kind: Kind, id: string | number): void {
    this.#touched.add(kind);
    this.#run("DELETE FROM record WHERE project_id = ? AND kind = ? AND id = ?", kind, id);
  }

  /** Keeps a structure's JSON text, in the place of an older one. */
  putStructure(kind: Kind, json: string): void {
    this.#run(
      "INSERT OR REPLACE INTO structure (project_id, kind, json) VALUES (?, ?, ?)",
      kind,
      json,
    );
  }

  /** Makes the change seen, all of it at once. */
  commit(): void {
    for (const kind of this.#touched) this.#refreshList(kind);
    this.#connection.prepare("COMMIT").run();
    this.#isOpen = false;
  }

  /** Undoes everything since the beginning, unless it was committed. */
  [Symbol.dispose](): void {
    // A full disk has SQLite roll back by itself.
    if (this.#isOpen && this.#connection.isTransaction()) {
      this.#connection.prepare("ROLLBACK").run();
    }
    this.#isOpen = false;
  }

  #run(sql: string, ...values: readonly (string | number)[]): void {
    this.#connection.prepare(sql).run(this.#projectId, ...values);
  }

  /** Counts the list and sets its marks anew, in one pass over its keys. */
  #refreshList(kind: Kind): void {
    this.#run("DELETE FROM mark WHERE project_id = ? AND kind = ?", kind);
    this.#run(
      `INSERT INTO mark (project_id, kind, position, added_when, id)
       SELECT project_id, kind, position, added_when, id FROM (
         SELECT *, row_number() OVER (ORDER BY added_when, id) - 1 AS position
         FROM record WHERE project_id = ? AND kind = ?)
       WHERE position % ${markDistance} = 0`,
      kind,
    );
    this.#run(
      `INSERT OR REPLACE INTO list (project_id, kind, count)
       SELECT ?1, ?2, count(*) FROM record WHERE project_id = ?1 AND kind = ?2`,
      kind,
    );
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

function toBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : nothing;
}

function toStoredKey(row: Record<string, unknown>): StoredKey {
  return {
    id: String(row["id"]),
    hash: toBytes(row["hash"]),
    projectId: Number(row["project_id"]),
    name: String(row["name"]),
    createdWhen: Number(row["created_when"]),
  };
}
