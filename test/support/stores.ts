import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { afterAll } from "vitest";
import { createFolder } from "./folder.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres.ts";

/** A row of a table, as the database returns it. */
export type TableRow = Readonly<Record<string, unknown>>;

/** A place for the store of one test alone. The store is empty at first. */
export interface StorePlace extends AsyncDisposable {
  /** The file or address, as `openStore` and `REGISTRY_DB` take it. */
  readonly address: string;
  /** Runs a statement directly on the database. */
  query(sql: string): Promise<readonly TableRow[]>;
}

/** A place in a PostgreSQL database. */
export interface PostgresPlace extends StorePlace {
  /** Connects `query` again, after the server was restarted. */
  reconnect(): Promise<void>;
}

/** A kind of database that stores can be in. */
export interface StoreKind {
  readonly name: "SQLite" | "PostgreSQL";
  /** Makes a place for one test. */
  createPlace(): Promise<StorePlace>;
}

const sqlite: StoreKind = {
  name: "SQLite",
  async createPlace() {
    const folder = await createFolder();
    return {
      address: folder.file("registry.db"),
      async query(sql) {
        const database = new DatabaseSync(folder.file("registry.db"));
        try {
          return database.prepare(sql).all();
        } finally {
          database.close();
        }
      },
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  },
};

let server: Promise<PostgresServer> | undefined;
let places = 0;
/** Distinguishes the schemas of this test file from those of other files that share the server. */
const run = randomBytes(6).toString("hex");

/** The address of the server that all tests of a file share: that of `TEST_POSTGRES`, or of a server that is started now. */
async function findAddress(): Promise<string> {
  const given = process.env["TEST_POSTGRES"];
  if (given) return given;
  server ??= startPostgres();
  return (await server).address;
}

/** Makes a new schema in the database at this address. */
export async function createPostgresPlace(address: string): Promise<PostgresPlace> {
  places += 1;
  const schema = `test_${run}_${places}`;
  let client: Client;
  const connect = async () => {
    client = new Client(address);
    // A test that stops the server also ends this connection.
    client.on("error", () => undefined);
    await client.connect();
    await client.query(`SET client_min_messages = error; SET search_path = ${schema}`);
  };
  await connect();
  const query = async (sql: string) => (await client.query(sql)).rows;
  await query(`CREATE SCHEMA ${schema}`);
  const separator = address.includes("?") ? "&" : "?";
  return {
    address: `${address}${separator}options=-csearch_path%3D${schema}`,
    query,
    reconnect: connect,
    async [Symbol.asyncDispose]() {
      await query(`DROP SCHEMA ${schema} CASCADE`);
      await client.end();
    },
  };
}

const postgres: StoreKind = {
  name: "PostgreSQL",
  createPlace: async () => await createPostgresPlace(await findAddress()),
};

/** Whether a PostgreSQL server is available for tests. */
export const hasPostgres = Boolean(process.env["TEST_POSTGRES"]) || findPostgres() !== undefined;

if (!hasPostgres) {
  console.warn(
    "PostgreSQL is not tested: there is no server of version 15 or later (apt-get install postgresql), and TEST_POSTGRES is not set",
  );
}

/** The databases that can be tested on this machine. The server that is started for them ends with the file that asks. */
export function findStoreKinds(): readonly StoreKind[] {
  afterAll(async () => {
    await (await server)?.[Symbol.asyncDispose]();
    server = undefined;
  });
  return hasPostgres ? [sqlite, postgres] : [sqlite];
}
