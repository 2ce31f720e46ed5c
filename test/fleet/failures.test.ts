import { writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { tags } from "../gateway/list/whole/setup.ts";
import { localhostCertificate } from "../support/certificate.ts";
import { createFolder } from "../support/folder.ts";
import { post } from "../support/gateway.ts";
import { startTcpServer } from "../support/listen.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import {
  type CacheServer,
  createSharedCache,
  fleetSecret,
  oneCacheKind,
  startCacheServer,
  untilStored,
} from "../support/shared-caches.ts";
import { runGateway } from "../support/tapgraph.ts";
import { until } from "../support/upstream.ts";
import { failuresOf, startSharing, stateOf } from "./fleet.ts";

const list = "{ tags(first: 20) { nodes { tagId name } } }";
const search = '{ tags(search: "tag number 7") { nodes { tagId name } } }';
const settings = { CACHE_TTL_SECONDS: "100" };

const otherServers: Readonly<Record<string, (socket: Socket, command: string) => void>> = {
  "answers garbage": (socket) => socket.write(Buffer.from([0, 255, 13, 10, 1, 2, 3, 13, 10])),
  "speaks HTTP": (socket) => socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n"),
  "says nothing": () => {},
  "hangs up": (socket) => socket.destroy(),
  "never ends its reply": (socket) => socket.write("$500000000\r\nabc"),
  "sends more replies than it got commands": (socket) =>
    socket.write("+OK\r\n+OK\r\n+OK\r\n+OK\r\n"),
};

test.each(Object.entries(otherServers))("a cache server that %s is not used", async (_, answer) => {
  await using server = await startOtherServer(answer);
  expect(["unreachable", "refused", "version"]).toContain(await failureAt(server.url));
});

/** Resolves with the reason of the first failure of a cache at this address, which is never used. */
async function failureAt(url: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const observer = { countLookUp() {}, countWait() {}, countFailure: resolve };
  using cache = createSharedCache({ url, observer });
  const reason = await promise;
  expect(cache.isUsed).toBe(false);
  return reason;
}

test.each(["redis 6.2.14", "redis 5.0.7", "valkey 7.2.4", "keydb 6.3.4", "other 9.0.0"])(
  "a cache server that is %s is not used",
  async (name) => {
    const [server = "", version = ""] = name.split(" ");
    await using cache = await startOtherServer((socket, command) => {
      const strings = ["server", server, "version", version];
      const hello = strings.map((text) => `$${text.length}\r\n${text}\r\n`).join("");
      socket.write(command.includes("HELLO") ? `*4\r\n${hello}` : "+OK\r\n");
    });
    expect(await failureAt(cache.url)).toBe("version");
  },
);

test("a cache server that is not there when the gateway starts is counted as unreachable", async () => {
  expect(await failureAt("redis://:s3cret-password@127.0.0.1:9")).toBe("unreachable");
});

