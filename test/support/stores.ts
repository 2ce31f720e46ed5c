import { DatabaseSync } from "node:sqlite";
import { createFolder } from "./folder.ts";

/** A row of a table, as the database gives it. */
export type TableRow = Readonly<Record<string, unknown>>;

/** Where a store lies that a test has for itself, empty at first. */
export interface StorePlace extends AsyncDisposable {
  /** What `openStore` and `REGISTRY_DB` take. */
  readonly place: string;
  /** Runs a statement past the store. */
  query(sql: string): Promise<readonly TableRow[]>;
}

/** A database that stores lie in. */
export interface StoreKind {
  readonly name: string;
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

/** The databases that can be tested on this machine. */
export const storeKinds: readonly StoreKind[] = [sqlite];
