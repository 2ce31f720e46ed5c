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
import { SqliteView } from "./sqlite-view.ts";

export class SqliteReadTransaction implements ReadTransaction {
  readonly #connection: SqliteConnection;
  readonly #view: SqliteView;
  readonly #revocations: Revocations | undefined;
  readonly #transaction: Disposable;
  readonly #owned: Disposable;

  constructor(
    connection: SqliteConnection,
    revocations: Revocations | undefined,
    owned: Disposable,
  ) {
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
    const rows = this.#connection.iterate(
      "SELECT id, added_when, json FROM record WHERE project_id = ? AND kind = ? ORDER BY added_when, id",
      projectId,
      kind,
    );
    let batch: readonly StoredRecord[];
    do {
      batch = rows
        .take(readBatchSize)
        .map(({ id, added_when: addedWhen, json }) => ({
          projectId,
          kind,
          id: kind === "tag" ? String(id) : Number(id),
          addedWhen: Number(addedWhen),
          json: String(json),
        }))
        .toArray();
      yield batch;
      // SQLite never waits, so a long read would keep the process from anything else, such as a
      // signal to stop.
      await setImmediate();
    } while (batch.length === readBatchSize);
  }

  async readPage(projectId: number, run: ListRun): Promise<StoredPage> {
    return this.#view.readPage(projectId, run);
  }

  async readStructure(projectId: number, kind: RecordKind): Promise<string | undefined> {
    return this.#view.readStructure(projectId, kind);
  }

  async readProjects(): Promise<readonly number[]> {
    return this.#connection.all(selectProjects).map(toProjectId);
  }

  async readKeys(): Promise<readonly StoredKey[]> {
    const keys = this.#connection.all(selectKeys).map(toStoredKey);
    return keys.filter(({ id }) => !this.#revocations?.has(id));
  }
}
