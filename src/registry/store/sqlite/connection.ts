import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { BlockWork } from "../blocks.ts";

/** A value for a statement: a number would be bound as a floating one, and kept as such. */
export function toSqlite(value: string | number): string | bigint {
  return typeof value === "number" ? BigInt(value) : value;
}

/** A SQLite file as one process has it open; what SQLite throws comes as it is. */
export class Connection implements Disposable {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #dataVersion: StatementSync | undefined;
  #ownChanges = 0;

  constructor(file: string, busyTimeoutMs: number) {
    this.#database = new DatabaseSync(file, { timeout: busyTimeoutMs });
    this.#database.exec("PRAGMA cache_size = -65536");
  }

  [Symbol.dispose](): void {
    if (!this.#database.isOpen) return;
    this.#statements.clear();
    this.#database.close();
  }

  /** Runs statements that give nothing back. */
  run(sql: string): void {
    this.#database.exec(sql);
  }

  /** A statement, compiled once for as long as the file is open; for one at a time. */
  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Does work on blocks. */
  work<T>(work: BlockWork<T>): T {
    let step = work.next([]);
    while (!step.done) {
      const { sql, values } = step.value;
      step = work.next(this.prepare(sql).all(...values.map(toSqlite)));
    }
    return step.value;
  }

  /** Until its disposal, all that is read is of one moment, whatever others change; within another such, of its moment. */
  beginReading(): Disposable {
    if (this.#database.isTransaction) return { [Symbol.dispose]: () => undefined };
    this.prepare("BEGIN").run();
    return {
      [Symbol.dispose]: () => {
        this.prepare("COMMIT").run();
      },
    };
  }

  /** Begins to change what is read; while it lasts no other process can. Ends with `commit` or `rollBack`. */
  beginChange(): void {
    this.prepare("BEGIN IMMEDIATE").run();
  }

  /** Makes a change seen by all. */
  commit(): void {
    this.prepare("COMMIT").run();
    this.noteChange();
  }

  /** Undoes what was changed since the beginning. */
  rollBack(): void {
    // A full disk, for one, has SQLite roll back by itself.
    if (this.#database.isOpen && this.#database.isTransaction) this.run("ROLLBACK");
  }

  /** To be called after a change outside of `beginChange` and `commit`. */
  noteChange(): void {
    this.#ownChanges += 1;
  }

  /** Differs from what it was before whenever anything was changed since, by this process or by another. */
  readVersion(): number {
    this.#dataVersion ??= this.#prepareDataVersion();
    const row: unknown = this.#dataVersion.get();
    const othersChanges = Array.isArray(row) ? Number(row[0]) : 0;
    // Neither of the two ever shrinks, so that their sum stays where both do.
    return othersChanges + this.#ownChanges;
  }

  /** SQLite counts the changes of the others only. Every request asks for them: a row is had sooner as an array. */
  #prepareDataVersion(): StatementSync {
    const statement = this.#database.prepare("PRAGMA data_version");
    statement.setReturnArrays(true);
    return statement;
  }
}
