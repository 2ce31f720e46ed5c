import type { RecordKind } from "../../record.ts";
import {
  type Row,
  readBatchSize,
  selectKeys,
  selectProjects,
  toProjectId,
  toStoredKey,
} from "../shared-queries.ts";
import type { ListRun, ReadTransaction, StoredKey, StoredPage, StoredRecord } from "../store.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import { fromStoredId, selectPage, toPage } from "./statements.ts";

export class PostgresReadTransaction implements ReadTransaction {
  readonly #connection: PostgresConnection;
  #cursors = 0;

  /** @param connection on which a transaction has begun. It is released on disposal. */
  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#connection.query("ROLLBACK");
      this.#connection.release("usable");
    } catch {
      this.#connection.release("broken");
    }
  }

  async *readRecords(projectId: number, kind: RecordKind): AsyncGenerator<readonly StoredRecord[]> {
    this.#cursors += 1;
    const cursor = `list_${this.#cursors}`;
    await this.#connection.query(
      `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT id, added_when, json FROM record
       WHERE project_id = $1 AND kind = $2 ORDER BY added_when, id`,
      [projectId, kind],
    );
    let rows: readonly Row[];
    do {
      rows = await this.#connection.query(`FETCH ${readBatchSize} FROM ${cursor}`);
      yield rows.map((row) => ({
        projectId,
        kind,
        id: fromStoredId(kind, String(row["id"])),
        addedWhen: Number(row["added_when"]),
        json: String(row["json"]),
      }));
    } while (rows.length === readBatchSize);
    await this.#connection.query(`CLOSE ${cursor}`);
  }

  async readPage(projectId: number, { kind, position, limit }: ListRun): Promise<StoredPage> {
    const rows = await this.#connection.query(selectPage("SELECT $1::bigint AS project_id"), [
      projectId,
      kind,
      position,
      limit,
    ]);
    return toPage(rows[0]);
  }

  async readStructure(projectId: number, kind: RecordKind): Promise<string | undefined> {
    const rows = await this.#connection.query(
      "SELECT json FROM structure WHERE project_id = $1 AND kind = $2",
      [projectId, kind],
    );
    return rows[0] && String(rows[0]["json"]);
  }

  async readProjects(): Promise<readonly number[]> {
    const rows = await this.#connection.query(selectProjects);
    return rows.map(toProjectId);
  }

  async readKeys(): Promise<readonly StoredKey[]> {
    return (await this.#connection.query(selectKeys)).map(toStoredKey);
  }
}
