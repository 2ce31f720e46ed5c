import type { Kind } from "../../record.ts";
import type { ListRun, StoredLock, StoredPage } from "../store.ts";
import type { Connection } from "./connection.ts";
import { ReadCache } from "./read-cache.ts";

const mebibyte = 1024 * 1024;
const nothing = new Uint8Array();

/** What a SQLite store holds now. What it was asked before it has at hand. */
export class SqliteView {
  readonly #connection: Connection;
  readonly #pages = new ReadCache<StoredPage>(32 * mebibyte, ({ records }) => records.length);
  readonly #texts = new ReadCache<string | undefined>(8 * mebibyte, (text) => text?.length ?? 0);
  readonly #locks = new ReadCache<StoredLock | undefined>(mebibyte, () => 64);
  #version = "";

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Forgets what is at hand if anything was changed since, by any process. */
  refresh(): this {
    const version = this.#connection.readVersion();
    if (version === this.#version) return this;
    this.#version = version;
    for (const cache of [this.#pages, this.#texts, this.#locks]) cache.clear();
    return this;
  }

  /** What the key of this id opens; undefined where there is none, or no more. */
  readLock(keyId: string): StoredLock | undefined {
    return this.#locks.get(keyId, () => {
      const row = this.#connection
        .prepare("SELECT hash, project_id FROM key WHERE id = ?")
        .get(keyId);
      return row && { hash: toBytes(row["hash"]), projectId: Number(row["project_id"]) };
    });
  }

  /** The JSON text of one record; undefined where the project has no such record. */
  readRecord(projectId: number, kind: Kind, id: string | number): string | undefined {
    return this.#texts.get(`${projectId} ${kind} ${id}`, () => {
      const row = this.#connection
        .prepare("SELECT json FROM record WHERE project_id = ? AND kind = ? AND id = ?")
        .get(projectId, kind, id);
      return row && String(row["json"]);
    });
  }

  /** The JSON text of a structure; undefined where the project has defined none. */
  readStructure(projectId: number, kind: Kind): string | undefined {
    return this.#texts.get(`${projectId} ${kind}`, () => {
      const row = this.#connection
        .prepare("SELECT json FROM structure WHERE project_id = ? AND kind = ?")
        .get(projectId, kind);
      return row && String(row["json"]);
    });
  }

  /** A run of a list, and the list's count, both of one moment. */
  readPage(projectId: number, run: ListRun): StoredPage {
    const { kind, position, limit } = run;
    return this.#pages.get(`${projectId} ${kind} ${position} ${limit}`, () => {
      using _reading = this.#connection.beginReading();
      return this.#selectPage(projectId, run);
    });
  }

  #selectPage(projectId: number, { kind, position, limit }: ListRun): StoredPage {
    const top = this.#connection
      .prepare(
        `SELECT added_when, id, size, before, total FROM (
           SELECT *, sum(count) OVER (ORDER BY added_when, id) - count AS before, sum(count) OVER () AS total
           FROM block WHERE project_id = ? AND kind = ? AND level = 2)
         WHERE before <= ? ORDER BY added_when DESC, id DESC LIMIT 1`,
      )
      .get(projectId, kind, position);
    const count = Number(top?.["total"] ?? 0);
    if (!top || position >= count) return { count, records: nothing };
    const within = position - Number(top["before"]);
    const block = this.#connection
      .prepare(
        `SELECT added_when, id, before FROM (
           SELECT *, sum(count) OVER (ORDER BY added_when, id) - count AS before FROM (
             SELECT * FROM block
             WHERE project_id = ? AND kind = ? AND level = 1 AND (added_when, id) >= (?, ?)
             ORDER BY added_when, id LIMIT ?))
         WHERE before <= ? ORDER BY added_when DESC, id DESC LIMIT 1`,
      )
      .get(
        projectId,
        kind,
        toNumberOrText(top["added_when"]),
        toNumberOrText(top["id"]),
        Number(top["size"]),
        within,
      );
    const row = this.#connection
      .prepare(
        `SELECT CAST(group_concat(json, ',') AS BLOB) AS records FROM (
           SELECT json FROM record
           WHERE project_id = ? AND kind = ? AND (added_when, id) >= (?, ?)
           ORDER BY added_when, id LIMIT ? OFFSET ?)`,
      )
      .get(
        projectId,
        kind,
        toNumberOrText(block?.["added_when"]),
        toNumberOrText(block?.["id"]),
        limit,
        within - Number(block?.["before"]),
      );
    return { count, records: toBytes(row?.["records"]) };
  }
}

function toBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : nothing;
}

function toNumberOrText(value: unknown): number | string {
  return typeof value === "number" ? value : String(value);
}
