import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createKey, findProject, listKeys } from "../../src/registry/keys.ts";
import { openStore } from "../../src/registry/store.ts";
import { createFolder } from "../support/folder.ts";

const created = { name: "desk", createdWhen: 1_700_000_000 };

describe("a key", () => {
  test("opens its project and no other", () => {
    using store = openStore(":memory:");
    const one = createKey(store, { projectId: 1, ...created });
    const two = createKey(store, { projectId: 2, ...created });
    expect(findProject(store.view(), one.key)).toBe(1);
    expect(findProject(store.view(), two.key)).toBe(2);
  });

  test("that was never given out opens nothing, also one like another", () => {
    using store = openStore(":memory:");
    const { key, id } = createKey(store, { projectId: 1, ...created });
    for (const guess of ["", id, key.slice(1), `${key} `, key.toLowerCase()]) {
      expect(findProject(store.view(), guess)).toBeUndefined();
    }
  });

  test("is random, and long", () => {
    using store = openStore(":memory:");
    const keys = Array.from(
      { length: 20 },
      () => createKey(store, { projectId: 1, ...created }).key,
    );
    expect(new Set(keys).size).toBe(20);
    for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
  });

  test("is not in the file, nor in the list", async () => {
    await using folder = await createFolder();
    const store = openStore(folder.file("a.db"));
    const { key, id } = createKey(store, { projectId: 3, ...created });
    expect(listKeys(store)).toEqual([{ id, projectId: 3, ...created }]);
    store[Symbol.dispose]();
    expect(readFileSync(folder.file("a.db")).includes(key)).toBe(false);
  });

  test("is refused at once when another process revokes it", async () => {
    await using folder = await createFolder();
    using serving = openStore(folder.file("a.db"));
    using commanding = openStore(folder.file("a.db"));
    const { key, id } = createKey(commanding, { projectId: 1, ...created });
    expect(findProject(serving.view(), key)).toBe(1);
    expect(commanding.removeKey(id)).toBe(true);
    expect(findProject(serving.view(), key)).toBeUndefined();
    expect(commanding.removeKey(id)).toBe(false);
  });
});
