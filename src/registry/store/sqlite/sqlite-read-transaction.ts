import { setImmediate } from "node:timers/promises";
import type { RecordKind } from "../../record.ts";
import type { Query, Row } from "../queries.ts";
import { readBatchSize, SharedReadTransaction } from "../read-transaction.ts";
import type { StoredKey, StoredRecord } from "../store.ts";
import type { Revocations } from "./revocations.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

export class SqliteReadTransaction extends SharedReadTransaction {
  readonly #connection: SqliteConnection;
  readonly #revocations: Revocations | undefined;
  readonly #transaction: Disposable;
  readonly #owned: Disposable;

  constructor(
    connection: SqliteConnection,
    revocations: Revocations | undefined,
    owned: Disposable,
  ) {
    super();
    this.#connection = connection;
    this.#revocations = revocations;
    this.#owned = owned;
    this.#transaction = connection.beginRead();
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

  override async readKeys(): Promise<readonly StoredKey[]> {
    return (await super.readKeys()).filter(({ id }) => !this.#revocations?.has(id));
  }

  protected async query({ sql, values }: Query): Promise<readonly Row[]> {
    return this.#connection.all(sql, ...values);
  }
}
