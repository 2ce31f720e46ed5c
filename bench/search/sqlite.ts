import { DatabaseSync } from "node:sqlite";
import type { TagRecord } from "../../src/registry/sample/records.ts";
import { asked, first, type SearchResult } from "./engine.ts";

/** SQLite in memory, with columns for filters and an FTS5 index of trigrams for searches. */
export function createSqlite(tags: readonly TagRecord[]) {
  const database = new DatabaseSync(":memory:");
  database.exec(`
    CREATE TABLE tag (id TEXT, name TEXT COLLATE NOCASE, is_active INTEGER, added_when INTEGER, site_kind TEXT, floor NUMERIC);
    CREATE VIRTUAL TABLE words USING fts5(name, others, tokenize = 'trigram', content = '');
    CREATE INDEX tag_name ON tag (name);
    CREATE INDEX tag_added_when ON tag (added_when);
  `);
  const insertTag = database.prepare("INSERT INTO tag VALUES (?, ?, ?, ?, ?, ?)");
  const insertWords = database.prepare("INSERT INTO words (rowid, name, others) VALUES (?, ?, ?)");
  database.exec("BEGIN");
  for (const [index, tag] of tags.entries()) {
    const { id, name, description, is_active, added_when, additional_data: data } = tag;
    const texts = Object.values(data ?? {}).filter((value) => typeof value === "string");
    const kind = String(data?.["site_kind"]);
    const floor = typeof data?.["floor"] === "number" ? data["floor"] : null;
    insertTag.run(id, name, Number(is_active), added_when, kind, floor);
    insertWords.run(index + 1, name, [description, id, ...texts].join("\n"));
  }
  database.exec("COMMIT");
  const prepare = (from: string, order: string) => {
    const rows = database.prepare(`SELECT tag.id FROM ${from} ORDER BY ${order} LIMIT ${first}`);
    const count = database.prepare(`SELECT count(*) AS total FROM ${from}`);
    return (): SearchResult => ({
      ids: rows.all().map(({ id }) => String(id)),
      total: Number(count.get()?.["total"]),
    });
  };
  const kinds = asked.siteKinds.map((kind) => `'${kind}'`).join(", ");
  const words = asked.words.map((word) => `"${word}"`).join(" ");
  return {
    filter: prepare(
      `tag WHERE is_active AND site_kind IN (${kinds}) AND floor >= ${asked.minFloor}`,
      "name",
    ),
    contains: prepare(`tag WHERE name LIKE '%${asked.part}%'`, "added_when DESC"),
    search: prepare(
      `words JOIN tag ON tag.rowid = words.rowid WHERE words MATCH '${words}'`,
      "rank",
    ),
  };
}
