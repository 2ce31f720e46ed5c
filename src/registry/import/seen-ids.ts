import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { RecordKind } from "../record.ts";

/** The ids that an import has seen. If there are too many for memory, SQLite moves them to a temporary file. */
export class SeenIds implements Disposable {
  readonly #database: DatabaseSync;
  readonly #add: StatementSync;

  constructor() {
    // An empty name creates a temporary database, which is deleted when it is closed.
    this.#database = new DatabaseSync("");
    this.#database.exec(
      "PRAGMA journal_mode = OFF; CREATE TABLE seen (kind TEXT, id ANY, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID; BEGIN",
    );
    this.#add = this.#database.prepare("INSERT OR IGNORE INTO seen (kind, id) VALUES (?, ?)");
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  /** Adds an id. Returns false if it was added before. */
  add(kind: RecordKind, id: string | number): boolean {
    return this.#add.run(kind, id).changes === 1;
  }
}
