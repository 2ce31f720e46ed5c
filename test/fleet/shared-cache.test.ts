import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { CachePartition, FoundValue, SharedCacheKey } from "../../src/fleet/shared-cache.ts";
import {
  type CacheServer,
  cacheKinds,
  createSharedCache,
  startCacheServer,
} from "../support/shared-caches.ts";
import { until } from "../support/upstream.ts";

const name = { kind: "response", cacheKey: "any" } as const;

describe.each(cacheKinds)("$name", (kind) => {
  let server: CacheServer;
  beforeAll(async () => {
    server = await startCacheServer(kind);
    return () => server[Symbol.asyncDispose]();
  });
  beforeEach(() => server.send("FLUSHALL"));
  /** Starts a cache on the server, for one test. Returns it when it is used, with a key's part of it. */
  const start = async (waitMs?: number) => {
    const cache = createCache(server.url, waitMs);
    onTestFinished(() => cache[Symbol.dispose]());
    await until(() => cache.sharedCache.isUsed);
    const partition = cache.sharedCache.partitionOf({ key: "key", keyDigest: "digest" });
    return { cache, partition };
  };

  test("is logged once when it is lost, and once when it is back", async () => {
    const { cache } = await start();
    await server.kill();
    // By then the cache has tried to reconnect in vain.
    await until(() => cache.failures.filter((reason) => reason === "unreachable").length > 2);
    await server.start();
    await until(() => cache.sharedCache.isUsed);
    expect(cache.lines).toEqual(["info used", "warn lost unreachable", "info used"]);
  });

  test("is logged once when it stops answering, and once when it answers again", async () => {
    const { cache, partition } = await start();
    server.process.kill("SIGSTOP");
    while (cache.sharedCache.isUsed) await find(partition, name);
    expect(await find(partition, name)).toBeUndefined();
    expect(cache.failures.filter((reason) => reason === "timeout")).toHaveLength(3);
    server.process.kill("SIGCONT");
    await until(() => cache.sharedCache.isUsed);
    expect(cache.lines).toEqual(["info used", "warn lost timeout", "info used"]);
  });

  test("is logged once, however many values are corrupt", async () => {
    const { cache, partition } = await start();
    await partition.put(name, { bytes: Buffer.from("value"), ageMs: 0, lifeMs: 60_000 });
    const [stored = ""] = (await server.dump()).keys();
    await server.send("SET", stored, "corrupt", "PX", "60000");
    for (const _ of "123") expect(await find(partition, name)).toBeUndefined();
    expect(cache.failures).toEqual(["corrupt", "corrupt", "corrupt"]);
    expect(cache.lines).toHaveLength(2);
  });

  test("does not send a value that is longer than any that a gateway stores", async () => {
    const { cache, partition } = await start(60_000);
    await partition.put(name, { bytes: Buffer.from("value"), ageMs: 0, lifeMs: 60_000 });
    const [stored = ""] = (await server.dump()).keys();
    await server.send("SETRANGE", stored, "40000000", "end");
    await server.send("CONFIG", "RESETSTAT");
    expect(await find(partition, name)).toBeUndefined();
    expect(await partition.findOrLock(name)).toEqual({ kind: "unavailable" });
    expect(cache.failures).toEqual(["corrupt", "corrupt"]);
    const sent = /total_net_output_bytes:(\d+)/.exec(String(await server.send("INFO", "stats")));
    expect(Number(sent?.[1])).toBeLessThan(1_000_000);
  });

  test("is sent no more than the backlog can hold while it does not answer", async () => {
    const { cache, partition } = await start();
    server.process.kill("SIGSTOP");
    const value = { bytes: Buffer.alloc(15_000_000), ageMs: 0, lifeMs: 60_000 };
    const names = ["a", "b", "c", "d"].map((name) => ({ kind: "page", cacheKey: name }) as const);
    const put = await Promise.all(names.map((name) => partition.put(name, value)));
    expect(put).toEqual([false, false, false, false]);
    expect(cache.failures.toSorted()).toEqual(["backlog", "backlog", "timeout", "timeout"]);
    server.process.kill("SIGCONT");
  });

  test("returns a value with the higher of its two ages, by its seal and by its expiry", async () => {
    const { partition } = await start(60_000);
    await partition.put(name, { bytes: Buffer.from("value"), ageMs: 20_000, lifeMs: 60_000 });
    const [stored = ""] = (await server.dump()).keys();
    expect(Number(await server.send("PTTL", stored))).toBeLessThanOrEqual(40_000);
    expect((await find(partition, name))?.ageMs).toBeGreaterThanOrEqual(20_000);
    // As if a machine whose clock is ahead had stored it.
    await server.send("PEXPIRE", stored, "10000");
    expect((await find(partition, name))?.ageMs).toBeGreaterThanOrEqual(50_000);
    // As if an outdated value had been put back.
    await server.send("PEXPIRE", stored, "60000");
    expect((await find(partition, name))?.ageMs).toBeGreaterThanOrEqual(20_000);
    await server.send("PERSIST", stored);
    expect(await find(partition, name)).toBeUndefined();
  });

  test("returns a value with its age, however far apart the clocks of two machines are", async () => {
    const realNow = Date.now;
    const realOrigin = performance.timeOrigin;
    onTestFinished(() => void vi.restoreAllMocks());
    const startAt = (shiftMs: number) => {
      vi.spyOn(Date, "now").mockImplementation(() => realNow() + shiftMs);
      vi.spyOn(performance, "timeOrigin", "get").mockReturnValue(realOrigin + shiftMs);
      return start(60_000);
    };
    const ahead = await startAt(600_000);
    await ahead.partition.put(name, { bytes: Buffer.from("a"), ageMs: 20_000, lifeMs: 60_000 });
    const behind = await startAt(-600_000);
    const found = await find(behind.partition, name);
    expect(found?.ageMs).toBeGreaterThanOrEqual(20_000);
    expect(found?.ageMs).toBeLessThan(60_000);
  });

  test("keeps the younger of two values, unless that one would live too long", async () => {
    const { partition } = await start(60_000);
    const put = (text: string, ageMs: number) =>
      partition.put(name, { bytes: Buffer.from(text), ageMs, lifeMs: 600_000 });
    const value = async () => (await find(partition, name))?.bytes.toString();
    await put("old", 500_000);
    await put("young", 0);
    await put("older", 300_000);
    expect(await value()).toBe("young");
    const [stored = ""] = (await server.dump()).keys();
    await server.send("PEXPIRE", stored, "900000");
    await put("older", 300_000);
    expect(await value()).toBe("older");
  });

  test("lets only the owner of a lock renew or release it, and grants it to another when the owner has lost it", async () => {
    using one = createCache(server.url, 60_000);
    using other = createCache(server.url, 60_000);
    await until(() => one.sharedCache.isUsed && other.sharedCache.isUsed);
    const owner = { key: "key", keyDigest: "digest" };
    const own = await one.sharedCache.partitionOf(owner).findOrLock(name);
    const late = await other.sharedCache.partitionOf(owner).findOrLock(name);
    expect([own.kind, late.kind]).toEqual(["locked", "awaited"]);
    const [lock = ""] = (await server.dump()).keys();
    expect(lock).toMatch(/:lock$/);
    // It is renewed before it expires.
    await server.send("PEXPIRE", lock, "700");
    await until(async () => Number(await server.send("PTTL", lock)) > 700);
    // Now another owner holds it.
    await server.send("SET", lock, "another token", "PX", "60000");
    if (own.kind === "locked") own.release();
    expect(await server.send("EXISTS", lock)).toBe(1);
    await server.send("DEL", lock);
    const next = await other.sharedCache.partitionOf(owner).findOrLock(name);
    expect(next.kind).toBe("locked");
    if (next.kind !== "locked") return;
    expect(await next.give({ bytes: Buffer.from("value"), ageMs: 0, lifeMs: 60_000 })).toBe(true);
    expect(await server.send("EXISTS", lock)).toBe(0);
    expect(await one.sharedCache.partitionOf(owner).findOrLock(name)).toMatchObject({
      kind: "found",
      bytes: Buffer.from("value"),
    });
  });

  test("that has no room for a value releases its lock, so that nobody waits for it", async () => {
    const { partition } = await start(60_000);
    const wanted = { kind: "response", cacheKey: "any" } as const;
    const found = await partition.findOrLock(wanted);
    if (found.kind !== "locked") throw new Error(`not locked: ${found.kind}`);
    expect(await server.dump()).toHaveProperty("size", 1);
    await server.send("CONFIG", "SET", "maxmemory", "1");
    onTestFinished(async () => void (await server.send("CONFIG", "SET", "maxmemory", "0")));
    const value = { bytes: Buffer.from("value"), ageMs: 0, lifeMs: 60_000 };
    expect(await found.give(value)).toBe(false);
    // The server answers in turn, so it has released the lock before it replies to this.
    await find(partition, wanted);
    expect(await server.dump()).toHaveProperty("size", 0);
  });

  test.each([[], ["PX", "3600000"]])(
    "takes over a lock that lasts longer than any that a gateway takes: %j",
    async (...expiry) => {
      const { partition } = await start(60_000);
      const look = () => partition.findOrLock(name);
      expect((await look()).kind).toBe("locked");
      const [lock = ""] = (await server.dump()).keys();
      await server.send("SET", lock, "nobody's", ...expiry);
      expect([(await look()).kind, (await look()).kind]).toEqual(["locked", "awaited"]);
    },
  );
});

/** A cache, the lines that it has logged, and the failures that it has counted. */
function createCache(url: string, waitMs?: number) {
  const lines: string[] = [];
  const failures: string[] = [];
  const write =
    (level: string) =>
    ({ reason }: { readonly reason?: string }, message: string) => {
      const word = /lost|used|$/.exec(message)?.[0];
      lines.push([level, word, reason].filter(Boolean).join(" "));
    };
  const sharedCache = createSharedCache({
    url,
    log: { info: write("info"), warn: write("warn") },
    observer: {
      countLookUp() {},
      countWait() {},
      countFailure: (reason) => failures.push(reason),
    },
    waitMs,
  });
  return { sharedCache, lines, failures, [Symbol.dispose]: () => sharedCache[Symbol.dispose]() };
}

/** A value that a partition has. The lock that it gives instead is given back. */
async function find(
  partition: CachePartition,
  name: SharedCacheKey,
): Promise<FoundValue | undefined> {
  const found = await partition.findOrLock(name);
  if (found.kind === "locked") found.release();
  return found.kind === "found" ? found : undefined;
}
