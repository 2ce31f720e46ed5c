import type { RecordKind } from "../../record.ts";
import {
  addFirstBlock,
  type ListId,
  nameList,
  refreshBlocks,
  type SortKey,
  toSortKey,
} from "../blocks.ts";
import { insertKey, type Row, toProjectId } from "../queries.ts";
import { ourMark } from "../schema-version.ts";
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
import { type PostgresConnection, toPostgresQuery } from "./postgres-connection.ts";
import { ConnectionLostError } from "./postgres-error.ts";

/** From so many records on, a change may have made the planner's statistics wrong. */
const manyRecords = 5000;

/** How many records may wait in memory, and the total length of their rows. */
const maxRows = 1000;
const maxLength = 2 ** 22;

/**
 * A change of a PostgreSQL store, in one transaction. At first, its records are only collected, in
 * a temporary table. The commit locks its projects and merges it, so a long import keeps others out
 * for no longer than the merge takes.
 */
export class PostgresChange implements StoreChange {
  readonly #connection: PostgresConnection;
  readonly #name: string;
  readonly #structures: (ListId & { readonly json: string })[] = [];
  readonly #keys: StoredKey[] = [];
  #rows = "";
  #rowCount = 0;
  #records = 0;
  #isOpen = true;

  /** @param connection on which a transaction has begun. It is released when the change ends. */
  constructor(connection: PostgresConnection, name: string) {
    this.#connection = connection;
    this.#name = name;
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
    const lists = await this.#findLists();
    await this.#lock([...lists, ...this.#structures]);
    if (lists.length > 0) await this.#merge(lists);
    for (const { projectId, kind, json } of this.#structures) {
      await this.#connection.query(
        `INSERT INTO structure (project_id, kind, json) VALUES ($1, $2, $3)
         ON CONFLICT (project_id, kind) DO UPDATE SET json = excluded.json`,
        [projectId, kind, json],
      );
    }
    for (const key of this.#keys) await this.#connection.run(toPostgresQuery(insertKey(key)));
    await this.#finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#connection.rollBack();
  }

  async #finish(): Promise<void> {
    this.#isOpen = false;
    try {
      await this.#connection.query("COMMIT");
      this.#connection.release("usable");
    } catch (error) {
      this.#connection.release("broken");
      if (!(error instanceof ConnectionLostError)) throw error;
      throw new StoreError(
        `${this.#name}: the connection was lost during the commit: check whether the change was made`,
      );
    }
  }

  async #take(records: readonly Incoming[]): Promise<void> {
    for (const record of records) this.#rows += toCopyRow(record);
    this.#rowCount += records.length;
    if (this.#rowCount < maxRows && this.#rows.length < maxLength) return;
    await this.#stage();
  }

  async #stage(): Promise<void> {
    if (this.#records === 0) await this.#connection.query(createStaging);
    await this.#connection.copy(copyToStaging, this.#rows);
    this.#records += this.#rowCount;
    this.#rowCount = 0;
    this.#rows = "";
  }

  async #findLists(): Promise<readonly ListId[]> {
    if (this.#rowCount > 0) await this.#stage();
    if (this.#records === 0) return [];
    await this.#connection.query(setTableScans("on"));
    await this.#connection.query("ANALYZE staging");
    await this.#connection.query(deleteEarlier);
    return (await this.#connection.query("SELECT DISTINCT project_id, kind FROM staging")).map(
      toListId,
    );
  }

  /** Locks the projects in ascending order, so that two changes cannot deadlock. */
  async #lock(lists: readonly ListId[]): Promise<void> {
    // If this machine fails from here on, others wait a minute for the locks, instead of until the
    // network notices the failure.
    await this.#connection.query("SET LOCAL idle_in_transaction_session_timeout = '1min'");
    // This part of a lock's id has only 32 bits, so two projects may share a lock.
    const projects = new Set(lists.map(({ projectId }) => projectId % 2 ** 31));
    for (const project of [...projects].sort((one, other) => one - other)) {
      await this.#connection.query("SELECT pg_advisory_xact_lock($1, $2)", [ourMark, project]);
    }
  }

  async #merge(lists: readonly ListId[]): Promise<void> {
    for (const list of lists) await this.#connection.runBlockWork(addFirstBlock(list, ""));
    const touched = new Map<string, SortKey[]>(lists.map((list) => [nameList(list), []]));
    for (const statement of mergeStatements) {
      for (const row of await this.#connection.query(statement)) {
        touched.get(nameList(toListId(row)))?.push(toSortKey(row));
      }
    }
    // From here on, each query reads a few rows by an index again.
    await this.#connection.query(setTableScans("off"));
    for (const list of lists) {
      await this.#connection.runBlockWork(refreshBlocks(list, touched.get(nameList(list)) ?? []));
    }
    if (this.#records >= manyRecords) await this.#connection.query("ANALYZE record, block");
  }
}

function toListId(row: Row): ListId {
  return { projectId: toProjectId(row), kind: row["kind"] as RecordKind };
}
