import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { hold, tags } from "../gateway/list/whole/setup.ts";
import { startForwarder } from "../support/forwarder.ts";
import { type ScriptedRegistry, startScriptedRegistry } from "../support/scripted-registry.ts";
import {
  type CacheKind,
  createSharedCache,
  oneCacheKind,
  startCacheServer,
  untilStored,
} from "../support/shared-caches.ts";
import { until } from "../support/upstream.ts";
import { type FleetGateway, startFleet } from "./fleet.ts";

const list = "{ tags(first: 20) { nodes { tagId name } } }";
const search = '{ tags(search: "tag number 12", first: 20) { nodes { tagId } } }';

describe.each(oneCacheKind)("on $name, while the server is slow", (kind) => {
  test("a response ages", async () => {
    await using parts = await startTwo(kind, { CACHE_TTL_SECONDS: "100" });
    const { cache, registry, first, second } = parts;
    await first.query(list);
    await untilStored(cache, 1);
    const url = `${second.url}/graphql?query=${encodeURIComponent(list)}`;
    const ask = () => fetch(url, { headers: { "x-api-key": "key" } });
    const { headers } = await withLateReply(parts, 70_000, ask);
    const leftSeconds = /max-age=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1];
    expect(Number(leftSeconds)).toBeGreaterThan(0);
    expect(Number(leftSeconds)).toBeLessThanOrEqual(30);
    expect(registry.calls).toHaveLength(1);
  });

  test("a response can become too old to be served", async () => {
    await using parts = await startTwo(kind, { CACHE_TTL_SECONDS: "100" });
    const { cache, registry, first, second } = parts;
    await first.query(list);
    await untilStored(cache, 1);
    const { data } = await withLateReply(parts, 100_000, () => second.query(list));
    expect(data.tags.nodes).toHaveLength(20);
    expect(registry.calls).toHaveLength(2);
  });

  test("a snapshot ages", async () => {
    await using parts = await startTwo(kind, {});
    const { cache, registry, first, second } = parts;
    await first.query(search);
    await untilStored(cache, 1);
    await withLateReply(parts, 20_000, () => second.query(search));
    expect(countReads(registry)).toBe(1);
    await cache.send("FLUSHALL");
    second.clock.advance(11_000);
    await second.query(search);
    expect(countReads(registry)).toBe(2);
  });

  test("a gateway that waits for another's response still gets the snapshot", async () => {
    await using parts = await startTwo(kind, { CACHE_TTL_SECONDS: "100" });
    const { registry, first, second, line } = parts;
    const confirmation = hold(registry, /limit=1&/);
    const read = first.query(search);
    await confirmation.until(1);
    line.hold();
    const waiting = second.query(search);
    await line.untilHeld(1);
    line.release();
    line.hold();
    // The second gateway's second look-up: by now it waits for the first gateway.
    await line.untilHeld(1);
    second.clock.advance(60_000);
    confirmation.release();
    line.release();
    expect((await waiting).data).toEqual((await read).data);
    expect(countReads(registry)).toBe(1);
  });

  test("a value that is stored late does not expire later", async () => {
    await using cache = await startCacheServer(kind);
    using sharedCache = createSharedCache({ url: cache.url, waitMs: 60_000 });
    await until(() => sharedCache.isUsed);
    const partition = sharedCache.partitionOf({ key: "key", keyDigest: "digest" });
    const value = { bytes: Buffer.from("value"), ageMs: 0, lifeMs: 60_000 };
    cache.process.kill("SIGSTOP");
    const isPut = partition.put({ kind: "response", cacheKey: "any" }, value);
    const sentAt = Date.now();
    // The server counts by its own clock, so time has to pass.
    await setTimeout(300);
    cache.process.kill("SIGCONT");
    expect(await isPut).toBe(true);
    const [name = ""] = (await cache.dump()).keys();
    expect(Number(await cache.send("PEXPIRETIME", name))).toBeLessThanOrEqual(sentAt + 60_000);
  });
});

/** Starts two gateways. The second reaches the server over a connection that a test can hold. */
async function startTwo(kind: CacheKind, settings: Readonly<Record<string, string>>) {
  await using stack = new AsyncDisposableStack();
  const cache = stack.use(await startCacheServer(kind));
  const line = stack.use(await startForwarder(cache.url));
  const registry = stack.use(await startScriptedRegistry({ tags: tags(30) }));
  const options = { registryUrl: registry.url, settings, size: 1 };
  const near = stack.use(await startFleet({ ...options, cache }));
  const url = line.url.replace("http:", "redis:");
  const far = stack.use(await startFleet({ ...options, cache: { url } }));
  const [first] = near.gateways;
  const [second] = far.gateways;
  if (first === undefined || second === undefined) throw new Error("There is no gateway");
  const owned = stack.move();
  return {
    cache,
    line,
    registry,
    first: first as FleetGateway,
    second: second as FleetGateway,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Lets the second gateway act while the server's reply is late, by that gateway's clock. */
async function withLateReply<Result>(
  { line, second }: Pick<Awaited<ReturnType<typeof startTwo>>, "line" | "second">,
  lateMs: number,
  act: () => Promise<Result>,
): Promise<Result> {
  line.hold();
  const result = act();
  await line.untilHeld(200);
  second.clock.advance(lateMs);
  line.release();
  return await result;
}

function countReads({ calls }: ScriptedRegistry): number {
  return calls.filter(({ limit }) => limit === 1000).length;
}
