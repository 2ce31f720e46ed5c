import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { presentKey } from "../../src/registry/keys.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import type { Store } from "../../src/registry/store/store.ts";
import { createFolder } from "../support/folder.ts";
import { hasPostgres, storeKinds } from "../support/stores.ts";
import { runTapgraph } from "../support/tapgraph.ts";
import { expectFixture, fixturesOf, readFixture } from "./fixtures.ts";
import { dumpPostgres, dumpSqlite, postgresVersion, sqliteVersion } from "./sql.ts";
import { exportFrom, fileFormats, fill, key } from "./world.ts";

/** Whether a store has the fixtures' project, and takes its key. */
async function expectProject(store: Store, version: number): Promise<void> {
  const text = await exportFrom(store, "json");
  // The versions before 3 were written by programs that rounded the numbers of an import.
  const written = version < 3 && store.name.endsWith(".db") ? roundedExport() : exported;
  expect(text).toBe(written);
  const { id, matches } = presentKey(key);
  expect(matches(await store.readGrant(id))).toBe(true);
}

const exported = readFixture("export-1.json");

function roundedExport(): string {
  return exported.replace("12345678901234567890", String(Number("12345678901234567890")));
}

/** Runs a command on a store, which must refuse it. Returns what it printed. */
async function refusal(address: string): Promise<string> {
  await using run = await runTapgraph(["registry", "key", "list"], { REGISTRY_DB: address });
  expect(await run.exit()).toBe(1);
  return run.output;
}

describe("the registry's SQLite file", () => {
  test.each(fixturesOf("sqlite"))(
    "of version $version opens, with all that it holds",
    async (fixture) => {
      await using folder = await createFolder();
      const database = new DatabaseSync(folder.file("a.db"));
      database.exec(fixture.text);
      database.close();
      await using store = await openStore(folder.file("a.db"));
      await expectProject(store, fixture.version);
    },
  );

  test("is written as it was when its version was released", async () => {
    await using folder = await createFolder();
    await fill(folder.file("a.db"), folder);
    await expectFixture(dumpSqlite(folder.file("a.db")), `sqlite-${sqliteVersion}.sql`);
  });

  test("of the next version is refused, with a sentence that says so", async () => {
    await using folder = await createFolder();
    await (await openStore(folder.file("a.db")))[Symbol.asyncDispose]();
    const database = new DatabaseSync(folder.file("a.db"));
    database.exec(`PRAGMA user_version = ${sqliteVersion + 1}`);
    database.close();
    const output = await refusal(folder.file("a.db"));
    expect(output).toMatch(
      `a.db was written by a newer version of tapgraph (its schema is version ${sqliteVersion + 1}; this version knows ${sqliteVersion})`,
    );
    expect(output.trim().split("\n")).toHaveLength(1);
  });
});

describe.skipIf(!hasPostgres)("the registry's PostgreSQL schema", () => {
  const kind = storeKinds.find(({ name }) => name === "PostgreSQL");
  const createPlace = () => kind?.createPlace() ?? Promise.reject(new Error("no PostgreSQL"));

  test.each(fixturesOf("postgres"))(
    "of version $version opens, with all that it holds",
    async (fixture) => {
      await using place = await createPlace();
      await place.query(fixture.text);
      await using store = await openStore(place.address);
      await expectProject(store, fixture.version);
    },
  );

  test("is written as it was when its version was released", async () => {
    await using folder = await createFolder();
    await using place = await createPlace();
    await fill(place.address, folder);
    await expectFixture(await dumpPostgres(place), `postgres-${postgresVersion}.sql`);
  });

  test("of the next version is refused, with a sentence that says so", async () => {
    await using place = await createPlace();
    await (await openStore(place.address))[Symbol.asyncDispose]();
    await place.query("UPDATE tapgraph SET version = version + 1");
    const output = await refusal(place.address);
    expect(output).toMatch(
      `was written by a newer version of tapgraph (its schema is version ${postgresVersion + 1}; this version knows ${postgresVersion})`,
    );
    expect(output.trim().split("\n")).toHaveLength(1);
  });
});

test.each(fileFormats)(
  "an export as %s is written as the first was, and reads back the same",
  async (format) => {
    await using folder = await createFolder();
    await fill(folder.file("a.db"), folder);
    await using store = await openStore(folder.file("a.db"));
    await expectFixture(await exportFrom(store, format), `export-1.${format}`);
  },
);
