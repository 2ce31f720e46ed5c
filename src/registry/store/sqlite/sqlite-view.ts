import type { RecordKind } from "../../record.ts";
import { type Level, type ListId, type SortKey, toSortKey } from "../block-queries.ts";
import { noBytes, toBytes, toKeyGrant } from "../shared-queries.ts";
import type { KeyGrant, ListRun, StoredPage } from "../store.ts";
import { ReadCache } from "./read-cache.ts";
import type { Revocations } from "./revocations.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

const mebibyte = 1024 * 1024;

/** Reads a SQLite store as it is now. It caches what it reads until something changes. */
export class SqliteView {
  readonly #connection: SqliteConnection;
  readonly #pages = new ReadCache<StoredPage>(32 * mebibyte, ({ records }) => records.length);
  /** Records and structures. */
  readonly #json = new ReadCache<string | undefined>(
    8 * mebibyte,
    (json) => 2 * (json?.length ?? 0),
  );
  readonly #blocks = new ReadCache<readonly CountedBlock[]>(
    8 * mebibyte,
    (blocks) => blocks.length * 100,
  );
  readonly #grants = new ReadCache<KeyGrant | undefined>(mebibyte, () => 64);
  readonly #revocations: Revocations | undefined;
  #version = Number.NaN;

  /** @param revocations which keys of the file were revoked. Only `readGrant` needs them. */
  constructor(connection: SqliteConnection, revocations?: Revocations) {
    this.#connection = connection;
    this.#revocations = revocations;
  }

  /** Empties the caches if any process has changed anything since the last call. */
  refresh(): this {
    const version = this.#connection.readVersion();
    if (version === this.#version) return this;
    this.#version = version;
    for (const cache of [this.#pages, this.#json, this.#blocks, this.#grants]) cache.clear();
    return this;
  }

  /** What the key with this id grants; undefined if there is no such key. */
  readGrant(keyId: string): KeyGrant | undefined {
    const grant = this.#grants.get(keyId, () => {
      const row = this.#connection
        .prepare("SELECT hash, project_id FROM key WHERE id = ?")
        .get(keyId);
      return row && toKeyGrant(row);
    });
    return grant && this.#revocations?.has(keyId) ? undefined : grant;
  }

  /** A record as JSON; undefined if the project has no such record. */
  readRecord(projectId: number, kind: RecordKind, id: string | number): string | undefined {
    return this.#json.get(`${projectId} ${kind} ${id}`, () => {
      const row = this.#connection
        .prepare("SELECT json FROM record WHERE project_id = ? AND kind = ? AND id = ?")
        .get(projectId, kind, id);
      return row && String(row["json"]);
    });
  }

  /** A structure as JSON; undefined if the project has none. */
  readStructure(projectId: number, kind: RecordKind): string | undefined {
    return this.#json.get(`${projectId} ${kind}`, () => {
      const row = this.#connection
        .prepare("SELECT json FROM structure WHERE project_id = ? AND kind = ?")
        .get(projectId, kind);
      return row && String(row["json"]);
    });
  }

  /** A page of a list and the list's count, both of the same moment. */
  readPage(projectId: number, run: ListRun): StoredPage {
    const { kind, position, limit } = run;
    return this.#pages.get(`${projectId} ${kind} ${position} ${limit}`, () => {
      using _transaction = this.#connection.beginRead();
      // Cached blocks must be of the same moment as this transaction.
      this.refresh();
      return this.#selectPage({ projectId, kind }, run);
    });
  }

  #selectPage(list: ListId, { position, limit }: ListRun): StoredPage {
    const uppers = this.#readBlocks(list, 2);
    const last = uppers.at(-1);
    const count = last ? last.before + last.count : 0;
    if (position >= count) return { count, records: noBytes };
    const upper = findBlockAt(uppers, position);
    const positionInUpper = position - upper.before;
    const lower = findBlockAt(this.#readBlocks(list, 1, upper), positionInUpper);
    const positionInLower = positionInUpper - lower.before;
    const row = this.#connection
      .prepare(
        `SELECT CAST(group_concat(json, ',') AS BLOB) AS records FROM (
           SELECT json FROM record
           WHERE project_id = ? AND kind = ? AND (added_when, id) >= (?, ?)
           ORDER BY added_when, id LIMIT ? OFFSET ?)`,
      )
      .get(list.projectId, list.kind, lower.addedWhen, lower.id, limit, positionInLower);
    return { count, records: toBytes(row?.["records"]) };
  }

  /** The blocks of a level: all of them, or those within a block of the level above. */
  #readBlocks(
    { projectId, kind }: ListId,
    level: Level,
    above: Pick<CountedBlock, "addedWhen" | "id" | "size"> = wholeList,
  ): readonly CountedBlock[] {
    const { addedWhen, id, size } = above;
    return this.#blocks.get(`${projectId} ${kind} ${level} ${addedWhen} ${id}`, () => {
      let before = 0;
      return this.#connection
        .prepare(
          `SELECT added_when, id, size, count FROM block
           WHERE project_id = ? AND kind = ? AND level = ? AND (added_when, id) >= (?, ?)
           ORDER BY added_when, id LIMIT ?`,
        )
        .all(projectId, kind, level, addedWhen, id, size)
        .map((row) => {
          const block = {
            ...toSortKey(row),
            size: Number(row["size"]),
            count: Number(row["count"]),
            before,
          };
          before += block.count;
          return block;
        });
    });
  }
}

/** A block with its counts of members (`size`) and records (`count`). */
interface CountedBlock extends SortKey {
  readonly size: number;
  readonly count: number;
  /** The number of records in the blocks that precede it in the same result. */
  readonly before: number;
}

/** The complete list as a block that contains all others: it begins before all records, and has any number of members. */
const wholeList = { addedWhen: -(2 ** 53), id: "", size: Number.MAX_SAFE_INTEGER } as const;

/** The block that contains the record at this position, by binary search. */
function findBlockAt(blocks: readonly CountedBlock[], position: number): CountedBlock {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((blocks[middle]?.before ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  const block = blocks[low];
  if (!block) throw new Error("A list has lost its blocks");
  return block;
}
