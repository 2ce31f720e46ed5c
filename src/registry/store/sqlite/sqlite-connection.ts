import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { BlockWork } from "../blocks.ts";
import type { QueryValue, Row } from "../queries.ts";
import { withSqliteErrors } from "./sqlite-error.ts";

export class SqliteConnection implements Disposable {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #ownChanges = 0;

  constructor(file: string, busyTimeoutMs: number) {
    this.#file = file;
    this.#database = this.#attempt(() => new DatabaseSync(file, { timeout: busyTimeoutMs }));
    this.execute("PRAGMA cache_size = -65536");
  }

  [Symbol.dispose](): void {
    this.#statements.clear();
    this.#database[Symbol.dispose]();
  }

  get path(): string | undefined {
    return this.#database.location() ?? undefined;
  }

  execute(sql: string): void {
    this.#attempt(() => this.#database.exec(sql));
  }

  get(sql: string, ...values: readonly QueryValue[]): Row | undefined {
    return this.#attempt(() => this.#prepare(sql).get(...values.map(toSqlite)));
  }

  all(sql: string, ...values: readonly QueryValue[]): readonly Row[] {
    return this.#attempt(() => this.#prepare(sql).all(...values.map(toSqlite)));
  }

  run(sql: string, ...values: readonly QueryValue[]): number {
    return this.#attempt(() => Number(this.#prepare(sql).run(...values.map(toSqlite)).changes));
  }

  /**
   * Rows as they are read. Until the last one, the caller must not use the same statement again.
   */
  iterate(sql: string, ...values: readonly QueryValue[]): IteratorObject<Row> {
    const rows = this.#attempt(() => this.#prepare(sql).iterate(...values.map(toSqlite)));
    return Iterator.from<Row>({ next: () => this.#attempt(() => rows.next()) });
  }

  runBlockWork<T>(work: BlockWork<T>): T {
    let step = work.next([]);
    while (!step.done) step = work.next(this.all(step.value.sql, ...step.value.values));
    return step.value;
  }

  /**
   * Begins a transaction in which all reads see the same moment. Disposal ends it. Within a
   * transaction, this does nothing.
   */
  beginRead(): Disposable {
    if (this.#database.isTransaction) return { [Symbol.dispose]: () => undefined };
    this.run("BEGIN");
    return { [Symbol.dispose]: () => this.rollBack() };
  }

  beginChange(): void {
    this.run("BEGIN IMMEDIATE");
  }

  commit(): void {
    this.run("COMMIT");
    this.#ownChanges += 1;
  }

  /**
   * A number that changes with every change to the lists, whether this process or another makes it.
   */
  readVersion(): number {
    const othersChanges = Number(this.get("PRAGMA data_version")?.["data_version"]);
    // Neither number ever decreases, so an unchanged sum means that neither has changed.
    return othersChanges + this.#ownChanges;
  }

  rollBack(): void {
    // SQLite may have rolled back by itself, as it does when the disk is full.
    if (this.#database.isOpen && this.#database.isTransaction) this.execute("ROLLBACK");
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #attempt<T>(work: () => T): T {
    return withSqliteErrors(this.#file, work);
  }
}

/** The value to bind. Node.js would bind a number as floating point, so integers become bigints. */
function toSqlite(value: QueryValue): string | bigint | Uint8Array {
  return typeof value === "number" ? BigInt(value) : value;
}
