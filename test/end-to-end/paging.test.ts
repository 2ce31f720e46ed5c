import { afterAll, describe, expect, test } from "vitest";
import type { Misbehaviour } from "../../src/registry/http/respond.ts";
import { startRegistry } from "../../src/registry/http/server.ts";
import { createKey } from "../../src/registry/keys.ts";
import { Drift } from "../../src/registry/sample/drift.ts";
import { createRandom } from "../../src/registry/sample/random.ts";
import { createSample } from "../../src/registry/sample/sample.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import type { Store, StoredRecord } from "../../src/registry/store/store.ts";
import { readList } from "../support/dump.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

interface PagedGateway extends TestGateway {
  readonly store: Store;
  /** The REST calls so far. */
  readonly calls: readonly string[];
}

interface PagedOptions {
  readonly fill: (store: Store) => Promise<string>;
  readonly misbehaviour?: Misbehaviour;
  readonly settings?: Readonly<Record<string, string>>;
  /** Called after each answered REST call. */
  readonly onResponse?: (store: Store) => unknown;
}

/** Starts a gateway in front of a registry that `fill` has filled. `fill` returns the key. */
async function startPagedGateway({
  fill,
  misbehaviour,
  settings,
  onResponse,
}: PagedOptions): Promise<PagedGateway> {
  const store = await openStore(":memory:");
  const key = await fill(store);
  const calls: string[] = [];
  const registry = await startRegistry({
    store,
    host: "127.0.0.1",
    port: 0,
    onResponse: ({ target }) => {
      calls.push(target);
      onResponse?.(store);
    },
    ...(misbehaviour ? { misbehaviour } : {}),
  });
  const gateway = await startGateway({
    registryUrl: registry.url,
    key,
    ...(settings ? { settings } : {}),
  });
  return {
    ...gateway,
    store,
    calls,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await registry.close();
      await store[Symbol.asyncDispose]();
    },
  };
}

const tagIds = Array.from(
  { length: 10_000 },
  (_, index) => `tag-${String(index).padStart(5, "0")}`,
);

/** Adds ten thousand tags, in the order of their ids. */
async function fillTags(store: Store): Promise<string> {
  await createKey(store, { key: "paging-key", projectId: 1, name: "Paging", createdWhen: 0 });
  const records = tagIds.map((id, index): StoredRecord => {
    const tag = {
      id,
      type: "NFC",
      name: id,
      project_id: 1,
      is_active: true,
      added_when: 1_700_000_000 + index,
      last_update: 1_700_000_000,
    };
    const json = JSON.stringify(tag);
    return { projectId: 1, kind: "tag", id, addedWhen: tag.added_when, json };
  });
  await using change = await store.beginChange();
  await change.putRecords(records);
  await change.commit();
  return "paging-key";
}

interface Walked {
  readonly ids: readonly string[];
  readonly pages: number;
  readonly warnings: number;
}

/** Pages through all tags, as a client does. */
async function walkTags(
  gateway: PagedGateway,
  size: number,
  direction: "forward" | "backward",
): Promise<Walked> {
  const isForward = direction === "forward";
  const document = isForward
    ? "query ($size: Int, $cursor: String) { tags(first: $size, after: $cursor) { nodes { tagId } pageInfo { hasNextPage endCursor } } }"
    : "query ($size: Int, $cursor: String) { tags(last: $size, before: $cursor) { nodes { tagId } pageInfo { hasPreviousPage startCursor } } }";
  let ids: readonly string[] = [];
  let warnings = 0;
  for (let pages = 1, cursor = null; ; pages++) {
    const { data, errors, extensions } = await gateway.query(document, {
      variables: { size, cursor },
    });
    expect(errors).toBeUndefined();
    if (extensions?.["warnings"] !== undefined) warnings += 1;
    const { nodes, pageInfo } = data.tags;
    const page: string[] = nodes.map(({ tagId }: { tagId: string }) => tagId);
    ids = isForward ? [...ids, ...page] : [...page, ...ids];
    cursor = isForward ? pageInfo.endCursor : pageInfo.startCursor;
    const hasMore = isForward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
    if (!hasMore) return { ids, pages, warnings };
  }
}

