import { describe, expect, test } from "vitest";
import { hold, tags } from "../gateway/list/whole/setup.ts";
import { type CacheServer, oneCacheKind, untilStored } from "../support/shared-caches.ts";
import { until } from "../support/upstream.ts";
import { startSharing } from "./fleet.ts";

const list = "{ tags(first: 20) { nodes { tagId name } } }";
const settings = { CACHE_TTL_SECONDS: "100" };

describe.each(oneCacheKind)("on $name, a response of the registry", (kind) => {
  test("is fetched by one of three gateways and served by all", async () => {
    const {
      cache,
      registry,
      gateways: [first, ...others],
    } = await startSharing(kind, { settings });
    const response = await first?.query(list);
    await untilStored(cache, 1);
    for (const gateway of others) {
      const again = await gateway.query(list, { headers: { "x-tapgraph-explain": "1" } });
      expect(again.data).toEqual(response?.data);
      expect(again.extensions).toMatchObject({ tapgraph: { calls: 0, cacheHits: 1 } });
    }
    expect(registry.calls).toHaveLength(1);
  });

  test("that several gateways need at the same moment is fetched once", async () => {
    const { registry, gateways } = await startSharing(kind, { settings });
    const responses = await Promise.all(gateways.map((gateway) => gateway.query(list)));
    expect(new Set(responses.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(registry.calls).toHaveLength(1);
  });

  test("that grows old is fetched again by one gateway while all still serve the old one", async () => {
    const records = tags(50);
    const { cache, registry, gateways, advance } = await startSharing(kind, { records, settings });
    const askAll = () => Promise.all(gateways.map((gateway) => gateway.query(list)));
    const [before] = await askAll();
    const asked = registry.calls.length;
    await age(cache, advance, 81_000);
    const held = hold(registry, /limit=20/);
    for (const { data } of await askAll()) expect(data).toEqual(before?.data);
    await held.until(1);
    records.splice(0, records.length, ...tags(50).map((tag) => ({ ...tag, name: "renamed" })));
    for (const { data } of await askAll()) expect(data).toEqual(before?.data);
    expect(held.count).toBe(1);
    held.release();
    for (const gateway of gateways) {
      // A GraphQL response is kept no longer than the registry's responses that it is made from.
      await until(async () => (await gateway.query(list)).data.tags.nodes[0].name === "renamed");
    }
    expect(registry.calls).toHaveLength(asked + 1);
  });

  test("has the same age in all gateways, and none serves it past its time", async () => {
    const { cache, registry, gateways, advance } = await startSharing(kind, { settings, size: 2 });
    const [first, second] = gateways;
    const held = hold(registry, /limit=20/);
    const slow = first?.query(list);
    await held.until(1);
    advance(4_000);
    held.release();
    await slow;
    await untilStored(cache, 1);
    await age(cache, advance, 66_000);
    const url = `${second?.url}/graphql?query=${encodeURIComponent(list)}`;
    const young = await fetch(url, { headers: { "x-api-key": "key" } });
    const leftSeconds = Number(/max-age=(\d+)/.exec(young.headers.get("cache-control") ?? "")?.[1]);
    expect(leftSeconds).toBeGreaterThan(0);
    expect(leftSeconds).toBeLessThanOrEqual(30);
    expect(registry.calls).toHaveLength(1);
    await age(cache, advance, 31_000);
    registry.rules.keys.set("key", 401);
    const refused = await second?.query(list);
    expect(refused?.errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });

  test("is never served to another key", async () => {
    const {
      cache,
      registry,
      gateways: [first, second],
    } = await startSharing(kind, { settings, size: 2 });
    await first?.query(list);
    await untilStored(cache, 1);
    await second?.query(list, { key: "another" });
    expect(registry.calls.map(({ key }) => key)).toEqual(["key", "another"]);
  });

  test("expires in the cache when it may no longer be served, and so does everything else", async () => {
    const { cache, gateways } = await startSharing(kind, { records: tags(2_500), settings });
    const search = '{ tags(search: "tag", first: 1) { totalCount } }';
    const [gateway] = gateways;
    await gateway?.query(list);
    await gateway?.query(search);
    await untilStored(cache, 4);
    for (const name of (await cache.dump()).keys()) {
      const leftMs = Number(await cache.send("PTTL", name));
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(100_000);
    }
  });
});

/** Lets time pass, for the gateways and for the values in the cache. */
async function age(cache: CacheServer, advance: (ms: number) => void, ms: number): Promise<void> {
  for (const name of (await cache.dump()).keys()) {
    const left = Number(await cache.send("PTTL", name)) - ms;
    await cache.send("PEXPIRE", name, String(left));
  }
  advance(ms);
}
