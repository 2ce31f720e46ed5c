import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createKey, listKeys, showKey } from "../../src/registry/keys.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import type { Store } from "../../src/registry/store/store.ts";
import { createFolder } from "../support/folder.ts";

/** The project that a key opens. */
async function findProject(store: Store, key: string): Promise<number | undefined> {
  const shown = showKey(key);
  const lock = await store.readLock(shown.id);
  return shown.fits(lock) ? lock?.projectId : undefined;
}

const created = { name: "desk", createdWhen: 1_700_000_000 };

describe("a key", () => {
  test("opens its project and no other", async () => {
    await using store = await openStore(":memory:");
    const one = await createKey(store, { projectId: 1, ...created });
    const two = await createKey(store, { projectId: 2, ...created });
    expect(await findProject(store, one.key)).toBe(1);
    expect(await findProject(store, two.key)).toBe(2);
  });

  test("that was never given out opens nothing, also one like another", async () => {
    await using store = await openStore(":memory:");
    const { key, id } = await createKey(store, { projectId: 1, ...created });
    for (const guess of ["", id, key.slice(1), `${key} `, key.toLowerCase()]) {
      expect(await findProject(store, guess)).toBeUndefined();
    }
  });

  test("is random, and long", async () => {
    await using store = await openStore(":memory:");
    const keys: string[] = [];
    while (keys.length < 20) {
      keys.push((await createKey(store, { projectId: 1, ...created })).key);
    }
    expect(new Set(keys).size).toBe(20);
    for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
  });

  test("is not in the file, nor in the list", async () => {
    await using folder = await createFolder();
    const store = await openStore(folder.file("a.db"));
    const { key, id } = await createKey(store, { projectId: 3, ...created });
    expect(await listKeys(store)).toEqual([{ id, projectId: 3, ...created }]);
    await store[Symbol.asyncDispose]();
    expect(readFileSync(folder.file("a.db")).includes(key)).toBe(false);
  });

  test("is refused at once when another process revokes it", async () => {
    await using folder = await createFolder();
    await using serving = await openStore(folder.file("a.db"));
    await using commanding = await openStore(folder.file("a.db"));
    const { key, id } = await createKey(commanding, { projectId: 1, ...created });
    expect(await findProject(serving, key)).toBe(1);
    expect(await commanding.removeKey(id)).toBe(true);
    expect(await findProject(serving, key)).toBeUndefined();
    expect(await commanding.removeKey(id)).toBe(false);
  });
});
