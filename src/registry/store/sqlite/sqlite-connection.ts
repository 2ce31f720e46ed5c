import { DatabaseSync, type StatementResultingChanges, type StatementSync } from "node:sqlite";
import type { BlockWork } from "../blocks.ts";
import type { QueryValue } from "../shared-queries.ts";

/** The value to bind. Node.js would bind a number as floating point, so integers become bigints. */
function toSqlite(value: QueryValue): string | bigint | Uint8Array {
  return typeof value === "number" ? BigInt(value) : value;
}

/** An open SQLite file. It throws what SQLite throws. */
export class SqliteConnection implements Disposable {
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

  /** The absolute path of the file; undefined in memory. */
  get path(): string | undefined {
    return this.#database.location() ?? undefined;
  }

  /** Runs several statements, which have neither parameters nor results. */
  runScript(sql: string): void {
    this.#database.exec(sql);
  }

  /** A compiled statement. It is cached, so only one caller may use it at a time. */
  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  run(sql: string, values: readonly QueryValue[]): StatementResultingChanges {
    return this.prepare(sql).run(...values.map(toSqlite));
  }

  runBlockWork<T>(work: BlockWork<T>): T {
    let step = work.next([]);
    while (!step.done) {
      const { sql, values } = step.value;
      step = work.next(this.prepare(sql).all(...values.map(toSqlite)));
    }
    return step.value;
  }

  /** Begins a transaction in which all reads see the same moment. Disposal ends it. Within a transaction, this does nothing. */
  beginRead(): Disposable {
    if (this.#database.isTransaction) return { [Symbol.dispose]: () => undefined };
    this.prepare("BEGIN").run();
    return {
      [Symbol.dispose]: () => {
        this.prepare("COMMIT").run();
      },
    };
  }

  /** Begins a transaction that writes, which keeps other writers out until `commit` or `rollBack`. */
  beginChange(): void {
    this.prepare("BEGIN IMMEDIATE").run();
  }

  commit(): void {
    this.prepare("COMMIT").run();
    this.noteChange();
  }

  rollBack(): void {
    // SQLite may have rolled back by itself, as it does when the disk is full.
    if (this.#database.isOpen && this.#database.isTransaction) this.runScript("ROLLBACK");
  }

  /** Call it after a change outside a transaction. */
  noteChange(): void {
    this.#ownChanges += 1;
  }

  /** A number that changes with every change to the file, whether this process or another makes it. */
  readVersion(): number {
    this.#dataVersion ??= this.#prepareDataVersion();
    const row: unknown = this.#dataVersion.get();
    const othersChanges = Array.isArray(row) ? Number(row[0]) : 0;
    // Neither number ever decreases, so an unchanged sum means that neither has changed.
    return othersChanges + this.#ownChanges;
  }

  /**
   * Prepares the statement that counts other connections' changes. It runs at every request, and an array is quicker to read than
   * an object.
   */
  #prepareDataVersion(): StatementSync {
    const statement = this.#database.prepare("PRAGMA data_version");
    statement.setReturnArrays(true);
    return statement;
  }
}
