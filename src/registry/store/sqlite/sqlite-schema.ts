import {
  createForeignError,
  createVersionError,
  ourMark,
  schemaVersion,
} from "../schema-version.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/**
 * Creates the tables of a new file. The caller closes the connection if this fails.
 * @throws StoreError for a file that is not a registry, or one that another version wrote.
 */
export function prepareFile(connection: SqliteConnection, file: string): void {
  if (isPrepared(connection, file)) return;
  connection.execute("PRAGMA page_size = 16384; PRAGMA journal_mode = WAL;");
  connection.beginChange();
  // Another process may have created them while this one waited for the lock.
  if (!isPrepared(connection, file)) connection.execute(tables);
  connection.commit();
}

function isPrepared(connection: SqliteConnection, file: string): boolean {
  const version = readPragma(connection, "user_version");
  if (readPragma(connection, "application_id") === ourMark) {
    if (version !== schemaVersion) throw createVersionError(file, version);
    return true;
  }
  const hasTables = connection.get("SELECT 1 FROM sqlite_schema LIMIT 1") !== undefined;
  if (version > 0 || hasTables) throw createForeignError(file);
  return false;
}

function readPragma(connection: SqliteConnection, name: "user_version" | "application_id"): number {
  return Number(connection.get(`PRAGMA ${name}`)?.[name]);
}

/**
 * - `record` is clustered in list order, so that a page is a run of neighbouring rows.
 * - `block` counts neighbouring records (`blocks.ts`).
 */
const tables = `
  CREATE TABLE record (
    project_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('tag', 'terminal')),
    added_when INTEGER NOT NULL,
    id ANY NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (project_id, kind, added_when, id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX record_by_id ON record (project_id, kind, id);

  CREATE TABLE block (
    project_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    added_when INTEGER NOT NULL,
    id ANY NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (project_id, kind, added_when, id)
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

  PRAGMA application_id = ${ourMark};
  PRAGMA user_version = ${schemaVersion};
`;
