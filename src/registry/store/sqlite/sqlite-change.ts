import type { Kind } from "../../record.ts";
import type { StoreChange, StoredRecord } from "../store.ts";
import { toStoreError } from "../store-error.ts";
import type { Connection } from "./connection.ts";

/** Rows between two marks: at most so many less one are skipped to reach a page. */
const markDistance = 100;

/** How a change is made. */
export interface SqliteChangeOptions {
  /** What errors call the store. */
  readonly name: string;
  readonly connection: Connection;
  /** `at the end`: others use the connection meanwhile, and must not see half a change. */
  readonly manner: "at once" | "at the end";
  /** Ends with the change. */
  readonly turn: Disposable;
}

/** A change of a SQLite store, in one transaction. While it lasts nobody else can write. */
export class SqliteChange implements StoreChange {
  readonly #options: SqliteChangeOptions;
  readonly #connection: Connection;
  readonly #touched = new Map<string, { readonly projectId: number; readonly kind: Kind }>();
  readonly #steps: (() => void)[] = [];
  #isOpen = true;

  /** Begins the transaction; use `Store.beginChange`. */
  constructor(options: SqliteChangeOptions) {
    this.#options = options;
    this.#connection = options.connection;
    if (options.manner === "at once") this.#connection.beginChange();
  }

  async putRecords(records: readonly StoredRecord[]): Promise<void> {
    this.#do(() => {
      for (const record of records) this.#put(record);
    });
  }

  async removeRecord(projectId: number, kind: Kind, id: string | number): Promise<void> {
    this.#do(() => {
      this.#touch(projectId, kind);
      this.#run("DELETE FROM record WHERE project_id = ? AND kind = ? AND id = ?", [
        projectId,
        kind,
        id,
      ]);
    });
  }

  async putStructure(projectId: number, kind: Kind, json: string): Promise<void> {
    this.#do(() => {
      this.#run("INSERT OR REPLACE INTO structure (project_id, kind, json) VALUES (?, ?, ?)", [
        projectId,
        kind,
        json,
      ]);
    });
  }

  async commit(): Promise<void> {
    this.#attempt(() => {
      if (this.#options.manner === "at the end") this.#connection.beginChange();
      try {
        for (const step of this.#steps) step();
        for (const { projectId, kind } of this.#touched.values()) {
          this.#refreshList(projectId, kind);
        }
        this.#connection.commit();
      } catch (error) {
        this.#connection.rollBack();
        throw error;
      }
    });
    this.#end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return;
    if (this.#options.manner === "at once") this.#connection.rollBack();
    this.#end();
  }

  #end(): void {
    this.#isOpen = false;
    this.#options.turn[Symbol.dispose]();
  }

  #do(step: () => void): void {
    if (this.#options.manner === "at once") this.#attempt(step);
    else this.#steps.push(step);
  }

  #attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      throw toStoreError(error, this.#options.name);
    }
  }

  #put({ projectId, kind, id, addedWhen, json }: StoredRecord): void {
    this.#touch(projectId, kind);
    this.#run(
      "INSERT OR REPLACE INTO record (project_id, kind, added_when, id, json) VALUES (?, ?, ?, ?, ?)",
      // A number would be bound as a floating one, and kept as such.
      [projectId, kind, addedWhen, typeof id === "number" ? BigInt(id) : id, json],
    );
  }

  #touch(projectId: number, kind: Kind): void {
    this.#touched.set(`${projectId} ${kind}`, { projectId, kind });
  }

  #run(sql: string, values: readonly (string | number | bigint)[]): void {
    this.#connection.prepare(sql).run(...values);
  }

  /** Counts the list and sets its marks anew, in one pass over its keys. */
  #refreshList(projectId: number, kind: Kind): void {
    this.#run("DELETE FROM mark WHERE project_id = ? AND kind = ?", [projectId, kind]);
    this.#run(
      `INSERT INTO mark (project_id, kind, position, added_when, id)
       SELECT project_id, kind, position, added_when, id FROM (
         SELECT project_id, kind, added_when, id, row_number() OVER (ORDER BY added_when, id) - 1 AS position
         FROM record WHERE project_id = ? AND kind = ?)
       WHERE position % ${markDistance} = 0`,
      [projectId, kind],
    );
    this.#run(
      `INSERT OR REPLACE INTO list (project_id, kind, count)
       SELECT ?1, ?2, count(*) FROM record WHERE project_id = ?1 AND kind = ?2`,
      [projectId, kind],
    );
  }
}
