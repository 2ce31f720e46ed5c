import { Mutex } from "../../mutex.ts";
import type { Kind } from "../../record.ts";
import type {
  Granted,
  KeyGrant,
  ListRun,
  Store,
  StoreChange,
  StoredKey,
  StoredPage,
  StoreReading,
} from "../store.ts";
import { toStoreError } from "../store-error.ts";
import { Connection } from "./connection.ts";
import { migrate } from "./migrations.ts";
import { insertKey, SqliteChange } from "./sqlite-change.ts";
import { SqliteReading } from "./sqlite-reading.ts";
import { SqliteView } from "./sqlite-view.ts";

/**
 * A store in one SQLite file, or in memory.
 * Requests are answered over one connection. In a file, changes and long reading have connections of their own, so that
 * they get in nobody's way; memory has the one alone: there, long reading and changes take turns, and a change is made
 * in one go when it is committed.
 */
export class SqliteStore implements Store {
  readonly name: string;
  readonly #busyTimeoutMs: number;
  readonly #connection: Connection;
  readonly #view: SqliteView;
  /** SQLite has one writer at a time, and its waiting for another one would hold up the whole process. */
  readonly #writing = new Mutex();
  #writer: Connection | undefined;

  /** Opens the file, made anew where there is none; use `openStore`. */
  constructor(file: string, busyTimeoutMs: number) {
    this.name = file;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#connection = new Connection(file, busyTimeoutMs);
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
    kind: Kind,
    id: string | number,
  ): Granted<string | undefined> | undefined {
    return this.#readGranted(keyId, (projectId) => this.#view.readRecord(projectId, kind, id));
  }

  readStructure(keyId: string, kind: Kind): Granted<string | undefined> | undefined {
    return this.#readGranted(keyId, (projectId) => this.#view.readStructure(projectId, kind));
  }

  async addKey({ id, hash, projectId, name, createdWhen }: StoredKey): Promise<void> {
    using _lock = await this.#writing.acquire();
    this.#attempt(() => {
      this.#connection.prepare(insertKey).run(id, hash, projectId, name, createdWhen);
      this.#connection.noteChange();
    });
  }

  async removeKey(id: string): Promise<boolean> {
    using _lock = await this.#writing.acquire();
    return this.#attempt(() => {
      const { changes } = this.#connection.prepare("DELETE FROM key WHERE id = ?").run(id);
      this.#connection.noteChange();
      return changes === 1;
    });
  }

  async beginReading(): Promise<StoreReading> {
    const { name } = this;
    if (this.#isInMemory) {
      const connection = this.#connection;
      return new SqliteReading({ name, connection, owned: await this.#writing.acquire() });
    }
    return this.#attempt(() => {
      const connection = new Connection(name, this.#busyTimeoutMs);
      return new SqliteReading({ name, connection, owned: connection });
    });
  }

  async beginChange(): Promise<StoreChange> {
    const lock = await this.#writing.acquire();
    try {
      return this.#attempt(() => {
        const [connection, manner] = this.#isInMemory
          ? ([this.#connection, "at the end"] as const)
          : ([this.#openWriter(), "at once"] as const);
        return new SqliteChange({ name: this.name, connection, manner, lock });
      });
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
  }

  get #isInMemory(): boolean {
    return this.name === ":memory:";
  }

  #openWriter(): Connection {
    this.#writer ??= new Connection(this.name, this.#busyTimeoutMs);
    return this.#writer;
  }

  #readGranted<T>(keyId: string, read: (projectId: number) => T): Granted<T> | undefined {
    try {
      const grant = this.#view.refresh().readGrant(keyId);
      return grant && { grant, value: read(grant.projectId) };
    } catch (error) {
      throw toStoreError(error, this.name);
    }
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw toStoreError(error, this.name);
    }
  }
}
