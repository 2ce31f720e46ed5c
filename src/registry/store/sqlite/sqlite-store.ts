import { Mutex } from "../../mutex.ts";
import type { RecordKind } from "../../record.ts";
import { insertKey } from "../shared-queries.ts";
import type {
  Granted,
  KeyGrant,
  ListRun,
  ReadTransaction,
  Store,
  StoreChange,
  StoredKey,
  StoredPage,
} from "../store.ts";
import { migrate } from "./migrations.ts";
import { SqliteChange } from "./sqlite-change.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { withSqliteErrors } from "./sqlite-error.ts";
import { SqliteReadTransaction } from "./sqlite-read-transaction.ts";
import { SqliteView } from "./sqlite-view.ts";

/**
 * A store in a SQLite file, or in memory.
 *
 * One connection serves requests. With a file, changes and long reads have their own connections, so that requests need not
 * wait for them. A database in memory has only one connection. There, long reads and changes exclude each other, and a change
 * collects its steps until it is committed.
 */
export class SqliteStore implements Store {
  readonly name: string;
  readonly #busyTimeoutMs: number;
  readonly #connection: SqliteConnection;
  readonly #view: SqliteView;
  /** Writers of this process wait here for each other, because SQLite would block the process while one of them waits. */
  readonly #writing = new Mutex();
  #writer: SqliteConnection | undefined;

  /** Opens the file, or creates it. Called by `openStore`, which turns SQLite's errors into a `StoreError`. */
  constructor(file: string, busyTimeoutMs: number) {
    this.name = file;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#connection = new SqliteConnection(file, busyTimeoutMs);
    this.#view = new SqliteView(this.#connection);
    try {
      migrate(this.#connection, file);
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
    this.#attempt(() => this.#connection.prepare("SELECT 1 FROM block LIMIT 1").get());
  }

  readGrant(keyId: string): KeyGrant | undefined {
    return this.#attempt(() => this.#view.refresh().readGrant(keyId));
  }

  readPage(keyId: string, run: ListRun): Granted<StoredPage> | undefined {
    return this.#readGranted(keyId, (projectId) => this.#view.readPage(projectId, run));
  }

  readRecord(
    keyId: string,
    kind: RecordKind,
    id: string | number,
  ): Granted<string | undefined> | undefined {
    return this.#readGranted(keyId, (projectId) => this.#view.readRecord(projectId, kind, id));
  }

  readStructure(keyId: string, kind: RecordKind): Granted<string | undefined> | undefined {
    return this.#readGranted(keyId, (projectId) => this.#view.readStructure(projectId, kind));
  }

  async addKey(key: StoredKey): Promise<void> {
    const { sql, values } = insertKey(key);
    using _lock = await this.#writing.acquire();
    this.#attempt(() => {
      this.#connection.run(sql, values);
      this.#connection.noteChange();
    });
  }

  async removeKey(id: string): Promise<boolean> {
    using _lock = await this.#writing.acquire();
    return this.#attempt(() => {
      const { changes } = this.#connection.run("DELETE FROM key WHERE id = ?", [id]);
      this.#connection.noteChange();
      return changes === 1;
    });
  }

  async beginRead(): Promise<ReadTransaction> {
    const { name } = this;
    if (this.#isInMemory) {
      const connection = this.#connection;
      return new SqliteReadTransaction({ name, connection, owned: await this.#writing.acquire() });
    }
    return this.#attempt(() => {
      const connection = new SqliteConnection(name, this.#busyTimeoutMs);
      return new SqliteReadTransaction({ name, connection, owned: connection });
    });
  }

  async beginChange(): Promise<StoreChange> {
    const lock = await this.#writing.acquire();
    try {
      return this.#attempt(() => {
        const [connection, mode] = this.#isInMemory
          ? ([this.#connection, "on commit"] as const)
          : ([this.#openWriter(), "immediate"] as const);
        return new SqliteChange({ name: this.name, connection, mode, lock });
      });
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
  }

  get #isInMemory(): boolean {
    return this.name === ":memory:";
  }

  #openWriter(): SqliteConnection {
    this.#writer ??= new SqliteConnection(this.name, this.#busyTimeoutMs);
    return this.#writer;
  }

  #readGranted<T>(keyId: string, read: (projectId: number) => T): Granted<T> | undefined {
    return this.#attempt(() => {
      const grant = this.#view.refresh().readGrant(keyId);
      return grant && { grant, value: read(grant.projectId) };
    });
  }

  #attempt<T>(work: () => T): T {
    return withSqliteErrors(this.name, work);
  }
}