describe.each(oneCacheKind)("$name", (kind) => {
  test("with another password, no password or another user is counted as a failure", async () => {
    await using cache = await startCacheServer(kind, { settings: { requirepass: "s3cret" } });
    for (const user of [":wrong@", "", "nobody:s3cret@"]) {
      const url = cache.url.replace("redis://", `redis://${user}`);
      expect([user, await failureAt(url)]).toEqual([user, "refused"]);
    }
  });

  test("is used with its password, over TLS", async () => {
    await using folder = await createFolder();
    for (const [name, text] of Object.entries(localhostCertificate)) {
      writeFileSync(folder.file(name), text);
    }
    const tls = {
      "tls-cert-file": folder.file("cert"),
      "tls-key-file": folder.file("key"),
      "tls-ca-cert-file": folder.file("cert"),
      "tls-auth-clients": "no",
    };
    await using cache = await startCacheServer(kind, {
      settings: { requirepass: "pass/word@1", bind: "0.0.0.0", ...tls },
      user: `:${encodeURIComponent("pass/word@1")}@`,
      isTls: true,
    });
    await using registry = await startScriptedRegistry({ tags: tags(50) });
    const secrets = { CACHE_URL: cache.url, CACHE_SECRET: fleetSecret };
    const trusting = { ...settings, ...secrets, NODE_EXTRA_CA_CERTS: folder.file("cert") };
    await using gateway = await runGateway({ REGISTRY_URL: registry.url, ...trusting });
    await gateway.waitFor(/the shared cache is used/);
    for (const _ of "12") {
      const response = await post(
        `${gateway.url}/graphql`,
        { query: list },
        { "x-api-key": "key", "x-tapgraph-explain": "1" },
      );
      expect(response.data.tags.nodes).toHaveLength(20);
    }
    expect(registry.calls).toHaveLength(1);
    // This process does not trust the certificate.
    expect(await failureAt(cache.url)).toBe("unreachable");
    // The certificate is not for this address.
    const elsewhere = cache.url.replace("127.0.0.1", "127.0.0.2");
    const wrong = { ...trusting, CACHE_URL: elsewhere };
    await using other = await runGateway({ REGISTRY_URL: registry.url, ...wrong });
    await other.waitFor(/"code":"ERR_TLS_CERT_ALTNAME_INVALID".*the shared cache is lost/);
    expect(gateway.output + other.output).not.toMatch(/pass(\/|%2F)word|fleet-s3cret/);
  });

  test("that is full makes no request fail, and is used again once it has room", async () => {
    const { cache, registry, gateways } = await startSharing(kind, {
      server: { settings: { maxmemory: "1" } },
      settings,
      size: 2,
    });
    for (const gateway of gateways) {
      expect((await gateway.query(list)).data.tags.nodes).toHaveLength(20);
      expect((await gateway.query(search)).data.tags.nodes).toHaveLength(5);
      await gateway.untilFigure(failuresOf("full"), (figure) => figure > 0);
      expect(await gateway.figure(stateOf("used"))).toBe(1);
    }
    await cache.send("CONFIG", "SET", "maxmemory", "0");
    const [first, second] = gateways;
    const other = "{ tags(first: 30) { nodes { tagId } } }";
    await first?.query(other);
    await until(async () => (await cache.dump()).size > 0);
    const asked = registry.calls.length;
    await second?.query(other);
    expect(registry.calls).toHaveLength(asked);
  });

  test.each(["emptied", "robbed of its locks"])(
    "that is %s while requests run makes no request fail",
    async (what) => {
      const { cache, gateways } = await startSharing(kind, { settings });
      const disturb = async () => {
        if (what === "emptied") return cache.send("FLUSHALL");
        const names = (await cache.send("KEYS", "*:lock")) as readonly Buffer[];
        return names.length > 0 ? cache.send("DEL", ...names) : undefined;
      };
      for (let count = 1; count <= 10; count += 1) {
        const document = `{ tags(first: ${count}) { nodes { tagId } } found: tags(search: "tag number 7") { totalCount } }`;
        const asked = gateways.map((gateway) => gateway.query(document));
        for (const _ of "1234") await disturb();
        for (const { errors, data } of await Promise.all(asked)) {
          expect([errors, data.tags.nodes.length]).toEqual([undefined, count]);
          expect(data.found.totalCount).toBe(5);
        }
      }
    },
  );

  test("that is killed makes no request fail, and is used again when it is back", async () => {
    const { cache, registry, gateways } = await startSharing(kind, { settings });
    const askAll = async (count: number) => {
      const document = `{ tags(first: ${count}) { nodes { tagId } } }`;
      for (const gateway of gateways) {
        const { errors, data } = await gateway.query(document);
        expect([errors, data.tags.nodes.length]).toEqual([undefined, count]);
      }
    };
    await askAll(10);
    await cache.kill();
    await askAll(11);
    for (const gateway of gateways) {
      await gateway.untilFigure(stateOf("lost"), (figure) => figure === 1);
    }
    await askAll(12);
    await cache.start();
    for (const gateway of gateways) {
      await gateway.untilFigure(stateOf("used"), (figure) => figure === 1);
    }
    const asked = registry.calls.length;
    const [first] = gateways;
    await first?.query("{ tags(first: 13) { nodes { tagId } } }");
    await until(async () => (await cache.dump()).size > 0);
    await askAll(13);
    expect(registry.calls).toHaveLength(asked + 1);
  });

  test("does not serve a value that is damaged, another's or without an end, so that the registry is called", async () => {
    const {
      cache,
      registry,
      gateways: [first, second],
    } = await startSharing(kind, { settings, size: 2 });
    const stored = (document: string, key = "key") =>
      storeOf(cache, () => first?.query(document, { key }));
    const [[, ofAnotherKey] = []] = await stored(list, "another");
    const [[, ofAnotherResponse] = []] = await stored(list);
    const expiry = ["PX", "50000"];
    for (const [place, { corrupt, end, failures }] of [
      { corrupt: (value: Buffer) => value.subarray(0, 100), end: expiry, failures: 1 },
      { corrupt: () => "hello", end: expiry, failures: 2 },
      { corrupt: () => ofAnotherResponse, end: expiry, failures: 3 },
      { corrupt: () => ofAnotherKey, end: expiry, failures: 4 },
      { corrupt: (value: Buffer) => value, end: [], failures: 4 },
    ].entries()) {
      const document = `{ tags(first: ${30 + place}) { nodes { tagId } } }`;
      const [[name, value] = ["", Buffer.alloc(0)]] = await stored(document);
      await cache.send("SET", name, corrupt(value) ?? "", ...end);
      const asked = registry.calls.length;
      expect((await second?.query(document))?.data.tags.nodes).toHaveLength(30 + place);
      expect(registry.calls).toHaveLength(asked + 1);
      expect(registry.calls.at(-1)?.key).toBe("key");
      expect(await second?.figure(failuresOf("corrupt"))).toBe(failures);
    }
  });
});

/** The values that are stored while something is done. */
async function storeOf(cache: CacheServer, act: () => Promise<unknown> | undefined) {
  const before = await cache.dump();
  await act();
  await untilStored(cache, before.size + 1);
  return [...(await cache.dump())].filter(([name]) => !before.has(name));
}

async function startOtherServer(response: (socket: Socket, command: string) => void) {
  const server = await startTcpServer((socket) => {
    socket.on("data", (command) => response(socket, command.toString()));
  });
  return {
    url: `redis://127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
