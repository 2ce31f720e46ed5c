import { LRUCache } from "lru-cache";
import type { RecordKind } from "../../record.ts";
import { type ListId, nameList, type SortKey, toSortKey } from "../blocks.ts";
import { noBytes, toBytes, toKeyGrant } from "../shared-queries.ts";
import type { KeyGrant, ListRun, StoredPage } from "../store.ts";
import type { Revocations } from "./revocations.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

const mebibyte = 1024 * 1024;

const entryBytes = 500;

/**
 * Reads a SQLite store as it is now. It keeps pages, and where blocks begin, until something
 * changes.
 */
export class SqliteView {
  readonly #connection: SqliteConnection;
  readonly #revocations: Revocations | undefined;
  readonly #pages = new LRUCache<string, StoredPage>({
    maxSize: 32 * mebibyte,
    sizeCalculation: ({ records }) => records.length + entryBytes,
  });
  readonly #blocks = new LRUCache<string, readonly PlacedBlock[]>({
    maxSize: 8 * mebibyte,
    sizeCalculation: (blocks) => blocks.length * 100 + entryBytes,
  });
  #version = Number.NaN;

  constructor(connection: SqliteConnection, revocations?: Revocations) {
    this.#connection = connection;
    this.#revocations = revocations;
  }

  readGrant(keyId: string): KeyGrant | undefined {
    const row = this.#connection.get("SELECT hash, project_id FROM key WHERE id = ?", keyId);
    return row && !this.#revocations?.has(keyId) ? toKeyGrant(row) : undefined;
  }

  readRecord(projectId: number, kind: RecordKind, id: string | number): string | undefined {
    const where = "project_id = ? AND kind = ? AND id = ?";
    const row = this.#connection.get(`SELECT json FROM record WHERE ${where}`, projectId, kind, id);
    return row && String(row["json"]);
  }

  readStructure(projectId: number, kind: RecordKind): string | undefined {
    const where = "project_id = ? AND kind = ?";
    const row = this.#connection.get(`SELECT json FROM structure WHERE ${where}`, projectId, kind);
    return row && String(row["json"]);
  }

  readPage(projectId: number, run: ListRun): StoredPage {
    this.#refresh();
    const name = `${projectId} ${run.kind} ${run.position} ${run.limit}`;
    const known = this.#pages.get(name);
    if (known) return known;
    using _transaction = this.#connection.beginRead();
    // The blocks must be of the same moment as this transaction.
    this.#refresh();
    const page = this.#selectPage({ projectId, kind: run.kind }, run);
    this.#pages.set(name, page);
    return page;
  }

  #refresh(): void {
    const version = this.#connection.readVersion();
    if (version === this.#version) return;
    this.#version = version;
    this.#pages.clear();
    this.#blocks.clear();
  }

  #selectPage(list: ListId, { position, limit }: ListRun): StoredPage {
    const blocks = this.#readBlocks(list);
    const count = blocks.at(-1)?.end ?? 0;
    const block = findBlockAt(blocks, position);
    if (!block) return { count, records: noBytes };
    const row = this.#connection.get(
      `SELECT CAST(group_concat(json, ',') AS BLOB) AS records FROM (
         SELECT json FROM record
         WHERE project_id = ? AND kind = ? AND (added_when, id) >= (?, ?)
         ORDER BY added_when, id LIMIT ? OFFSET ?)`,
      ...[list.projectId, list.kind, block.addedWhen, block.id, limit, position - block.start],
    );
    return { count, records: toBytes(row?.["records"]) };
  }

  #readBlocks(list: ListId): readonly PlacedBlock[] {
    const known = this.#blocks.get(nameList(list));
    if (known) return known;
    let end = 0;
    const rows = this.#connection.all(
      "SELECT added_when, id, count FROM block WHERE project_id = ? AND kind = ? ORDER BY added_when, id",
      list.projectId,
      list.kind,
    );
    const blocks = rows.map((row) => {
      const start = end;
      end += Number(row["count"]);
      return { ...toSortKey(row), start, end };
    });
    this.#blocks.set(nameList(list), blocks);
    return blocks;
  }
}

interface PlacedBlock extends SortKey {
  readonly start: number;
  readonly end: number;
}

function findBlockAt(blocks: readonly PlacedBlock[], position: number): PlacedBlock | undefined {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return blocks[low];
}
