import { describe, expect, test } from "vitest";
import { hold, tags } from "../gateway/list/whole/setup.ts";
import { subscribe } from "../support/event-stream.ts";
import { post } from "../support/gateway.ts";
import { type ScriptedRegistry, startScriptedRegistry } from "../support/scripted-registry.ts";
import {
  type CacheServer,
  fleetSecret,
  oneCacheKind,
  startCacheServer,
  untilStored,
} from "../support/shared-caches.ts";
import { runGateway } from "../support/tapgraph.ts";
import { until } from "../support/upstream.ts";
import { startFleet, startSharing } from "./fleet.ts";

const search = '{ tags(search: "tag number 12", first: 20) { totalCount nodes { tagId name } } }';

const readings = 'tapgraph_snapshot_readings_total{outcome="ok"}';
const hits = 'tapgraph_shared_cache_lookups_total{of="page",outcome="hit"}';

function addStructure(registry: ScriptedRegistry): void {
  const { behaviour } = registry;
  const items = [{ type: "textbox", name: "Room", identifier: "room", set_via_app: true }];
  registry.behaviour = (call, position) => {
    if (!call.path.includes("structure")) return behaviour(call, position);
    call.response.writeHead(200, { "content-type": "application/json" });
    call.response.end(JSON.stringify({ items, last_update: 5 }));
  };
}

