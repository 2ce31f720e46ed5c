import { DatabaseSync } from "node:sqlite";
import { migrations as postgresMigrations } from "../../src/registry/store/postgres/migrations.ts";
import { migrations as sqliteMigrations } from "../../src/registry/store/sqlite/migrations.ts";
import type { StorePlace, TableRow } from "../support/stores.ts";

export const sqliteVersion = sqliteMigrations.length;
export const postgresVersion = postgresMigrations.length;

/** The SQL that makes a SQLite file again, with all that tapgraph reads of it. */
export function dumpSqlite(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const read = (sql: string) => database.prepare(sql).all();
    const pragmas = ["application_id", "user_version"].map(
      (name) => `PRAGMA ${name} = ${read(`PRAGMA ${name}`)[0]?.[name]};`,
    );
    const made = read(
      "SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name",
    );
    const rows = made.flatMap(({ name, type }) => {
      if (type !== "table") return [];
      const columns = read(`PRAGMA table_info("${name}")`).map(
        (column) => `quote("${column["name"]}")`,
      );
      const values = read(`SELECT ${columns.join("||', '||")} AS row FROM "${name}" ORDER BY 1`);
      return values.map(({ row }) => `INSERT INTO "${name}" VALUES (${row});`);
    });
    return [...pragmas, ...made.map(({ sql }) => `${sql};`), ...rows, ""].join("\n");
  } finally {
    database.close();
  }
}

/** The SQL that makes the tables of a PostgreSQL schema again: the released scripts, and the rows. */
export async function dumpPostgres(place: StorePlace): Promise<string> {
  const rows: string[] = [];
  for (const table of ["block", "key", "record", "structure", "tapgraph"]) {
    const columns = await place.query(
      `SELECT string_agg(format('quote_nullable(%I::text)', column_name), ', ' ORDER BY ordinal_position) AS list
       FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = '${table}'`,
    );
    const found: readonly TableRow[] = await place.query(
      `SELECT concat_ws(', ', ${columns[0]?.["list"]}) AS row FROM ${table} ORDER BY 1`,
    );
    rows.push(...found.map(({ row }) => `INSERT INTO ${table} VALUES (${row});`));
  }
  return [...postgresMigrations, ...rows, ""].join("\n");
}
