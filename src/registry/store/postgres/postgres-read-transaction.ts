import type { RecordKind } from "../../record.ts";
import type { Query, Row } from "../queries.ts";
import { readBatchSize, SharedReadTransaction } from "../read-transaction.ts";
import type { StoredRecord } from "../store.ts";
import { type PostgresConnection, toPostgresQuery } from "./postgres-connection.ts";
import { fromStoredId } from "./statements.ts";

export class PostgresReadTransaction extends SharedReadTransaction {
  readonly #connection: PostgresConnection;
  #cursors = 0;

  /** @param connection on which a transaction has begun. It is released on disposal. */
  constructor(connection: PostgresConnection) {
    super();
    this.#connection = connection;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.rollBack();
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

  protected async query(query: Query): Promise<readonly Row[]> {
    return await this.#connection.run(toPostgresQuery(query));
  }
}