describe.each(oneCacheKind)("on $name, a snapshot", (kind) => {
  test("is read from the registry once, made by all, and each confirms the key", async () => {
    const { registry, gateways } = await startSharing(kind, { records: tags(2_500) });
    const results = await Promise.all(gateways.map((gateway) => gateway.query(search)));
    expect(results[0]?.data.tags.totalCount).toBe(154);
    expect(new Set(results.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(registry.calls.map(({ name }) => name).toSorted()).toEqual([
      // That there is none is not shared.
      ...Array.from({ length: 3 }, () => "additional_data/structure/tag"),
      "tags?limit=1&page=1",
      "tags?limit=1&page=1",
      "tags?limit=1&page=1",
      "tags?limit=1000&page=1",
      "tags?limit=998&page=3",
      "tags?limit=999&page=2",
    ]);
    const read = await Promise.all(gateways.map((gateway) => gateway.figure(readings)));
    expect(read).toEqual([1, 1, 1]);
  });

  test("is not served to a key that is refused", async () => {
    const { cache, registry, gateways } = await startSharing(kind, { records: tags(30), size: 2 });
    await gateways[0]?.query(search);
    await untilStored(cache, 1);
    registry.rules.keys.set("key", 403);
    const refused = await gateways[1]?.query(search);
    expect(refused?.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });

  test("is read again first if the count has changed", async () => {
    const records = tags(30);
    const {
      cache,
      gateways: [first, second],
    } = await startSharing(kind, { records, size: 2 });
    await first?.query(search);
    await untilStored(cache, 1);
    records.push({ id: "new", name: "tag number 12 too" });
    const result = await second?.query(search);
    expect(result?.data.tags.nodes).toContainEqual({ tagId: "new", name: "tag number 12 too" });
    expect(await second?.figure(readings)).toBe(1);
  });

  test("is shared with its structure, and without rows that have no id", async () => {
    await using cache = await startCacheServer(kind);
    const records = [...tags(3), { name: "nobody" }, ...tags(3, 3)];
    await using registry = await startScriptedRegistry({ tags: records as never });
    addStructure(registry);
    await using fleet = await startFleet({ registryUrl: registry.url, cache, size: 2 });
    const query =
      '{ tags(filter: { additionalData: [{ identifier: "room", text: { startsWith: "room" } }] }) { totalCount nodes { tagId } facets(by: [{ field: ADDITIONAL_DATA, identifier: "room" }]) { values { value count } } } }';
    const one = await fleet.gateways[0]?.query(query);
    await untilStored(cache, 2);
    const other = await fleet.gateways[1]?.query(query);
    expect(one?.errors).toBeUndefined();
    expect(one?.data.tags.totalCount).toBe(6);
    expect(other?.data).toEqual(one?.data);
    // The page and the structure.
    expect(await fleet.gateways[1]?.figure(hits)).toBe(2);
  });

  test("is not used to find changes: for those, each gateway reads the list itself", async () => {
    const records = tags(30);
    const { cache, registry, gateways } = await startSharing(kind, { records, size: 2 });
    addStructure(registry);
    const document = "subscription { changes(of: [TAG]) { kind } }";
    const read = () => registry.calls.filter(({ limit }) => limit === 1000).length;
    await gateways[0]?.query(search);
    await untilStored(cache, 2);
    for (const { url, clock } of gateways) {
      await using stream = await subscribe(url, document, { key: "key" });
      expect((await stream.change()).kind).toBe("RESET");
      const before = read();
      records.push({ id: `new in ${url}`, name: "new" });
      clock.advance(10_000);
      expect((await stream.change()).kind).toBe("ADDED");
      expect(read()).toBe(before + 1);
    }
  });

  test("is renewed by one of the gateways that use it", async () => {
    const settings = { SNAPSHOT_TTL_SECONDS: "1000" };
    const { cache, registry, gateways, advance } = await startSharing(kind, {
      records: tags(30),
      settings,
    });
    const askAll = async () => {
      const asked = gateways.map((gateway) =>
        gateway.query('{ tags(search: "tag") { snapshotAt } }'),
      );
      return (await Promise.all(asked)).map(({ data }) => Date.parse(data.tags.snapshotAt));
    };
    const before = await askAll();
    await untilStored(cache, 1);
    advance(900_000);
    for (const name of (await cache.dump()).keys()) await cache.send("PEXPIRE", name, "100000");
    const held = hold(registry, /limit=1000/);
    await askAll();
    await held.until(1);
    expect(await askAll()).toEqual(before);
    held.release();
    await until(async () => (await askAll()).every((at, index) => at > (before[index] ?? at)));
    expect(registry.calls.filter(({ limit }) => limit === 1000)).toHaveLength(2);
  });

  test("is read by another gateway when its reader stops for longer than its lock lasts, and served by both", async () => {
    await using cache = await startCacheServer(kind);
    await using registry = await startScriptedRegistry({ tags: tags(30) });
    const held = hold(registry, /limit=1000/);
    const settings = { CACHE_URL: cache.url, CACHE_SECRET: fleetSecret };
    await using stopping = await runGateway({ REGISTRY_URL: registry.url, ...settings });
    await stopping.waitFor(/the shared cache is used/);
    const late = post(`${stopping.url}/graphql`, { query: search }, { "x-api-key": "key" });
    await held.until(1);
    stopping.process.kill("SIGSTOP");
    await using others = await startFleet({ registryUrl: registry.url, cache, size: 1 });
    const result = others.gateways[0]?.query(search);
    await held.until(2);
    const lock = await readLock(cache);
    stopping.process.kill("SIGCONT");
    // By now it has tried to renew the lock that it has lost.
    await post(`${stopping.url}/graphql`, { query: "{ __typename }" }, {});
    expect(await readLock(cache)).toEqual(lock);
    held.release();
    expect((await result)?.data.tags.totalCount).toBe(1);
    expect((await late).data.tags.totalCount).toBe(1);
  });
});

/** The token in a cache's lock, once there is only one: that of the structure ends by itself. */
async function readLock(cache: CacheServer): Promise<Buffer | undefined> {
  let tokens: readonly Buffer[] = [];
  await until(async () => {
    const stored = [...(await cache.dump())];
    tokens = stored.flatMap(([name, value]) => (name.endsWith(":lock") ? [value] : []));
    return tokens.length === 1;
  });
  return tokens[0];
}
