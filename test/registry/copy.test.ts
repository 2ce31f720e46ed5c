import { describe, expect, test } from "vitest";
import { copyStore } from "../../src/registry/copy.ts";
import { createKey, listKeys, presentKey } from "../../src/registry/keys.ts";
import { createSample } from "../../src/registry/sample/sample.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import type { Store } from "../../src/registry/store/store.ts";
import { dump } from "../support/real-registry.ts";
import { findStoreKinds } from "../support/stores.ts";

const storeKinds = findStoreKinds();

/** Fills a store with the sample, and with values that databases store differently. */
async function fill(store: Store): Promise<void> {
  await createSample(store);
  await using change = await store.beginChange();
  const ids = [-5, 0, 7, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  await change.putRecords(
    ids.map((id) => ({ projectId: 9, kind: "terminal", id, addedWhen: -1, json: `{"id":${id}}` })),
  );
  const tagIds = ["\\N", 'a"b\\', "ü", "\u{1f600}", "\uffff"];
  const [projectId, addedWhen] = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  await change.putRecords(
    tagIds.map((id) => {
      const json = JSON.stringify({ id, additional_data: { text: "\0\ud800\t\\" } });
      return { projectId, kind: "tag", id, addedWhen, json };
    }),
  );
  await change.putRecords([{ projectId: 13, kind: "tag", id: "gone", addedWhen: 1, json: "{}" }]);
  await change.removeRecord(13, "tag", "gone");
  await change.putStructure(12, "tag", '{"items":[],"last_update":1}');
  await change.commit();
}

describe.each(storeKinds)("a copy into $name", ({ createPlace }) => {
  test("has the same content, keys included, and so does one that is copied back", async () => {
    await using place = await createPlace();
    await using source = await openStore(":memory:");
    await using target = await openStore(place.address);
    await using back = await openStore(":memory:");
    await fill(source);
    const { key } = await createKey(source, { projectId: 1, name: "desk", createdWhen: 5 });
    for (const createdWhen of [4, 3, 2, 1])
      await createKey(source, { projectId: 1, name: "door", createdWhen });
    const counts = { projects: 5, tags: 2625, terminals: 73, structures: 5, keys: 7 };
    expect(await copyStore(source, target)).toEqual(counts);
    expect(await copyStore(target, back)).toEqual(counts);
    expect(await listKeys(back)).toEqual(await listKeys(source));
    const ages = (await listKeys(target)).map(({ createdWhen }) => createdWhen).slice(0, 6);
    expect(ages).toEqual(ages.toSorted((one, other) => one - other));
    for (const project of [1, 2, 9, 12, Number.MAX_SAFE_INTEGER]) {
      expect(await dump(back, project)).toBe(await dump(source, project));
      expect(await dump(target, project)).toBe(await dump(source, project));
    }
    const shown = presentKey(key);
    const page = await target.readPage(shown.id, { kind: "tag", position: 2499, limit: 9 });
    expect(shown.matches(page?.grant)).toBe(true);
    expect(page?.value.count).toBe(2500);
  });

  test("is refused if the store is not empty, and leaves it as it was", async () => {
    await using place = await createPlace();
    await using store = await openStore(place.address);
    await using source = await openStore(":memory:");
    await createKey(source, { projectId: 2, name: "door", createdWhen: 5 });
    const { id } = await createKey(store, { projectId: 1, name: "desk", createdWhen: 5 });
    await expect(copyStore(source, store)).rejects.toThrow(
      / is not empty; a registry can be copied only into an empty one$/,
    );
    expect(await place.query("SELECT * FROM record")).toEqual([]);
    expect(await store.removeKey(id)).toBe(true);
    expect(await source.removeKey(id)).toBe(false);
  });
});
