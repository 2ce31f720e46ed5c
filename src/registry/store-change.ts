import type { Connection } from "./connection.ts";
import type { Kind } from "./record.ts";

/** A record ready to be kept: its place in the list, and the JSON text that is answered for it. */
export interface StoredRecord {
  readonly kind: Kind;
  readonly id: string | number;
  readonly addedWhen: number;
  readonly json: string;
}

/** Rows between two marks: at most so many less one are skipped to reach a page. */
const markDistance = 100;

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
    connection.beginChange();
  }

  /** Keeps a record, in the place of one with the same id. */
  putRecord({ kind, id, addedWhen, json }: StoredRecord): void {
    this.#touched.add(kind);
    this.#run(
      "INSERT OR REPLACE INTO record (project_id, kind, added_when, id, json) VALUES (?, ?, ?, ?, ?)",
      kind,
      addedWhen,
      // A number would be bound as a floating one, and kept as such.
      typeof id === "number" ? BigInt(id) : id,
      json,
    );
  }

  /** Notes that this change has to do with a record; false where it was noted before. */
  claim(kind: Kind, id: string | number): boolean {
    if (!this.#hasClaims) {
      // A temporary table, on disk when it grows: the ids of a large import would not fit in memory.
      this.#connection.run(
        "CREATE TEMP TABLE IF NOT EXISTS claim (kind TEXT, id ANY, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID; DELETE FROM claim",
      );
      this.#hasClaims = true;
    }
    const sql = "INSERT OR IGNORE INTO claim (kind, id) VALUES (?, ?)";
    return this.#connection.prepare(sql).run(kind, id).changes === 1;
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
    this.#connection.commit();
    this.#isOpen = false;
  }

  /** Undoes everything since the beginning, unless it was committed. */
  [Symbol.dispose](): void {
    if (this.#isOpen) this.#connection.rollBack();
    this.#isOpen = false;
  }

  #run(sql: string, ...values: readonly (string | number | bigint)[]): void {
    this.#connection.prepare(sql).run(this.#projectId, ...values);
  }

  /** Counts the list and sets its marks anew, in one pass over its keys. */
  #refreshList(kind: Kind): void {
    this.#run("DELETE FROM mark WHERE project_id = ? AND kind = ?", kind);
    this.#run(
      `INSERT INTO mark (project_id, kind, position, added_when, id)
       SELECT project_id, kind, position, added_when, id FROM (
         SELECT project_id, kind, added_when, id, row_number() OVER (ORDER BY added_when, id) - 1 AS position
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
