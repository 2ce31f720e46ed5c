import { LRUCache } from "lru-cache";
import { type ListId, nameList, type SortKey, toSortKey } from "../blocks.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

interface PlacedBlock extends SortKey {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the blocks of lists begin, kept until something changes. To add up their counts for each
 * page, as PostgreSQL does, takes SQLite a millisecond in a list of a million.
 */
export class SqliteBlocks {
  readonly #connection: SqliteConnection;
  readonly #known = new LRUCache<string, readonly PlacedBlock[]>({
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: (blocks) => blocks.length * 100 + 500,
  });
  #version = Number.NaN;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** The blocks of a list in their order. Within a transaction, they are of its moment. */
  of(list: ListId): readonly PlacedBlock[] {
    const version = this.#connection.readVersion();
    if (version !== this.#version) this.#known.clear();
    this.#version = version;
    const blocks = this.#known.get(nameList(list)) ?? this.#read(list);
    this.#known.set(nameList(list), blocks);
    return blocks;
  }

  #read({ projectId, kind }: ListId): readonly PlacedBlock[] {
    const where = "project_id = ? AND kind = ? ORDER BY added_when, id";
    const sql = `SELECT added_when, id, count FROM block WHERE ${where}`;
    let end = 0;
    return this.#connection.all(sql, projectId, kind).map((row) => {
      const start = end;
      end += Number(row["count"]);
      return { ...toSortKey(row), start, end };
    });
  }
}

/** The first block that ends after a position; undefined if it is beyond the list. */
export function findBlock(
  blocks: readonly PlacedBlock[],
  position: number,
): PlacedBlock | undefined {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return blocks[low];
}
