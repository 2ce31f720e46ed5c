import { setImmediate } from "node:timers/promises";
import type { RecordKind } from "../../record.ts";
import {
  readBatchSize,
  selectKeys,
  selectProjects,
  toProjectId,
  toStoredKey,
} from "../shared-queries.ts";
import type { ListRun, ReadTransaction, StoredKey, StoredPage, StoredRecord } from "../store.ts";
import type { Revocations } from "./revocations.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { toSqliteError, withSqliteErrors } from "./sqlite-error.ts";
import { SqliteView } from "./sqlite-view.ts";

interface SqliteReadTransactionOptions {
  readonly name: string;
  readonly connection: SqliteConnection;
  /** Undefined in memory. */
  readonly revocations: Revocations | undefined;
  /** What is disposed of together with the transaction. */
  readonly owned: Disposable;
}

export class SqliteReadTransaction implements ReadTransaction {
  readonly #name: string;
  readonly #connection: SqliteConnection;
  readonly #view: SqliteView;
  readonly #revocations: Revocations | undefined;
  readonly #transaction: Disposable;
  readonly #owned: Disposable;

  constructor({ name, connection, revocations, owned }: SqliteReadTransactionOptions) {
    this.#name = name;
    this.#connection = connection;
    this.#view = new SqliteView(connection);
    this.#revocations = revocations;
    this.#transaction = connection.beginRead();
    this.#owned = owned;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#transaction[Symbol.dispose]();
    this.#owned[Symbol.dispose]();
  }

  async *readRecords(projectId: number, kind: RecordKind): AsyncGenerator<readonly StoredRecord[]> {
    try {
      for (const batch of this.#readBatches(projectId, kind)) {
        yield batch;
        // SQLite never waits, so a long read would keep the process from anything else, such as a signal to stop.
        await setImmediate();
      }
    } catch (error) {
      throw toSqliteError(error, this.#name);
    }
  }

  async readPage(projectId: number, run: ListRun): Promise<StoredPage> {
    return this.#attempt(() => this.#view.readPage(projectId, run));
  }

  async readStructure(projectId: number, kind: RecordKind): Promise<string | undefined> {
    return this.#attempt(() => this.#view.readStructure(projectId, kind));
  }

  async readProjects(): Promise<readonly number[]> {
    const rows = this.#attempt(() => this.#connection.prepare(selectProjects).all());
    return rows.map(toProjectId);
  }

  async readKeys(): Promise<readonly StoredKey[]> {
    const keys = this.#attempt(() => this.#connection.prepare(selectKeys).all()).map(toStoredKey);
    return keys.filter(({ id }) => !this.#revocations?.has(id));
  }

  *#readBatches(projectId: number, kind: RecordKind): Generator<readonly StoredRecord[]> {
    const rows = this.#connection
      .prepare(
        "SELECT id, added_when, json FROM record WHERE project_id = ? AND kind = ? ORDER BY added_when, id",
      )
      .iterate(projectId, kind);
    let batch: StoredRecord[] = [];
    for (const { id, added_when: addedWhen, json } of rows) {
      batch.push({
        projectId,
        kind,
        id: kind === "tag" ? String(id) : Number(id),
        addedWhen: Number(addedWhen),
        json: String(json),
      });
      if (batch.length < readBatchSize) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }

  #attempt<T>(work: () => T): T {
    return withSqliteErrors(this.#name, work);
  }
}
