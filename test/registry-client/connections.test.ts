import { createConnection } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Connection, Connections } from "../../src/registry-client/connections.ts";
import { type Received, ResponseReader } from "../../src/registry-client/response-reader.ts";
import { json, startScriptedRegistry } from "../support/scripted-registry.ts";

const rules = { maxBodyBytes: 1_000, badKeyStatuses: [], now: Date.now };

function setUp(origin: string, max: number) {
  const begun: (() => void)[] = [];
  const connections = new Connections(max, () => {
    const { hostname, port } = new URL(origin);
    return new Connection(origin, {
      connect: (_, done) => {
        const socket = createConnection({ host: hostname, port: Number(port) });
        begun.push(() => socket.destroy());
        socket.once("connect", () => done(null, socket));
        socket.once("error", (error) => done(error, null));
      },
    });
  });
  const send = (path: string) => {
    const { promise, resolve } = Promise.withResolvers<Received>();
    const reader = new ResponseReader({ startResponse() {} }, rules, resolve);
    connections.dispatch({ origin, path, method: "GET" }, reader);
    return Object.assign(promise, { reader });
  };
  return { begun, connections, send };
}

test("the connection that was released last is used next, and none is opened while one is idle", async () => {
  await using registry = await startScriptedRegistry(({ path, response }) => {
    setTimeout(() => response.end('"ok"'), path === "/slow" ? 50 : 0);
  });
  const { begun, connections, send } = setUp(registry.url, 9);
  await Promise.all([send("/slow"), send("/quick"), send("/quick")]);
  const slow = registry.calls.find(({ path }) => path === "/slow");
  for (const path of ["/a", "/b", "/c"]) {
    await setImmediate();
    await send(path);
  }
  expect(registry.calls.slice(3).map(({ socket }) => socket === slow?.socket)).toEqual([
    true,
    true,
    true,
  ]);
  expect(begun).toHaveLength(3);
  await connections.destroy();
});

test("no more are opened than allowed, although calls were given up before they were connected", async () => {
  await using registry = await startScriptedRegistry(json("ok"));
  const { begun, connections, send } = setUp(registry.url, 2);
  const given = [send("/1"), send("/2"), send("/3"), send("/4")];
  for (const { reader } of given) reader.abort();
  const next = [send("/5"), send("/6"), send("/7")];
  expect(begun).toHaveLength(2);
  for (const received of await Promise.all(next)) expect(received).toHaveProperty("sent");
  expect(registry.calls.map(({ path }) => path).sort()).toEqual(["/5", "/6", "/7"]);
  expect(new Set(registry.calls.map(({ socket }) => socket)).size).toBeLessThanOrEqual(2);
  await connections.destroy();
});
