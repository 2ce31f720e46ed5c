import { beforeAll, describe, expect, test } from "vitest";
import { createKey, listKeys, presentKey } from "../../src/registry/keys.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import type { Store } from "../../src/registry/store/store.ts";
import { findStoreKinds, type StorePlace } from "../support/stores.ts";

const storeKinds = findStoreKinds();

/** The project that a key opens. */
async function findProject(store: Store, key: string): Promise<number | undefined> {
  const shown = presentKey(key);
  const grant = await store.readGrant(shown.id);
  return shown.matches(grant) ? grant?.projectId : undefined;
}

const created = { name: "desk", createdWhen: 1_700_000_000 };

test("a key is random and long, and cannot be mistaken for an option on a command line", async () => {
  await using store = await openStore(":memory:");
  const keys: string[] = [];
  while (keys.length < 50) keys.push((await createKey(store, { projectId: 1, ...created })).key);
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^\w[\w-]{42}$/);
});

describe.each(storeKinds)("a key in $name", (kind) => {
  let place: StorePlace;
  let store: Store;
  beforeAll(async () => {
    place = await kind.createPlace();
    store = await openStore(place.address);
    return async () => {
      await store[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    };
  });

  test("opens its project and no other, and nothing that resembles it does", async () => {
    const { key, id } = await createKey(store, { projectId: 1, ...created });
    const two = await createKey(store, { projectId: 2, ...created });
    expect([await findProject(store, key), await findProject(store, two.key)]).toEqual([1, 2]);
    for (const guess of ["", id, key.slice(1), `${key} `, key.toLowerCase()]) {
      expect(await findProject(store, guess)).toBeUndefined();
    }
  });

  test("is not in the store, nor in the list", async () => {
    const { key, id } = await createKey(store, { projectId: 3, ...created });
    expect(await listKeys(store)).toContainEqual(
      expect.objectContaining({ id, projectId: 3, ...created }),
    );
    const rows = await place.query(`SELECT * FROM key WHERE id = '${id}'`);
    expect(rows).toHaveLength(1);
    const bytes = Object.values(rows[0] ?? {}).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value),
    );
    expect(bytes.join()).not.toContain(key);
  });

  test("is refused immediately when another process revokes it", async () => {
    await using commanding = await openStore(place.address);
    const { key, id } = await createKey(commanding, { projectId: 1, ...created });
    expect(await findProject(store, key)).toBe(1);
    expect(await commanding.removeKey(id)).toBe(true);
    expect(await findProject(store, key)).toBeUndefined();
    expect(await commanding.removeKey(id)).toBe(false);
  });

  describe("that is revoked while another process imports", () => {
    /** The limit that a user can rely on. */
    const limitMs = 5000;

    const start = async () => {
      await using stack = new AsyncDisposableStack();
      const place = stack.use(await kind.createPlace());
      const serving = stack.use(await openStore(place.address));
      const importing = stack.use(await openStore(place.address));
      const { key, id } = await createKey(serving, { projectId: 1, ...created });
      const other = await createKey(serving, { projectId: 1, ...created });
      const change = stack.use(await importing.beginChange());
      const record = { projectId: 1, kind: "tag", addedWhen: 1, json: "{}" } as const;
      const ids = Array.from({ length: 12_000 }, (_, index) => `T${index}`);
      await change.putRecords(ids.map((id) => ({ ...record, id })));
      const owned = stack.move();
      const dispose = () => owned.disposeAsync();
      return { place, serving, change, key, id, other, [Symbol.asyncDispose]: dispose };
    };
    const revoke = async (address: string, id: string) => {
      await using commanding = await openStore(address, 30_000);
      const started = performance.now();
      expect(await commanding.removeKey(id)).toBe(true);
      expect(performance.now() - started).toBeLessThan(limitMs);
      expect(await commanding.removeKey(id)).toBe(false);
    };

    test.each(["succeeds", "fails"])("is refused at once, and after it %s", async (end) => {
      await using run = await start();
      const { place, serving, change, key, id, other } = run;
      expect(await findProject(serving, key)).toBe(1);
      await revoke(place.address, id);
      expect(await findProject(serving, key)).toBeUndefined();
      expect((await listKeys(serving)).map((one) => one.id)).toEqual([other.id]);
      if (end === "succeeds") await change.commit();
      else await change[Symbol.asyncDispose]();
      expect(await findProject(serving, key)).toBeUndefined();
      expect(await findProject(serving, other.key)).toBe(1);
      await using later = await openStore(place.address);
      expect(await findProject(later, key)).toBeUndefined();
      expect((await listKeys(later)).map((one) => one.id)).toEqual([other.id]);
      expect(await place.query("SELECT id FROM key")).toEqual([{ id: other.id }]);
    });
  });
});
