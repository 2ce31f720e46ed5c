import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { createKey } from "../../../../src/registry/keys.ts";
import { openStore } from "../../../../src/registry/store/open-store.ts";
import { withSqliteErrors } from "../../../../src/registry/store/sqlite/sqlite-error.ts";
import {
  createFolder,
  createOpenFolder,
  makeFolderReadOnly,
  makeReadOnly,
} from "../../../support/folder.ts";
import { putRecords, readPage } from "../store-pages.ts";

describe("a SQLite file", () => {
  test("keeps what was written, with a write-ahead log", async () => {
    await using folder = await createFolder();
    {
      await using store = await openStore(folder.file("a.db"));
      await putRecords(store, "tag", [["a", 1]]);
      await putRecords(store, "terminal", [[10, 5]]);
    }
    await using store = await openStore(folder.file("a.db"));
    expect((await readPage(store, "tag", { position: 0, limit: 5 })).count).toBe(1);
    const database = new DatabaseSync(folder.file("a.db"));
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: 1 });
    const types = database
      .prepare("SELECT DISTINCT typeof(id) AS type FROM record ORDER BY 1")
      .all();
    expect(types).toEqual([{ type: "integer" }, { type: "text" }]);
    database.close();
  });

  test("has a file beside it for a key that is revoked during a change, until it is next opened", async () => {
    await using folder = await createFolder();
    mkdirSync(folder.file("data"));
    symlinkSync(folder.file("data/a.db"), folder.file("link.db"));
    await using store = await openStore(folder.file("data/a.db"));
    await using linked = await openStore(folder.file("link.db"));
    const { id } = await createKey(store, { projectId: 1, name: "", createdWhen: 0 });
    {
      await using change = await store.beginChange();
      expect(await linked.removeKey(id)).toBe(true);
      expect(readdirSync(folder.file("data"))).toContain(`a.db-revoked-${id}`);
      expect(await store.readGrant(id)).toBeUndefined();
      await change.commit();
    }
    await (await openStore(folder.file("link.db")))[Symbol.asyncDispose]();
    expect(readdirSync(folder.file("data")).join()).not.toContain("revoked");
    expect(await linked.readGrant(id)).toBeUndefined();
  });

  test("in a read-only folder says that a key cannot be revoked during a change", async () => {
    await using folder = await createOpenFolder();
    await using store = await openStore(folder.file("a.db"));
    const { id } = await createKey(store, { projectId: 1, name: "", createdWhen: 0 });
    await using _change = await store.beginChange();
    using _readOnly = makeFolderReadOnly(folder);
    expect(await store.removeKey(id).catch(String)).toMatch(
      /a\.db: another process is writing to it, and no file can be made beside it$/,
    );
    expect(await store.readGrant(id)).toBeDefined();
  });

  test("of another program is refused, and not touched", async () => {
    await using folder = await createFolder();
    const theirs = new DatabaseSync(folder.file("a.db"));
    theirs.exec("CREATE TABLE recipe (name TEXT)");
    await expect(openStore(folder.file("a.db"))).rejects.toThrow(
      "is the database of another program",
    );
    expect(theirs.prepare("SELECT name FROM sqlite_schema").all()).toEqual([{ name: "recipe" }]);
    theirs.close();
  });

  test("of another version is refused", async () => {
    await using folder = await createFolder();
    await (await openStore(folder.file("a.db")))[Symbol.asyncDispose]();
    const database = new DatabaseSync(folder.file("a.db"));
    database.exec("PRAGMA user_version = 99");
    database.close();
    await expect(openStore(folder.file("a.db"))).rejects.toThrow(
      "was written by another version of tapgraph (its schema is version 99; this version knows 1)",
    );
  });

  test("that another process writes to is reported as such", async () => {
    await using folder = await createFolder();
    await using one = await openStore(folder.file("a.db"));
    await using other = await openStore(folder.file("a.db"), 1);
    await using _change = await one.beginChange();
    const message = /a\.db: another process is writing to it; try again when that is done$/;
    await expect(other.beginChange()).rejects.toThrow(message);
    await expect(other.beginChange()).rejects.toThrow(message);
  });

  test("on a full disk is reported as such", async () => {
    await using folder = await createFolder();
    const database = new DatabaseSync(folder.file("a.db"));
    database.exec("CREATE TABLE t (x); PRAGMA max_page_count = 2");
    const fill = () => database.prepare("INSERT INTO t VALUES (zeroblob(100000))").run();
    expect(() => withSqliteErrors("a.db", fill)).toThrow("a.db: the disk is full");
    database.close();
  });

  test("that is read-only is reported", async () => {
    await using folder = await createOpenFolder();
    await (await openStore(folder.file("a.db")))[Symbol.asyncDispose]();
    using _ = makeReadOnly(folder, "a.db");
    const write = async () => {
      await using store = await openStore(folder.file("a.db"));
      await using change = await store.beginChange();
      await change.putStructure(1, "tag", "{}");
      await change.commit();
    };
    await expect(write()).rejects.toThrow(/cannot be written/);
  });
});
