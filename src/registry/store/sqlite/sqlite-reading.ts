import type { Kind } from "../../record.ts";
import type { ListRun, StoredKey, StoredPage, StoredRecord, StoreReading } from "../store.ts";
import type { Connection } from "./connection.ts";
import { SqliteView } from "./sqlite-view.ts";

const batchSize = 1000;

/** A SQLite store at one moment: a transaction that reads. */
export class SqliteReading implements StoreReading {
  readonly #connection: Connection;
  readonly #view: SqliteView;
  readonly #reading: Disposable;
  readonly #owned: Disposable;

  /** `owned` is disposed of with the reading. */
  constructor(connection: Connection, owned: Disposable) {
    this.#connection = connection;
    this.#view = new SqliteView(connection);
    this.#reading = connection.beginReading();
    this.#owned = owned;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#reading[Symbol.dispose]();
    this.#owned[Symbol.dispose]();
  }

  async *readRecords(projectId: number, kind: Kind): AsyncGenerator<readonly StoredRecord[]> {
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
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }

  async readPage(projectId: number, run: ListRun): Promise<StoredPage> {
    return this.#view.readPage(projectId, run);
  }

  async readStructure(projectId: number, kind: Kind): Promise<string | undefined> {
    return this.#view.readStructure(projectId, kind);
  }

  async readProjects(): Promise<readonly number[]> {
    return this.#connection
      .prepare(
        "SELECT project_id FROM block WHERE count > 0 UNION SELECT project_id FROM structure ORDER BY project_id",
      )
      .all()
      .map((row) => Number(row["project_id"]));
  }

  async readKeys(): Promise<readonly StoredKey[]> {
    return this.#connection
      .prepare("SELECT * FROM key ORDER BY project_id, created_when, id")
      .all()
      .map(toStoredKey);
  }
}

function toStoredKey(row: Record<string, unknown>): StoredKey {
  return {
    id: String(row["id"]),
    hash: row["hash"] instanceof Uint8Array ? row["hash"] : new Uint8Array(),
    projectId: Number(row["project_id"]),
    name: String(row["name"]),
    createdWhen: Number(row["created_when"]),
  };
}
