import { Pool, type PoolClient, type QueryConfig } from "pg";
import type { Kind } from "../../record.ts";
import type {
  ListRun,
  Opened,
  Store,
  StoreChange,
  StoredKey,
  StoredLock,
  StoredPage,
  StoreReading,
} from "../store.ts";
import { readAddress } from "./address.ts";
import { migrate } from "./migrations.ts";
import { PostgresChange } from "./postgres-change.ts";
import { type DatabaseName, isConnectionLost, toPostgresError } from "./postgres-error.ts";
import { PostgresReading } from "./postgres-reading.ts";
import {
  beginReading,
  beginWriting,
  insertKey,
  pageColumns,
  toHash,
  toKeyValues,
  toPage,
} from "./statements.ts";
import { toStoredId } from "./stored-id.ts";

/** How a PostgreSQL store is opened. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, and what else the driver takes in it. */
  readonly address: string;
  /** The most connections at once. */
  readonly connections: number;
  /** How long a change waits for another of the same project. */
  readonly busyTimeoutMs: number;
  /** How long a request waits for its answer. */
  readonly answerTimeoutMs: number;
}

/** Does something with the database; what goes wrong is a `StoreError`. */
export type Attempt = <T>(work: () => Promise<T>) => Promise<T>;

/** How long a request waits for a connection. */
const connectTimeoutMs = 5000;

/** How much later than the database itself a request gives up: a connection that it leaves is busy there for longer. */
const answerGraceMs = 1000;

/** How long a connection stays that nobody needs. */
const idleTimeoutMs = 60_000;

/**
 * What is asked here has an index that fits, and few rows. Where the planner guesses how many come, it would now and then
 * read a whole table instead, or spend longer on compiling or on starting helpers than on the query.
 */
const planning = [
  ...["SET enable_seqscan = off", "SET enable_bitmapscan = off", "SET enable_sort = off"],
  ...["SET jit = off", "SET max_parallel_workers_per_gather = 0"],
].join("; ");

const statements = {
  lock: { name: "lock", text: "SELECT hash, project_id FROM key WHERE id = $1" },
  page: {
    name: "page",
    text: `WITH opened AS (SELECT hash, project_id FROM key WHERE id = $1) ${pageColumns("opened")}`,
  },
  record: {
    name: "record",
    text: `SELECT key.hash, key.project_id, record.json FROM key
      LEFT JOIN record ON record.project_id = key.project_id AND record.kind = $2 AND record.id = $3
      WHERE key.id = $1`,
  },
  structure: {
    name: "structure",
    text: `SELECT key.hash, key.project_id, structure.json FROM key
      LEFT JOIN structure ON structure.project_id = key.project_id AND structure.kind = $2
      WHERE key.id = $1`,
  },
} as const;

/** A store in a PostgreSQL database: in the first schema of the connection's search path. */
export class PostgresStore implements Store {
  readonly name: string;
  readonly #database: DatabaseName;
  readonly #pool: Pool;
  readonly #busyTimeoutMs: number;
  readonly #answerTimeoutMs: number;

