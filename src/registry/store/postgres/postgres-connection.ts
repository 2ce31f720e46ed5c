import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient, QueryConfig } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { BlockWork } from "../blocks.ts";
import type { Query, Row } from "../queries.ts";
import { type DatabaseName, withPostgresErrors } from "./postgres-error.ts";

/** A connection that one caller holds until it releases it. Each error is a `StoreError`. */
export class PostgresConnection {
  readonly #client: PoolClient;
  readonly #database: DatabaseName;

  constructor(client: PoolClient, database: DatabaseName) {
    this.#client = client;
    this.#database = database;
  }

  async query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return await this.run({ text, values: [...values] });
  }

  async run(config: QueryConfig<unknown[]>): Promise<readonly Row[]> {
    const query = () => this.#client.query<Row>(config);
    return (await withPostgresErrors(this.#database, query)).rows;
  }

  async copy(statement: string, rows: string): Promise<void> {
    const copy = () => pipeline(Readable.from([rows]), this.#client.query(copyFrom(statement)));
    await withPostgresErrors(this.#database, copy);
  }

  async runBlockWork<T>(work: BlockWork<T>): Promise<T> {
    let step = work.next([]);
    while (!step.done) step = work.next(await this.run(toPostgresQuery(step.value)));
    return step.value;
  }

  /** Ends a transaction without its changes, and releases the connection. */
  async rollBack(): Promise<void> {
    try {
      await this.query("ROLLBACK");
      this.release("usable");
    } catch {
      // The connection was lost, and with it the changes.
      this.release("broken");
    }
  }

  /** A connection that is broken, or in an unknown state, is closed. */
  release(state: "usable" | "broken"): void {
    this.#client.release(state === "broken");
  }
}

export function toPostgresQuery({ sql, values }: Query): QueryConfig<unknown[]> {
  return { text: sql.replaceAll(/\?(\d)/g, "$$$1"), values: [...values] };
}
