import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Kind } from "../record.ts";

/** Which ids an import has met. They lie in a temporary file when they are many: those of a large import would not fit in memory. */
export class Claims implements Disposable {
  readonly #database: DatabaseSync;
  readonly #claim: StatementSync;

  constructor() {
    // An empty name is a database that is gone when it is closed.
    this.#database = new DatabaseSync("");
    this.#database.exec(
      "PRAGMA journal_mode = OFF; CREATE TABLE claim (kind TEXT, id ANY, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID; BEGIN",
    );
    this.#claim = this.#database.prepare("INSERT OR IGNORE INTO claim (kind, id) VALUES (?, ?)");
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  /** Notes an id; false where it was noted before. */
  add(kind: Kind, id: string | number): boolean {
    return this.#claim.run(kind, id).changes === 1;
  }
}