describe("with 10,000 tags, the REST calls stay within the documented cost of", () => {
  const report: object[] = [];
  afterAll(() => console.table(report));

  test.each([
    { size: 100, direction: "forward", maxCalls: 100 },
    { size: 100, direction: "backward", maxCalls: 101 },
    { size: 1000, direction: "forward", maxCalls: 20 },
    { size: 1000, direction: "backward", maxCalls: 21 },
    { size: 1000, direction: "forward", maxCalls: 251, misbehaviour: { clampLimit: 50 } },
    { size: 1000, direction: "backward", maxCalls: 252, misbehaviour: { clampLimit: 50 } },
    {
      size: 1000,
      direction: "forward",
      maxCalls: 21,
      misbehaviour: { refuseLimit: 1000 },
      settings: { REGISTRY_MAX_LIMIT: "5000", MAX_PAGE_SIZE: "2000" },
    },
  ] as const)("a walk: %o", async ({ size, direction, maxCalls, ...options }) => {
    await using gateway = await startPagedGateway({ fill: fillTags, ...options });
    const { ids, pages, warnings } = await walkTags(gateway, size, direction);
    report.push({
      walk: `${direction} by ${size}`,
      ...("misbehaviour" in options ? options.misbehaviour : {}),
      pages,
      calls: gateway.calls.length,
    });
    expect(ids).toEqual(tagIds);
    expect(warnings).toBe(0);
    expect(gateway.calls.length).toBeLessThanOrEqual(maxCalls);
  });

  test("last: 50, which is one call, and one more while the count is unknown", async () => {
    await using gateway = await startPagedGateway({ fill: fillTags });
    const document =
      "{ tags(last: 50) { nodes { tagId } pageInfo { hasNextPage hasPreviousPage } } }";
    const { data } = await gateway.query(document);
    expect(gateway.calls).toHaveLength(2);
    expect(data.tags.nodes.map(({ tagId }: { tagId: string }) => tagId)).toEqual(tagIds.slice(-50));
    expect(data.tags.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
    await gateway.query(document);
    expect(gateway.calls).toHaveLength(3);
  });

  test("first: 1000 under a clamp to 50, which is at most 27 calls", async () => {
    await using gateway = await startPagedGateway({
      fill: fillTags,
      misbehaviour: { clampLimit: 50 },
    });
    const { data } = await gateway.query(
      "{ tags(first: 1000) { nodes { tagId } pageInfo { hasNextPage } } }",
    );
    expect(data.tags.nodes.map(({ tagId }: { tagId: string }) => tagId)).toEqual(
      tagIds.slice(0, 1000),
    );
    expect(data.tags.pageInfo.hasNextPage).toBe(true);
    expect(gateway.calls.length).toBeLessThanOrEqual(27);
  });
});

describe("a walk over a list that drifts after every REST call", () => {
  test.each([
    { size: 100, direction: "forward", misbehaviour: {}, maxWarnings: 0 },
    { size: 37, direction: "backward", misbehaviour: {}, maxWarnings: 0 },
    // So much moves between the calls for one page that nothing may prove that its parts adjoin.
    { size: 250, direction: "forward", misbehaviour: { clampLimit: 50 }, maxWarnings: 4 },
    { size: 1000, direction: "backward", misbehaviour: { clampLimit: 64 }, maxWarnings: 3 },
  ] as const)(
    "shows every tag that stays, once and in order: %o",
    async ({ size, direction, misbehaviour, maxWarnings }) => {
      let drift: Drift | undefined;
      await using gateway = await startPagedGateway({
        fill: async (store) => (await createSample(store)).keys[0].key,
        misbehaviour,
        onResponse: () => drift?.step(6),
      });
      const before = await readTagIds(gateway.store);
      drift = new Drift(gateway.store, createRandom(4), () => 1_800_000_000);
      const { ids, warnings } = await walkTags(gateway, size, direction);
      const after = new Set(await readTagIds(gateway.store));
      const stayed = before.filter((id) => after.has(id));
      const expected = new Set(stayed);
      expect(stayed.length).toBeLessThan(before.length);
      expect(ids.filter((id) => expected.has(id))).toEqual(stayed);
      expect(warnings).toBeLessThanOrEqual(maxWarnings);
    },
  );
});

/** The ids of the sample's tags, in the registry's order. */
async function readTagIds(store: Store): Promise<readonly string[]> {
  return (await readList<{ readonly id: string }>(store, "tag")).map(({ id }) => id);
}
