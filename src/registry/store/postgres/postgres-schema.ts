import {
  createForeignError,
  createVersionError,
  ourMark,
  schemaVersion,
} from "../schema-version.ts";
import { StoreError } from "../store.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import { beginReadWrite } from "./statements.ts";

/**
 * An advisory lock's id has two numbers. The first is `ourMark`. The second is this one for the
 * schema, or that of a project.
 */
const schemaLock = 0;

/**
 * Creates the tables in the connection's schema, unless they are there. Many processes can call it
 * at the same time. The caller closes the connection if this fails.
 * @throws StoreError for a database that is not a registry, that another version wrote, or that
 * cannot be used.
 */
export async function prepareDatabase(connection: PostgresConnection, name: string): Promise<void> {
  await checkServer(connection, name);
  if (await isPrepared(connection, name)) return;
  await connection.query(beginReadWrite);
  await connection.query("SELECT pg_advisory_xact_lock($1, $2)", [ourMark, schemaLock]);
  // Another process may have created them while this one waited for the lock.
  if (!(await isPrepared(connection, name))) await connection.query(tables);
  await connection.query("COMMIT");
}

async function checkServer(connection: PostgresConnection, name: string): Promise<void> {
  const [row] = await connection.query(
    "SELECT current_setting('server_encoding') AS encoding, current_schema() AS schema",
  );
  if (row?.["encoding"] !== "UTF8") {
    throw new StoreError(`${name} is not in UTF-8 (CREATE DATABASE … ENCODING 'UTF8')`);
  }
  if (row?.["schema"] === null) {
    throw new StoreError(`${name}: no schema in the user's search path exists`);
  }
}

async function isPrepared(connection: PostgresConnection, name: string): Promise<boolean> {
  const [row] = await connection.query(
    `SELECT to_regclass(quote_ident(current_schema()) || '.tapgraph') IS NOT NULL AS is_ours,
       EXISTS (
         SELECT FROM pg_class
         WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
           AND NOT EXISTS (SELECT FROM pg_depend
             WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
       ) AS has_tables`,
  );
  if (!row?.["is_ours"]) {
    if (row?.["has_tables"]) throw createForeignError(name);
    return false;
  }
  const [stored] = await connection.query("SELECT version FROM tapgraph");
  const version = Number(stored?.["version"]);
  if (version !== schemaVersion) throw createVersionError(name, version);
  return true;
}

/**
 * - `record.id` is a tag's id, or a terminal's as a string that sorts as the numbers do
 *   (`statements.ts`).
 * - `block` counts neighbouring records (`blocks.ts`).
 *
 * Strings sort by code point, independently of the database's collation.
 */
const tables = `
  CREATE TABLE tapgraph (version integer NOT NULL);
  INSERT INTO tapgraph (version) VALUES (${schemaVersion});

  CREATE TABLE record (
    project_id bigint NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('tag', 'terminal')),
    added_when bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    json text NOT NULL,
    PRIMARY KEY (project_id, kind, added_when, id),
    UNIQUE (project_id, kind, id)
  );

  CREATE TABLE block (
    project_id bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    added_when bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (project_id, kind, added_when, id)
  ) WITH (fillfactor = 70);

  CREATE TABLE structure (
    project_id bigint NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('tag', 'terminal')),
    json text NOT NULL,
    PRIMARY KEY (project_id, kind)
  );

  CREATE TABLE key (
    id text COLLATE "C" PRIMARY KEY,
    hash bytea NOT NULL,
    project_id bigint NOT NULL,
    name text NOT NULL,
    created_when bigint NOT NULL
  );
`;
