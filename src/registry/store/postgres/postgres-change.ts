import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { RecordKind } from "../../record.ts";
import { type ListId, nameList, type SortKey, toSortKey } from "../block-queries.ts";
import { addFirstBlocks, type BlockWork, refreshBlocks } from "../blocks.ts";
import { ourMark } from "../schema-version.ts";
import { insertKey, type Row, toProjectId } from "../shared-queries.ts";
import { type StoreChange, type StoredKey, type StoredRecord, StoreError } from "../store.ts";
import {
  createStaging,
  deleteEarlier,
  type Incoming,
  type IncomingTable,
  mergeStatements,
  setTableScans,
  stagingTable,
  toCopyRow,
  toIncomingTable,
} from "./merge-statements.ts";
import {
  type DatabaseName,
  isConnectionLost,
  toPostgresError,
  withPostgresErrors,
} from "./postgres-error.ts";
import { toPostgresQuery, toStoredId } from "./statements.ts";

/** How many records may wait in memory, and the total length of their JSON. More are copied into a temporary table. */
const maxWaiting = 5000;
const maxWaitingLength = 2 ** 24;

/**
 * A change of a PostgreSQL store, in one transaction. At first, it is only collected, in memory or in a temporary table. The
 * commit locks its projects and merges it, so a long import keeps others out for no longer than the merge takes.
 */
export class PostgresChange implements StoreChange {
  readonly #client: PoolClient;
  readonly #database: DatabaseName;
  readonly #waiting = new Map<string, Incoming>();
  #waitingLength = 0;
  readonly #structures = new Map<string, ListId & { readonly json: string }>();
  readonly #lists = new Map<string, ListId>();
  readonly #keys: StoredKey[] = [];
  #isStaged = false;
  #isOpen = true;

  /** Takes a client whose transaction has begun, and releases it when the change ends. */
  constructor(client: PoolClient, database: DatabaseName) {
    this.#client = client;
    this.#database = database;
  }

  async putRecords(records: readonly StoredRecord[]): Promise<void> {
    for (const { projectId, kind, id, addedWhen, json } of records) {
      await this.#take({ projectId, kind, id: toStoredId(id), addedWhen, json });
    }
  }

  async removeRecord(projectId: number, kind: RecordKind, id: string | number): Promise<void> {
    await this.#take({ projectId, kind, id: toStoredId(id), addedWhen: 0, json: null });
  }

  async putStructure(projectId: number, kind: RecordKind, json: string): Promise<void> {
    this.#structures.set(nameList({ projectId, kind }), { projectId, kind, json });
  }

  async putKey(key: StoredKey): Promise<void> {
    this.#keys.push(key);
  }

  async commit(): Promise<void> {
    await withPostgresErrors(this.#database, async () => {
      if (this.#isStaged) await this.#stage();
      await this.#lock();
      await this.#merge();
      for (const { projectId, kind, json } of this.#structures.values()) {
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

  async #take(incoming: Incoming): Promise<void> {
    const list = nameList(incoming);
    if (!this.#lists.has(list)) {
      this.#lists.set(list, { projectId: incoming.projectId, kind: incoming.kind });
    }
    this.#waiting.set(`${list} ${incoming.id}`, incoming);
    this.#waitingLength += incoming.json?.length ?? 0;
    const isFull = this.#waiting.size >= maxWaiting || this.#waitingLength >= maxWaitingLength;
    if (isFull) await withPostgresErrors(this.#database, () => this.#stage());
  }

  /** Copies the waiting records into a temporary table, which ends with the transaction. */
  async #stage(): Promise<void> {
    if (!this.#isStaged) {
      await this.#query(createStaging);
      this.#isStaged = true;
    }
    const rows = Array.from(this.#waiting.values(), toCopyRow);
    this.#waiting.clear();
    this.#waitingLength = 0;
    await pipeline(
      Readable.from([rows.join("")]),
      this.#client.query(
        copyFrom("COPY staging (project_id, kind, id, added_when, json) FROM STDIN"),
      ),
    );
  }

  /** Locks the projects in ascending order, so that two changes cannot deadlock. */
  async #lock(): Promise<void> {
    // If this machine fails from here on, others wait a minute for the locks, instead of until the network notices the failure.
    await this.#query("SET LOCAL idle_in_transaction_session_timeout = '1min'");
    const lists = [...this.#lists.values(), ...this.#structures.values()];
    // This part of a lock's id has only 32 bits, so two projects may share a lock.
    const projects = new Set(lists.map(({ projectId }) => projectId % 2 ** 31));
    for (const project of [...projects].sort((one, other) => one - other)) {
      await this.#query("SELECT pg_advisory_xact_lock($1, $2)", [ourMark, project]);
    }
  }

  async #merge(): Promise<void> {
    if (this.#lists.size === 0) return;
    for (const list of this.#lists.values()) await this.#runBlockWork(addFirstBlocks(list, ""));
    const touched = await this.#mergeRecords();
    // From here on, each query reads a few rows by an index again.
    if (this.#isStaged) await this.#query(setTableScans("off"));
    for (const [name, list] of this.#lists) {
      await this.#runBlockWork(refreshBlocks(list, touched.get(name) ?? []));
    }
    if (this.#isStaged) await this.#query("ANALYZE record, block");
  }

  /** Returns the starts of the blocks in which records were added or removed, by list. */
  async #mergeRecords(): Promise<ReadonlyMap<string, readonly SortKey[]>> {
    const incoming = this.#isStaged
      ? await this.#dropEarlierRows()
      : toIncomingTable([...this.#waiting.values()]);
    const touched = new Map([...this.#lists.keys()].map((name): [string, SortKey[]] => [name, []]));
    for (const sql of mergeStatements(incoming)) {
      for (const row of await this.#query(sql, incoming.values)) {
        const kind = row["kind"] as RecordKind;
        touched.get(nameList({ projectId: toProjectId(row), kind }))?.push(toSortKey(row));
      }
    }
    return touched;
  }

  async #dropEarlierRows(): Promise<IncomingTable> {
    await this.#query(setTableScans("on"));
    await this.#query("ANALYZE staging");
    await this.#query(deleteEarlier);
    return stagingTable;
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
