import { Pool } from "pg";
import type { DatabaseAddress } from "./address.ts";
import { PostgresConnection } from "./postgres-connection.ts";
import { withPostgresErrors } from "./postgres-error.ts";

const maxConnections = 10;

const connectTimeoutMs = 5000;

const idleTimeoutMs = 60_000;

/**
 * Each query of the store has an index that fits, and reads few rows. The planner can only estimate
 * how many. If its estimate is too high, it scans the full table, or spends more time on
 * compilation and parallel workers than the query itself takes.
 */
const plannerSettings = [
  "SET enable_seqscan = off",
  "SET enable_bitmapscan = off",
  "SET enable_sort = off",
  "SET jit = off",
  "SET max_parallel_workers_per_gather = 0",
].join("; ");

export class ConnectionPool implements AsyncDisposable {
  readonly #pool: Pool;
  readonly #database: DatabaseAddress;

  /** @param statementTimeoutMs after it, the database itself cancels a statement. */
  constructor(database: DatabaseAddress, statementTimeoutMs: number) {
    this.#database = database;
    this.#pool = new Pool({
      connectionString: database.address,
      max: maxConnections,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: idleTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: "tapgraph",
      onConnect: async (client) => {
        // Without a listener, an "error" event would end the process. The next query reports the
        // loss.
        client.on("error", () => undefined);
        await client.query(`${plannerSettings}; SET statement_timeout = ${statementTimeoutMs}`);
      },
    });
    // An idle connection was lost. The pool opens another when it needs one.
    this.#pool.on("error", () => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#pool.ended && !this.#pool.ending) await this.#pool.end();
  }

  async connect(): Promise<PostgresConnection> {
    const client = await withPostgresErrors(this.#database, () => this.#pool.connect());
    return new PostgresConnection(client, this.#database);
  }

  /**
   * Runs `work` with a connection. If it fails, the connection is closed, because an error can
   * leave it in any state.
   */
  async use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const connection = await this.connect();
    try {
      const result = await work(connection);
      connection.release("usable");
      return result;
    } catch (error) {
      connection.release("broken");
      throw error;
    }
  }
}
