import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { afterAll } from "vitest";
import { createFolder } from "./folder.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres.ts";

/** A row of a table, as the database gives it. */
export type TableRow = Readonly<Record<string, unknown>>;

/** Where a store lies that a test has for itself, empty at first. */
export interface StorePlace extends AsyncDisposable {
  /** What `openStore` and `REGISTRY_DB` take. */
  readonly place: string;
  /** Runs a statement past the store. */
  query(sql: string): Promise<readonly TableRow[]>;
}

/** A place in a PostgreSQL database. */
export interface PostgresPlace extends StorePlace {
  /** To be called after the server was started again. */
  reconnect(): Promise<void>;
}

/** A database that stores lie in. */
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
      place: folder.file("registry.db"),
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
/** Tells the schemas of this file from those of others that share the server. */
const run = randomBytes(6).toString("hex");

afterAll(async () => {
  await (await server)?.[Symbol.asyncDispose]();
});

/** The address of a server that all tests of a file share: the one of `TEST_POSTGRES`, or else one that is started now. */
async function findAddress(): Promise<string> {
  const given = process.env["TEST_POSTGRES"];
  if (given) return given;
  server ??= startPostgres();
  return (await server).address;
}

/** A schema of its own in the database of this address. */
export async function createPostgresPlace(address: string): Promise<PostgresPlace> {
  places += 1;
  const schema = `test_${run}_${places}`;
  let client: Client;
  const connect = async () => {
    client = new Client(address);
    // A server that is stopped on purpose ends this connection, too.
    client.on("error", () => undefined);
    await client.connect();
    await client.query(`SET client_min_messages = error; SET search_path = ${schema}`);
  };
  await connect();
  const query = async (sql: string) => (await client.query(sql)).rows;
  await query(`CREATE SCHEMA ${schema}`);
  const separator = address.includes("?") ? "&" : "?";
  return {
    place: `${address}${separator}options=-csearch_path%3D${schema}`,
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

/** Whether there is a PostgreSQL to test with. */
export const hasPostgres = Boolean(process.env["TEST_POSTGRES"]) || findPostgres() !== undefined;

if (!hasPostgres) {
  console.warn(
    "PostgreSQL is not tested: there is no server of version 15 or later (apt-get install postgresql), and TEST_POSTGRES is not set",
  );
}

/** The databases that can be tested on this machine. */
export const storeKinds: readonly StoreKind[] = hasPostgres ? [sqlite, postgres] : [sqlite];
