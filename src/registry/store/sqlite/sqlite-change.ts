import type { RecordKind } from "../../record.ts";
import {
  addFirstBlock,
  findBlock,
  type ListId,
  nameList,
  refreshBlocks,
  type SortKey,
  type SortRange,
} from "../blocks.ts";
import { insertKey } from "../queries.ts";
import type { StoreChange, StoredKey, StoredRecord } from "../store.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** A change of a SQLite store, in one transaction. Nobody else can write until it ends. */
export class SqliteChange implements StoreChange {
  readonly #connection: SqliteConnection;
  readonly #mode: "immediate" | "on commit";
  readonly #lock: Disposable;
  readonly #touched = new Map<string, TouchedList>();
  readonly #steps: (() => void)[] = [];
  #isOpen = true;

  /**
   * @param mode when its steps run. On a shared connection they run on commit, so that others never
   * see half of the change.
   */
  constructor(connection: SqliteConnection, mode: "immediate" | "on commit", lock: Disposable) {
    this.#connection = connection;
    this.#mode = mode;
    this.#lock = lock;
    if (mode === "immediate") connection.beginChange();
  }

  async putRecords(records: readonly StoredRecord[]): Promise<void> {
    this.#runStep(() => {
      for (const record of records) this.#put(record);
    });
  }

  async removeRecord(projectId: number, kind: RecordKind, id: string | number): Promise<void> {
    this.#runStep(() => {
      const addedWhen = this.#findAddedWhen({ projectId, kind, id });
      if (addedWhen !== undefined) this.#remove({ projectId, kind }, { addedWhen, id });
    });
  }

  async putStructure(projectId: number, kind: RecordKind, json: string): Promise<void> {
    this.#runStep(() => {
      this.#connection.run(
        "INSERT OR REPLACE INTO structure (project_id, kind, json) VALUES (?, ?, ?)",
        projectId,
        kind,
        json,
      );
    });
  }

  async putKey(key: StoredKey): Promise<void> {
    const { sql, values } = insertKey(key);
    this.#runStep(() => {
      this.#connection.run(sql, ...values);
    });
  }

  async commit(): Promise<void> {
    if (this.#mode === "on commit") this.#connection.beginChange();
    try {
      for (const step of this.#steps) step();
      for (const { list, starts } of this.#touched.values()) {
        this.#connection.runBlockWork(refreshBlocks(list, starts.values()));
      }
      this.#connection.commit();
    } catch (error) {
      this.#connection.rollBack();
      throw error;
    }
    this.#end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return;
    if (this.#mode === "immediate") this.#connection.rollBack();
    this.#end();
  }

  #end(): void {
    this.#isOpen = false;
    this.#lock[Symbol.dispose]();
  }

  #runStep(step: () => void): void {
    if (this.#mode === "immediate") step();
    else this.#steps.push(step);
  }

  #put(record: StoredRecord): void {
    // Most records of an import are new, and cost one statement.
    if (this.#insert(record)) return;
    const { projectId, kind, id, addedWhen, json } = record;
    const oldAddedWhen = this.#findAddedWhen(record);
    if (oldAddedWhen === addedWhen) {
      this.#connection.run(
        "UPDATE record SET json = ?5 WHERE project_id = ?1 AND kind = ?2 AND added_when = ?3 AND id = ?4",
        ...[projectId, kind, addedWhen, id, json],
      );
      return;
    }
    if (oldAddedWhen !== undefined)
      this.#remove({ projectId, kind }, { addedWhen: oldAddedWhen, id });
    this.#insert(record);
  }

  /** Returns false if there already is a record with this id, which then stays unchanged. */
  #insert({ projectId, kind, id, addedWhen, json }: StoredRecord): boolean {
    const inserted = this.#connection.run(
      "INSERT INTO record (project_id, kind, added_when, id, json) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      ...[projectId, kind, addedWhen, id, json],
    );
    if (inserted > 0) this.#touch({ projectId, kind }, { addedWhen, id });
    return inserted > 0;
  }

  #findAddedWhen({ projectId, kind, id }: Pick<StoredRecord, "projectId" | "kind" | "id">) {
    const row = this.#connection.get(
      "SELECT added_when FROM record WHERE project_id = ? AND kind = ? AND id = ?",
      projectId,
      kind,
      id,
    );
    return row && Number(row["added_when"]);
  }

  #remove(list: ListId, sortKey: SortKey): void {
    this.#touch(list, sortKey);
    this.#connection.run(
      "DELETE FROM record WHERE project_id = ? AND kind = ? AND added_when = ? AND id = ?",
      ...[list.projectId, list.kind, sortKey.addedWhen, sortKey.id],
    );
  }

  /**
   * Notes the block in which a record is added or removed. A list that has no blocks yet gets its
   * first one.
   */
  #touch(list: ListId, sortKey: SortKey): void {
    const name = nameList(list);
    const known = this.#touched.get(name);
    // Neighbours in an imported file are usually neighbours in the list as well.
    if (known && isWithin(known.last, sortKey)) return;
    if (!known) this.#connection.runBlockWork(addFirstBlock(list, minIds[list.kind]));
    const last = this.#connection.runBlockWork(findBlock(list, sortKey));
    const starts = known?.starts ?? new Map<string, SortKey>();
    starts.set(`${last.from.addedWhen} ${last.from.id}`, last.from);
    this.#touched.set(name, { list, starts, last });
  }
}

const minIds = { tag: "", terminal: Number.MIN_SAFE_INTEGER } as const;

interface TouchedList {
  readonly list: ListId;
  readonly starts: Map<string, SortKey>;
  readonly last: SortRange;
}

/**
 * Whether a sort key certainly lies in a range. Only times are compared, because JavaScript does
 * not sort ids as SQLite does.
 */
function isWithin({ from, to }: SortRange, { addedWhen }: SortKey): boolean {
  return from.addedWhen < addedWhen && addedWhen < to.addedWhen;
}
