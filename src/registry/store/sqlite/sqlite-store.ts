import { Mutex } from "../../mutex.ts";
import { KeyReader } from "../key-reader.ts";
import {
  deleteKey,
  insertKey,
  keyStatements,
  type QueryValue,
  type Row,
  toKeyGrant,
} from "../queries.ts";
import type { ListRun, ReadTransaction, Store, StoreChange, StoredKey } from "../store.ts";
import { Revocations } from "./revocations.ts";
import { findBlock, SqliteBlocks } from "./sqlite-blocks.ts";
import { SqliteChange } from "./sqlite-change.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { isBusy } from "./sqlite-error.ts";
import { SqliteReadTransaction } from "./sqlite-read-transaction.ts";
import { prepareFile } from "./sqlite-schema.ts";

/**
 * How long a revocation waits for a process that is writing, before it does without the database.
 */
const revocationTimeoutMs = 1000;

/**
 * A store in a SQLite file, or in memory.
 *
 * One connection serves requests. With a file, changes and long reads have their own connections,
 * so that requests need not wait for them. A database in memory has only one connection. There,
 * long reads and changes exclude each other, and a change collects its steps until it is committed.
 */
export class SqliteStore extends KeyReader implements Store {
  readonly name: string;
  readonly #busyTimeoutMs: number;
  readonly #connection: SqliteConnection;
  readonly #revocations: Revocations | undefined;
  readonly #blocks: SqliteBlocks;
  /**
   * Writers of this process wait here for each other, because SQLite would block the process while
   * one of them waits.
   */
  readonly #writing = new Mutex();
  #writer: SqliteConnection | undefined;

  constructor(file: string, busyTimeoutMs: number) {
    super();
    this.name = file;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#connection = new SqliteConnection(file, busyTimeoutMs);
    this.#blocks = new SqliteBlocks(this.#connection);
    const { path } = this.#connection;
    this.#revocations = path === undefined ? undefined : new Revocations(path);
    try {
      prepareFile(this.#connection, file);
      this.#revocations?.settle((keyId) => this.#deleteKeyNow(keyId, 0));
    } catch (error) {
      this.#connection[Symbol.dispose]();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#writer?.[Symbol.dispose]();
    this.#connection[Symbol.dispose]();
  }

  async check(): Promise<void> {
    this.#connection.get("SELECT 1 FROM block LIMIT 1");
  }

  override async readPage(keyId: string, { kind, position, limit }: ListRun) {
    using _transaction = this.#connection.beginRead();
    const row = this.#find("grant", keyId);
    if (!row) return undefined;
    const grant = toKeyGrant(row);
    const blocks = this.#blocks.of({ projectId: grant.projectId, kind });
    const count = blocks.at(-1)?.end ?? 0;
    const block = findBlock(blocks, position);
    if (!block) return { grant, value: { count, records: "" } };
    const page = this.#connection.get(
      `SELECT group_concat(json, ',') AS records FROM (
         SELECT json FROM record
         WHERE project_id = ? AND kind = ? AND (added_when, id) >= (?, ?)
         ORDER BY added_when, id LIMIT ? OFFSET ?)`,
      ...[grant.projectId, kind, block.addedWhen, block.id, limit, position - block.start],
    );
    return { grant, value: { count, records: String(page?.["records"] ?? "") } };
  }

  async addKey(key: StoredKey): Promise<void> {
    const { sql, values } = insertKey(key);
    using _lock = await this.#writing.acquire();
    this.#connection.run(sql, ...values);
  }

  async removeKey(id: string): Promise<boolean> {
    const revocations = this.#revocations;
    if (revocations) return this.#revokeInFile(id, revocations);
    using _lock = await this.#writing.acquire();
    return this.#connection.run(deleteKey, id) === 1;
  }

  async beginRead(): Promise<ReadTransaction> {
    if (this.#isInMemory) {
      const lock = await this.#writing.acquire();
      return new SqliteReadTransaction(this.#connection, undefined, lock);
    }
    const connection = new SqliteConnection(this.name, this.#busyTimeoutMs);
    return new SqliteReadTransaction(connection, this.#revocations, connection);
  }

  async beginChange(): Promise<StoreChange> {
    const lock = await this.#writing.acquire();
    try {
      if (this.#isInMemory) return new SqliteChange(this.#connection, "on commit", lock);
      this.#writer ??= new SqliteConnection(this.name, this.#busyTimeoutMs);
      return new SqliteChange(this.#writer, "immediate", lock);
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
  }

  protected async find(...parameters: Parameters<KeyReader["find"]>) {
    return this.#find(...parameters);
  }

  #find(
    statement: keyof typeof keyStatements,
    keyId: string,
    ...values: readonly QueryValue[]
  ): Row | undefined {
    const row = this.#connection.get(keyStatements[statement], keyId, ...values);
    return this.#revocations?.has(keyId) ? undefined : row;
  }

  get #isInMemory(): boolean {
    return this.#revocations === undefined;
  }

  /** Waits neither for other processes nor for changes of this one. */
  async #revokeInFile(id: string, revocations: Revocations): Promise<boolean> {
    if (!(await this.readGrant(id))) return false;
    try {
      this.#deleteKeyNow(id, revocationTimeoutMs);
    } catch (error) {
      if (!isBusy(error)) throw error;
      revocations.add(id);
    }
    return true;
  }

  #deleteKeyNow(id: string, timeoutMs: number): void {
    using connection = new SqliteConnection(this.name, timeoutMs);
    connection.run(deleteKey, id);
  }
}
