import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { RecordKind } from "../../record.ts";
import {
  addFirstBlock,
  type BlockWork,
  type ListId,
  nameList,
  refreshBlocks,
  type SortKey,
  toSortKey,
} from "../blocks.ts";
import { ourMark } from "../schema-version.ts";
import { insertKey, type Row, toProjectId } from "../shared-queries.ts";
import { type StoreChange, type StoredKey, type StoredRecord, StoreError } from "../store.ts";
import {
  copyToStaging,
  createStaging,
  deleteEarlier,
  type Incoming,
  mergeStatements,
  setTableScans,
  toCopyRow,
} from "./merge-statements.ts";
import {
  type DatabaseName,
  isConnectionLost,
  toPostgresError,
  withPostgresErrors,
} from "./postgres-error.ts";
import { toPostgresQuery } from "./statements.ts";

const manyRecords = 5000;

const maxRows = 1000;
const maxLength = 2 ** 22;

/**
 * A change of a PostgreSQL store, in one transaction. At first, its records are only collected, in
 * a temporary table. The commit locks its projects and merges it, so a long import keeps others out
 * for no longer than the merge takes.
 */
export class PostgresChange implements StoreChange {
  readonly #client: PoolClient;
  readonly #database: DatabaseName;
  readonly #structures: (ListId & { readonly json: string })[] = [];
  readonly #keys: StoredKey[] = [];
  #rows = "";
  #rowCount = 0;
  #records = 0;
  #isOpen = true;

  constructor(client: PoolClient, database: DatabaseName) {
    this.#client = client;
    this.#database = database;
  }

  async putRecords(records: readonly StoredRecord[]): Promise<void> {
    await this.#take(records);
  }

  async removeRecord(projectId: number, kind: RecordKind, id: string | number): Promise<void> {
    await this.#take([{ projectId, kind, id, addedWhen: 0, json: null }]);
  }

  async putStructure(projectId: number, kind: RecordKind, json: string): Promise<void> {
    this.#structures.push({ projectId, kind, json });
  }

  async putKey(key: StoredKey): Promise<void> {
    this.#keys.push(key);
  }

  async commit(): Promise<void> {
    await withPostgresErrors(this.#database, async () => {
      const lists = await this.#findLists();
      await this.#lock([...lists, ...this.#structures]);
      if (lists.length > 0) await this.#merge(lists);
      for (const { projectId, kind, json } of this.#structures) {
        await this.#query(
          `INSERT INTO structure (project_id, kind, json) VALUES ($1, $2, $3)
           ON CONFLICT (project_id, kind) DO UPDATE SET json = excluded.json`,
          [projectId, kind, json],
        );
      }
      for (const key of this.#keys) await this.#client.query(toPostgresQuery(insertKey(key)));
    });
    await this.#finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      await this.#client.query("ROLLBACK");
      this.#client.release();
    } catch {
      // The connection was lost, and with it the change.
      this.#client.release(true);
    }
  }

  async #finish(): Promise<void> {
    this.#isOpen = false;
    try {
      await this.#client.query("COMMIT");
      this.#client.release();
    } catch (error) {
      this.#client.release(true);
      if (!isConnectionLost(error)) throw toPostgresError(error, this.#database);
      throw new StoreError(
        `${this.#database.name}: the connection was lost during the commit: check whether the change was made`,
      );
    }
  }

  async #take(records: readonly Incoming[]): Promise<void> {
    for (const record of records) this.#rows += toCopyRow(record);
    this.#rowCount += records.length;
    if (this.#rowCount < maxRows && this.#rows.length < maxLength) return;
    await withPostgresErrors(this.#database, () => this.#stage());
  }

  async #stage(): Promise<void> {
    if (this.#records === 0) await this.#query(createStaging);
    await pipeline(Readable.from([this.#rows]), this.#client.query(copyFrom(copyToStaging)));
    this.#records += this.#rowCount;
    this.#rowCount = 0;
    this.#rows = "";
  }

  async #findLists(): Promise<readonly ListId[]> {
    if (this.#rowCount > 0) await this.#stage();
    if (this.#records === 0) return [];
    await this.#query(setTableScans("on"));
    await this.#query("ANALYZE staging");
    await this.#query(deleteEarlier);
    return (await this.#query("SELECT DISTINCT project_id, kind FROM staging")).map(toListId);
  }

  /** Locks the projects in ascending order, so that two changes cannot deadlock. */
  async #lock(lists: readonly ListId[]): Promise<void> {
    // If this machine fails from here on, others wait a minute for the locks, instead of until the
    // network notices the failure.
    await this.#query("SET LOCAL idle_in_transaction_session_timeout = '1min'");
    // This part of a lock's id has only 32 bits, so two projects may share a lock.
    const projects = new Set(lists.map(({ projectId }) => projectId % 2 ** 31));
    for (const project of [...projects].sort((one, other) => one - other)) {
      await this.#query("SELECT pg_advisory_xact_lock($1, $2)", [ourMark, project]);
    }
  }

  async #merge(lists: readonly ListId[]): Promise<void> {
    for (const list of lists) await this.#runBlockWork(addFirstBlock(list, ""));
    const touched = new Map<string, SortKey[]>(lists.map((list) => [nameList(list), []]));
    for (const statement of mergeStatements) {
      for (const row of await this.#query(statement)) {
        touched.get(nameList(toListId(row)))?.push(toSortKey(row));
      }
    }
    // From here on, each query reads a few rows by an index again.
    await this.#query(setTableScans("off"));
    for (const list of lists) {
      await this.#runBlockWork(refreshBlocks(list, touched.get(nameList(list)) ?? []));
    }
    if (this.#records >= manyRecords) await this.#query("ANALYZE record, block");
  }

  async #runBlockWork<T>(work: BlockWork<T>): Promise<T> {
    let step = work.next([]);
    while (!step.done) {
      const { rows } = await this.#client.query<Row>(toPostgresQuery(step.value));
      step = work.next(rows);
    }
    return step.value;
  }

  async #query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#client.query<Row>(text, [...values])).rows;
  }
}

function toListId(row: Row): ListId {
  return { projectId: toProjectId(row), kind: row["kind"] as RecordKind };
}
