import type { QueryConfig } from "pg";
import type { RecordKind } from "../../record.ts";
import { KeyReader } from "../key-reader.ts";
import { deleteKey, insertKey, keyStatements, type QueryValue, type Row } from "../queries.ts";
import type { ReadTransaction, Store, StoreChange, StoredKey } from "../store.ts";
import { type DatabaseAddress, parseDatabaseAddress } from "./address.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { PostgresChange } from "./postgres-change.ts";
import { type PostgresConnection, toPostgresQuery } from "./postgres-connection.ts";
import { ConnectionLostError } from "./postgres-error.ts";
import { PostgresReadTransaction } from "./postgres-read-transaction.ts";
import { prepareDatabase } from "./postgres-schema.ts";
import { beginReadOnly, beginReadWrite, toStoredId } from "./statements.ts";

interface PostgresOptions {
  readonly address: string;
  readonly busyTimeoutMs: number;
  readonly queryTimeoutMs?: number;
}

/**
 * How much longer a request waits than the database may take. A request that gave up earlier would
 * leave its connection busy.
 */
const queryGraceMs = 1000;

export class PostgresStore extends KeyReader implements Store {
  readonly name: string;
  readonly #pool: ConnectionPool;
  readonly #busyTimeoutMs: number;
  readonly #queryTimeoutMs: number;

  private constructor(
    { busyTimeoutMs, queryTimeoutMs = 10_000 }: PostgresOptions,
    database: DatabaseAddress,
  ) {
    super();
    this.name = database.name;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#queryTimeoutMs = queryTimeoutMs;
    this.#pool = new ConnectionPool(database, queryTimeoutMs);
  }

  /**
   * Opens the store in a database, and creates its tables if it has none.
   * @throws StoreError if it cannot be used.
   */
  static async open(options: PostgresOptions): Promise<PostgresStore> {
    const store = new PostgresStore(options, parseDatabaseAddress(options.address));
    try {
      await store.#pool.use((connection) => prepareDatabase(connection, store.name));
      return store;
    } catch (error) {
      await store[Symbol.asyncDispose]();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
  }

  async check(): Promise<void> {
    await this.#read({ name: "check", text: "SELECT 1 FROM block LIMIT 1" });
  }

  override async readRecord(keyId: string, kind: RecordKind, id: string | number) {
    // No tag's id has a control character. This one cannot even be asked for.
    return await super.readRecord(keyId, kind, toStoredId(id).replaceAll("\0", "\u0001"));
  }

  async addKey(key: StoredKey): Promise<void> {
    await this.#pool.use((connection) => connection.run(toPostgresQuery(insertKey(key))));
  }

  async removeKey(id: string): Promise<boolean> {
    const query = { sql: `${deleteKey} RETURNING id`, values: [id] };
    const removed = await this.#pool.use((connection) => connection.run(toPostgresQuery(query)));
    return removed.length === 1;
  }

  async beginRead(): Promise<ReadTransaction> {
    return new PostgresReadTransaction(await this.#begin(beginReadOnly));
  }

  async beginChange(): Promise<StoreChange> {
    const lockTimeout = `SET LOCAL lock_timeout = ${this.#busyTimeoutMs}`;
    return new PostgresChange(await this.#begin(`${beginReadWrite}; ${lockTimeout}`), this.name);
  }

  async #begin(sql: string): Promise<PostgresConnection> {
    const connection = await this.#pool.connect();
    try {
      await connection.query(sql);
      return connection;
    } catch (error) {
      connection.release("broken");
      throw error;
    }
  }

  protected async find(
    statement: keyof typeof keyStatements,
    ...values: readonly QueryValue[]
  ): Promise<Row | undefined> {
    const query = toPostgresQuery({ sql: keyStatements[statement], values });
    return await this.#read({ ...query, name: statement });
  }

  async #read(config: QueryConfig<unknown[]>): Promise<Row | undefined> {
    const bounded = { ...config, query_timeout: this.#queryTimeoutMs + queryGraceMs };
    const query = () => this.#pool.use((connection) => connection.run(bounded));
    try {
      return (await query())[0];
    } catch (error) {
      // A connection may have ended while it was idle, as all do when the database restarts.
      if (error instanceof ConnectionLostError) return (await query())[0];
      throw error;
    }
  }
}
