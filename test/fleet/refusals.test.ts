import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openConnection } from "../../src/fleet/server/cache-connection.ts";
import { startTcpServer } from "../support/listen.ts";
import {
  type CacheServer,
  cacheKinds,
  createSharedCache,
  startCacheServer,
} from "../support/shared-caches.ts";
import { until } from "../support/upstream.ts";

const name = { kind: "response", cacheKey: "any" } as const;
const value = { bytes: Buffer.from("value"), ageMs: 0, lifeMs: 60_000 };
const user = "tapgraph-u5er";
const password = "p@ss/wörd:?#%41&+ s3cret";

/** The commands that docs/scale.md allows the cache's user. */
const [rules = ""] =
  /(?<=ACL SETUSER tapgraph on >password )[^`]+/.exec(
    readFileSync(join(import.meta.dirname, "../../docs/scale.md"), "utf8"),
  ) ?? [];

/** By error code: what makes a server refuse with it. */
const refusals: Readonly<Record<string, (server: CacheServer) => Promise<unknown>>> = {
  READONLY: (server) => server.send("REPLICAOF", "127.0.0.1", "9"),
  OOM: (server) => server.send("CONFIG", "SET", "maxmemory", "1"),
  NOPERM: (server) => server.send("ACL", "SETUSER", user, "-eval"),
  async WRONGTYPE(server) {
    for (const stored of (await server.dump()).keys()) {
      await server.send("DEL", stored);
      await server.send("LPUSH", stored, "another's");
      await server.send("EXPIRE", stored, "60");
    }
  },
  async BUSY(server) {
    await server.send("CONFIG", "SET", "busy-reply-threshold", "1");
    const other = await openConnection(server.url, { timeoutMs: 60_000, onLost() {} });
    void other.send(["EVAL", "while true do end", "0"]).catch(() => other.close());
    const refusal = () => server.send("GET", "any").then(() => "", String);
    await until(async () => (await refusal()).includes("BUSY"));
  },
};

describe.each(cacheKinds)("$name", (kind) => {
  let server: CacheServer;
  beforeAll(async () => {
    server = await startCacheServer(kind);
    return () => server[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    // A script that is killed may run for a moment.
    const isFree = () => server.send("REPLICAOF", "NO", "ONE").then(Boolean, () => false);
    await until(isFree);
    await server.send("CONFIG", "SET", "maxmemory", "0");
    await server.send("FLUSHALL");
  });

  test.each(Object.keys(refusals))(
    "that refuses with %s is logged once, with that code and a hint",
    async (code) => {
      await addUser(server, rules);
      using cache = createCache(server);
      await until(() => cache.sharedCache.isUsed);
      const partition = cache.sharedCache.partitionOf({ key: "key", keyDigest: "digest" });
      expect(await partition.put(name, value)).toBe(true);
      await refusals[code]?.(server);
      for (const look of ["any", "any", "another"]) {
        await partition.findOrLock({ ...name, cacheKey: look });
        await partition.put({ ...name, cacheKey: `${look} too` }, value);
      }
      if (code === "BUSY") await server.send("SCRIPT", "KILL");
      const [, line] = cache.lines;
      expect(line).toMatchObject({ code, hint: expect.any(String) });
      expect(cache.lines).toHaveLength(2);
      expect(JSON.stringify(cache.lines)).not.toMatch(/u5er|s3cret|tapgraph:[\w-]{8}/);
    },
  );

  test("is logged with NOPERM, which it calls ERR, when a script may not run a command", async () => {
    await addUser(server, `${rules} -set`);
    using cache = createCache(server);
    await until(() => cache.sharedCache.isUsed);
    await cache.sharedCache.partitionOf({ key: "key", keyDigest: "keyDigest" }).put(name, value);
    expect(cache.lines[1]).toMatchObject({ code: "NOPERM", hint: expect.any(String) });
  });

  test.each([
    { code: "NOPASS", user: ":s3cret@", path: "", maxclients: "10" },
    { code: "NODB", user: "", path: "/99", maxclients: "10" },
    { code: "MAXCLIENTS", user: "", path: "", maxclients: "1" },
  ])(
    "is logged with $code, which it calls ERR, when it accepts no connection",
    async ({ code, user, path, maxclients }) => {
      await using server = await startCacheServer(kind, { settings: { maxclients } });
      const only = await openConnection(server.url, { timeoutMs: 60_000, onLost() {} });
      const url = server.url.replace("redis://", `redis://${user}`) + path;
      using cache = createCacheAt(url);
      await until(() => cache.lines.length > 0);
      expect(cache.lines).toEqual([expect.objectContaining({ code, hint: expect.any(String) })]);
      expect(JSON.stringify(cache.lines)).not.toContain("s3cret");
      only.close();
    },
  );
});

test.each(["LOADING", "MOVED", "CLUSTERDOWN", "MASTERDOWN", "MISCONF", "NOAUTH"])(
  "a server that answers look-ups with %s is logged once, with that code and a hint",
  async (code) => {
    await using server = await startRefusing(`-${code} tapgraph-u5er s3cret 10.0.0.1:6379`);
    using cache = createCache(server);
    await until(() => cache.sharedCache.isUsed);
    const partition = cache.sharedCache.partitionOf({ key: "key", keyDigest: "digest" });
    for (const _ of "123") expect((await partition.findOrLock(name)).kind).toBe("unavailable");
    expect(cache.lines).toHaveLength(2);
    expect(cache.lines[1]).toMatchObject({ code, hint: expect.any(String) });
    expect(JSON.stringify(cache.lines)).not.toMatch(/u5er|s3cret|10\.0\.0\.1/);
  },
);

/** A server that accepts connections and reports its time, but answers every script with an error. */
async function startRefusing(error: string) {
  const server = await startTcpServer((socket) => {
    socket.on("data", (command) => socket.write(toReply(command.toString(), error)));
  });
  return {
    url: `redis://127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function toReply(command: string, error: string): string {
  if (command.includes("EVAL")) return `${error}\r\n`;
  if (command.includes("HELLO")) return "*4\r\n+server\r\n+valkey\r\n+version\r\n+8.0.1\r\n";
  return command.includes("TIME") ? "*2\r\n+1800000000\r\n+0\r\n" : "+OK\r\n";
}

async function addUser(server: CacheServer, commands: string): Promise<void> {
  await server.send("ACL", "SETUSER", user, "reset", "on", `>${password}`, ...commands.split(" "));
}

/** A cache that signs in as the user, and the lines that it has logged. */
function createCache(server: Pick<CacheServer, "url">) {
  const [by, secret] = [user, password].map(encodeURIComponent);
  return createCacheAt(server.url.replace("redis://", `redis://${by}:${secret}@`));
}

function createCacheAt(url: string) {
  const lines: object[] = [];
  const write = (fields: object, message: string) => lines.push({ ...fields, message });
  const sharedCache = createSharedCache({ url, log: { info: write, warn: write }, waitMs: 60_000 });
  return { sharedCache, lines, [Symbol.dispose]: () => sharedCache[Symbol.dispose]() };
}
