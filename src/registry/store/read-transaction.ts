import type { RecordKind } from "../record.ts";
import { type Query, type Row, toKeyGrant, toProjectId } from "./queries.ts";
import type { ReadTransaction, StoredKey, StoredRecord } from "./store.ts";

export const readBatchSize = 1000;

/** A long read, in what both databases do by the same statements. */
export abstract class SharedReadTransaction implements ReadTransaction {
  abstract [Symbol.asyncDispose](): Promise<void>;

  abstract readRecords(projectId: number, kind: RecordKind): AsyncIterable<readonly StoredRecord[]>;

  protected abstract query(query: Query): Promise<readonly Row[]>;

  async readStructure(projectId: number, kind: RecordKind): Promise<string | undefined> {
    const sql = "SELECT json FROM structure WHERE project_id = ?1 AND kind = ?2";
    const [row] = await this.query({ sql, values: [projectId, kind] });
    return row && String(row["json"]);
  }

  async countRecords(): Promise<number> {
    const [row] = await this.query({ sql: "SELECT sum(count) AS count FROM block", values: [] });
    return Number(row?.["count"]);
  }

  async readProjects(): Promise<readonly number[]> {
    const sql =
      "SELECT project_id FROM block WHERE count > 0 UNION SELECT project_id FROM structure ORDER BY project_id";
    return (await this.query({ sql, values: [] })).map(toProjectId);
  }

  async readKeys(): Promise<readonly StoredKey[]> {
    const sql = "SELECT * FROM key ORDER BY project_id, created_when, id";
    return (await this.query({ sql, values: [] })).map((row) => ({
      ...toKeyGrant(row),
      id: String(row["id"]),
      name: String(row["name"]),
      createdWhen: Number(row["created_when"]),
    }));
  }
}
