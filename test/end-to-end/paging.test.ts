import { beforeAll, describe, expect, test } from "vitest";
import { Drift } from "../../src/registry/sample/drift.ts";
import { Random } from "../../src/registry/sample/random.ts";
import type { Store } from "../../src/registry/store/store.ts";
import { startGateway, startGatewayWith, type TestGateway } from "../support/gateway.ts";
import {
  type RealRegistry,
  readList,
  startListRegistry,
  startSampleRegistry,
} from "../support/real-registry.ts";

interface Walked {
  readonly ids: readonly string[];
  readonly pages: number;
  readonly warnings: number;
}

async function walkTags(
  gateway: TestGateway,
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

describe("with 2,000 tags, the REST calls stay within the documented cost of", () => {
  const tagIds = Array.from({ length: 2_000 }, (_, index) => `tag-${index + 10_000}`);
  // Read at each call.
  const misbehaviour: { clampLimit?: number | undefined; refuseLimit?: number | undefined } = {};
  let registry: RealRegistry;
  beforeAll(async () => {
    const tags = tagIds.map((id) => ({ id, name: id }));
    registry = await startListRegistry({ tags, misbehaviour });
    return () => registry[Symbol.asyncDispose]();
  });

  /** Starts a gateway that has learnt nothing yet in front of the registry, and counts its calls from 0. */
  const startAnew = (
    { clampLimit, refuseLimit }: typeof misbehaviour,
    settings: Readonly<Record<string, string>> = {},
  ) => {
    Object.assign(misbehaviour, { clampLimit, refuseLimit });
    registry.resetCalls();
    return startGateway({ registryUrl: registry.url, key: registry.key, settings });
  };

  test.each<{
    readonly size: number;
    readonly direction: "forward" | "backward";
    readonly maxCalls: number;
    readonly limits?: typeof misbehaviour;
    readonly settings?: Readonly<Record<string, string>>;
  }>([
    { size: 100, direction: "forward", maxCalls: 20 },
    { size: 100, direction: "backward", maxCalls: 21 },
    { size: 1000, direction: "forward", maxCalls: 4 },
    { size: 1000, direction: "backward", maxCalls: 5 },
    { size: 1000, direction: "forward", maxCalls: 51, limits: { clampLimit: 50 } },
    { size: 1000, direction: "backward", maxCalls: 52, limits: { clampLimit: 50 } },
    {
      ...{ size: 1000, direction: "forward", maxCalls: 5, limits: { refuseLimit: 1000 } },
      settings: { REGISTRY_MAX_LIMIT: "5000", MAX_PAGE_SIZE: "2000" },
    },
  ])("a walk: %o", async ({ size, direction, maxCalls, limits = {}, settings }) => {
    await using gateway = await startAnew(limits, settings);
    const { ids, pages, warnings } = await walkTags(gateway, size, direction);
    expect(ids).toEqual(tagIds);
    expect(pages).toBe(tagIds.length / size);
    expect(warnings).toBe(0);
    expect(registry.calls.length).toBeLessThanOrEqual(maxCalls);
  });

  test("last: 50, which is one call, and one more while the count is unknown", async () => {
    await using gateway = await startAnew({});
    const document =
      "{ tags(last: 50) { nodes { tagId } pageInfo { hasNextPage hasPreviousPage } } }";
    const { data } = await gateway.query(document);
    expect(registry.calls).toHaveLength(2);
    expect(data.tags.nodes.map(({ tagId }: { tagId: string }) => tagId)).toEqual(tagIds.slice(-50));
    expect(data.tags.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
    await gateway.query(document);
    expect(registry.calls).toHaveLength(3);
  });
});

describe("a walk over a list that drifts after every REST call", () => {
  test.each([
    { size: 100, direction: "forward", misbehaviour: {}, edits: 6, maxWarnings: 0 },
    { size: 37, direction: "backward", misbehaviour: {}, edits: 6, maxWarnings: 0 },
    // A page of 250 takes five calls here. With six edits between any two, its parts contradict
    // each other at both looks.
    { size: 250, direction: "forward", misbehaviour: { clampLimit: 50 }, edits: 3, maxWarnings: 0 },
    {
      size: 500,
      direction: "backward",
      misbehaviour: { clampLimit: 64 },
      edits: 6,
      maxWarnings: 5,
    },
  ] as const)(
    "shows every tag that stays, once and in order: %o",
    async ({ size, direction, misbehaviour, edits, maxWarnings }) => {
      let drift: Drift | undefined;
      const onResponse = () => void drift?.step(edits);
      const registry = await startSampleRegistry({ misbehaviour, onResponse });
      await using gateway = await startGatewayWith(registry);
      const before = await readTagIds(registry.store);
      drift = new Drift(registry.store, new Random(4), () => 1_800_000_000);
      const { ids, warnings } = await walkTags(gateway, size, direction);
      const after = new Set(await readTagIds(registry.store));
      const stayed = before.filter((id) => after.has(id));
      const expected = new Set(stayed);
      expect(stayed.length).toBeLessThan(before.length);
      expect(ids.filter((id) => expected.has(id))).toEqual(stayed);
      expect(warnings).toBeLessThanOrEqual(maxWarnings);
    },
  );
});

async function readTagIds(store: Store): Promise<readonly string[]> {
  return (await readList<{ readonly id: string }>(store, "tag")).map(({ id }) => id);
}