  private constructor(options: PostgresOptions, database: DatabaseName) {
    this.name = database.name;
    this.#database = database;
    this.#busyTimeoutMs = options.busyTimeoutMs;
    this.#answerTimeoutMs = options.answerTimeoutMs;
    this.#pool = new Pool({
      connectionString: options.address,
      max: options.connections,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: idleTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: "tapgraph",
      onConnect: async (client) => {
        // Whoever uses the connection learns of its end by the next thing asked.
        client.on("error", () => undefined);
        await client.query(`${planning}; SET statement_timeout = ${this.#answerTimeoutMs}`);
      },
    });
    // An idle connection was cut: the pool makes another when one is needed.
    this.#pool.on("error", () => undefined);
  }

  /**
   * The store in this database, its tables made where there are none and brought up to date.
   * @throws StoreError when it cannot be used.
   */
  static async open(options: PostgresOptions): Promise<PostgresStore> {
    const store = new PostgresStore(options, readAddress(options.address));
    try {
      await store.#attempt(() => store.#withClient((client) => migrate(client, store.name)));
      return store;
    } catch (error) {
      await store[Symbol.asyncDispose]();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#pool.ended && !this.#pool.ending) await this.#pool.end();
  }

  async check(): Promise<void> {
    await this.#read({ name: "check", text: "SELECT 1 FROM block LIMIT 1" });
  }

  async readLock(keyId: string): Promise<StoredLock | undefined> {
    return toLock(await this.#read({ ...statements.lock, values: [keyId] }));
  }

  async readPage(
    keyId: string,
    { kind, position, limit }: ListRun,
  ): Promise<Opened<StoredPage> | undefined> {
    const row = await this.#read({ ...statements.page, values: [keyId, kind, position, limit] });
    const lock = toLock(row);
    return lock && { lock, value: toPage(row) };
  }

  async readRecord(
    keyId: string,
    kind: Kind,
    id: string | number,
  ): Promise<Opened<string | undefined> | undefined> {
    // PostgreSQL's texts have no such character, and so no tag's id has it.
    if (typeof id === "string" && id.includes("\0")) return await this.#readNothing(keyId);
    return toText(
      await this.#read({ ...statements.record, values: [keyId, kind, toStoredId(id)] }),
    );
  }

  async readStructure(keyId: string, kind: Kind): Promise<Opened<string | undefined> | undefined> {
    return toText(await this.#read({ ...statements.structure, values: [keyId, kind] }));
  }

  async addKey(key: StoredKey): Promise<void> {
    await this.#attempt(() => this.#pool.query(insertKey, toKeyValues(key)));
  }

  async removeKey(id: string): Promise<boolean> {
    const { rowCount } = await this.#attempt(() =>
      this.#pool.query("DELETE FROM key WHERE id = $1", [id]),
    );
    return rowCount === 1;
  }

  async beginReading(): Promise<StoreReading> {
    return await this.#attempt(() =>
      this.#begin(beginReading, (client) => new PostgresReading(client, this.#attempt)),
    );
  }

  async beginChange(): Promise<StoreChange> {
    return await this.#attempt(() =>
      this.#begin(
        `${beginWriting}; SET LOCAL lock_timeout = ${this.#busyTimeoutMs}`,
        (client) => new PostgresChange(client, this.#database),
      ),
    );
  }

  async #begin<T>(sql: string, use: (client: PoolClient) => T): Promise<T> {
    const client = await this.#pool.connect();
    try {
      await client.query(sql);
      return use(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #withClient<T>(use: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      return await use(client);
    } finally {
      client.release();
    }
  }

  async #readNothing(keyId: string): Promise<Opened<undefined> | undefined> {
    const lock = await this.readLock(keyId);
    return lock && { lock, value: undefined };
  }

  /** The only row, if there is one. */
  async #read(config: QueryConfig): Promise<Row | undefined> {
    const bounded = { ...config, query_timeout: this.#answerTimeoutMs + answerGraceMs };
    const query = async () => (await this.#pool.query<Row>(bounded)).rows[0];
    return await this.#attempt(async () => {
      try {
        return await query();
      } catch (error) {
        // A connection may have ended while it was idle, as all do when the database is restarted.
        if (isConnectionLost(error)) return await query();
        throw error;
      }
    });
  }

  readonly #attempt: Attempt = async (work) => {
    try {
      return await work();
    } catch (error) {
      throw toPostgresError(error, this.#database);
    }
  };
}

type Row = Readonly<Record<string, unknown>>;

function toLock(row: Row | undefined): StoredLock | undefined {
  return row && { hash: toHash(row["hash"]), projectId: Number(row["project_id"]) };
}

function toText(row: Row | undefined): Opened<string | undefined> | undefined {
  const lock = toLock(row);
  const json = row?.["json"];
  return lock && { lock, value: typeof json === "string" ? json : undefined };
}
