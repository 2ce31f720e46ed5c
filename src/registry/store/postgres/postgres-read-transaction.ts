import type { PoolClient } from "pg";
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
import { type DatabaseName, withPostgresErrors } from "./postgres-error.ts";
import { fromStoredId, selectPage, toPage } from "./statements.ts";

export class PostgresReadTransaction implements ReadTransaction {
  readonly #client: PoolClient;
  readonly #database: DatabaseName;
  #cursors = 0;

  constructor(client: PoolClient, database: DatabaseName) {
    this.#client = client;
    this.#database = database;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    let failure: Error | undefined;
    try {
      await this.#client.query("ROLLBACK");
    } catch (error) {
      failure = error as Error;
    }
    this.#client.release(failure);
  }

  async *readRecords(projectId: number, kind: RecordKind): AsyncGenerator<readonly StoredRecord[]> {
    this.#cursors += 1;
    const cursor = `list_${this.#cursors}`;
    await this.#query(
      `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT id, added_when, json FROM record
       WHERE project_id = $1 AND kind = $2 ORDER BY added_when, id`,
      [projectId, kind],
    );
    let rows: readonly Row[];
    do {
      rows = await this.#query(`FETCH ${readBatchSize} FROM ${cursor}`);
      yield rows.map((row) => ({
        projectId,
        kind,
        id: fromStoredId(kind, String(row["id"])),
        addedWhen: Number(row["added_when"]),
        json: String(row["json"]),
      }));
    } while (rows.length === readBatchSize);
    await this.#query(`CLOSE ${cursor}`);
  }

  async readPage(projectId: number, { kind, position, limit }: ListRun): Promise<StoredPage> {
    const rows = await this.#query(selectPage("SELECT $1::bigint AS project_id"), [
      projectId,
      kind,
      position,
      limit,
    ]);
    return toPage(rows[0]);
  }

  async readStructure(projectId: number, kind: RecordKind): Promise<string | undefined> {
    const rows = await this.#query(
      "SELECT json FROM structure WHERE project_id = $1 AND kind = $2",
      [projectId, kind],
    );
    return rows[0] && String(rows[0]["json"]);
  }

  async readProjects(): Promise<readonly number[]> {
    const rows = await this.#query(selectProjects);
    return rows.map(toProjectId);
  }

  async readKeys(): Promise<readonly StoredKey[]> {
    return (await this.#query(selectKeys)).map(toStoredKey);
  }

  async #query(text: string, values: readonly (string | number)[] = []): Promise<readonly Row[]> {
    const query = () => this.#client.query(text, [...values]);
    return (await withPostgresErrors(this.#database, query)).rows;
  }
}
