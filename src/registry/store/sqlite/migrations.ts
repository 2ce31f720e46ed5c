import {
  createForeignError,
  createNewerError,
  type Migrations,
  ourMark,
} from "../schema-version.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/**
 * Brings the schema of a file up to date, or creates it.
 * @throws StoreError for a file that is not a registry, or one that a newer version wrote.
 */
export function migrate(connection: SqliteConnection, file: string): void {
  const version = readPragma(connection, "user_version");
  const isOurs = readPragma(connection, "application_id") === ourMark;
  if (!isOurs && (version > 0 || hasTables(connection))) throw createForeignError(file);
  if (version > migrations.length) throw createNewerError(file, version, migrations.length);
  if (!isOurs) connection.runScript("PRAGMA page_size = 16384; PRAGMA journal_mode = WAL;");
  if (version < migrations.length) upgrade(connection);
}

/** Runs the missing scripts. It reads the version again under the lock, because another process may have upgraded the file. */
function upgrade(connection: SqliteConnection): void {
  connection.beginChange();
  try {
    const missing = migrations.slice(readPragma(connection, "user_version"));
    for (const script of missing) connection.runScript(script);
    connection.runScript(
      `PRAGMA application_id = ${ourMark}; PRAGMA user_version = ${migrations.length}`,
    );
    connection.commit();
  } catch (error) {
    connection.rollBack();
    throw error;
  }
}

function readPragma(connection: SqliteConnection, name: "user_version" | "application_id"): number {
  return Number(connection.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function hasTables(connection: SqliteConnection): boolean {
  return connection.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined;
}

/**
 * The tables:
 * - `record` is clustered in list order, so that a page is a run of neighbouring rows.
 * - `block` counts neighbouring records (`blocks.ts`); `list` and `mark` did so in earlier versions.
 */
export const migrations: Migrations = [
  `
  CREATE TABLE record (
    project_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('tag', 'terminal')),
    added_when INTEGER NOT NULL,
    id ANY NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (project_id, kind, added_when, id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX record_by_id ON record (project_id, kind, id);

  CREATE TABLE list (
    project_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (project_id, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE mark (
    project_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    position INTEGER NOT NULL,
    added_when INTEGER NOT NULL,
    id ANY NOT NULL,
    PRIMARY KEY (project_id, kind, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE structure (
    project_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('tag', 'terminal')),
    json TEXT NOT NULL,
    PRIMARY KEY (project_id, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE key (
    id TEXT PRIMARY KEY,
    hash BLOB NOT NULL,
    project_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    created_when INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE block (
    project_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    level INTEGER NOT NULL,
    added_when INTEGER NOT NULL,
    id ANY NOT NULL,
    size INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (project_id, kind, level, added_when, id)
  ) STRICT, WITHOUT ROWID;

  INSERT INTO block
  SELECT project_id, kind, 1, iif(number = 0, -9007199254740991, added_when),
    iif(number = 0, iif(kind = 'tag', '', -9007199254740991), id),
    min(200, count - number), min(200, count - number)
  FROM (
    SELECT project_id, kind, added_when, id, count, row_number() OVER (
      PARTITION BY project_id, kind ORDER BY added_when, id) - 1 AS number
    FROM record JOIN list USING (project_id, kind))
  WHERE number % 200 = 0;

  INSERT INTO block
  SELECT project_id, kind, 2, min(added_when), max(id) FILTER (WHERE number % 200 = 0), count(*), sum(count)
  FROM (
    SELECT *, row_number() OVER (PARTITION BY project_id, kind ORDER BY added_when, id) - 1 AS number
    FROM block)
  GROUP BY project_id, kind, number / 200;

  DROP TABLE mark;
  DROP TABLE list;
  `,
  // The tables are the same. But from here on, a key may be revoked by a file beside the database (`revocations.ts`): a program that
  // does not look for it would go on accepting the key.
  "",
];
