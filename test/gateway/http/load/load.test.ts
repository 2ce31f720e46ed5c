import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { Load } from "../../../../src/gateway/http/load/load.ts";
import { startGateway } from "../../../support/gateway.ts";
import {
  json,
  stall,
  startScriptedRegistry,
  unusedAddress,
} from "../../../support/scripted-registry.ts";

const tagPage = { tags: [{ id: "a", name: "A" }], limit: 1, page: 1, count: 1, page_count: 1 };

test("requests beyond MAX_REQUESTS_UNDER_WAY are turned away, except for health, until others have ended", async () => {
  await using registry = await startScriptedRegistry(stall);
  await using gateway = await startGateway({
    registryUrl: registry.url,
    key: "k",
    settings: { MAX_REQUESTS_UNDER_WAY: "2" },
  });
  const query = (size: number) => gateway.query(`{ tags(first: ${size}) { nodes { name } } }`);
  const underWay = [query(1), query(2)];
  await registry.call(1);
  const { status, headers, errors } = await query(3);
  expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["OVERLOADED"]);
  expect(registry.calls).toHaveLength(2);
  for (const health of ["live", "ready"]) {
    expect((await fetch(`${gateway.url}/health/${health}`)).status).toBe(200);
  }
  registry.behaviour = json(tagPage);
  registry.calls.forEach((call, position) => {
    registry.behaviour(call, position);
  });
  for (const result of await Promise.all(underWay)) expect(result.status).toBe(200);
  expect((await query(1)).data).toEqual({ tags: { nodes: [{ name: "A" }] } });
});

test("the process is overloaded if the event loop is late several times in a row, not once", () => {
  using load = new Load({ MAX_REQUESTS_UNDER_WAY: 20 });
  expect(load.isOverloaded(20)).toBe(false);
  expect(load.isOverloaded(21)).toBe(true);
  for (const delayMs of [900, 900, 0, 900, 900]) load.observe(delayMs);
  expect(load.isOverloaded(11)).toBe(false);
  load.observe(300);
  expect(load.isOverloaded(11)).toBe(true);
  // So few are not the cause.
  expect(load.isOverloaded(10)).toBe(false);
  load.observe(10);
  expect(load.isOverloaded(11)).toBe(false);
});

test("headers that are too large are refused", async () => {
  await using gateway = await startGateway({ registryUrl: unusedAddress, key: "k" });
  const response = await fetch(`${gateway.url}/graphql`, {
    headers: { "x-filler": "x".repeat(20_000) },
  });
  expect(response.status).toBe(431);
});

test("a connection that sends nothing, or only part of its headers, is closed", async () => {
  await using gateway = await startGateway({ registryUrl: unusedAddress, key: "k" });
  const { hostname, port } = new URL(gateway.url);
  const open = async (text: string): Promise<Socket> => {
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.write(text);
    return socket.resume();
  };
  const sockets = await Promise.all([open(""), open("POST /graphql HTTP/1.1\r\nhost: a\r\nx-")]);
  await Promise.all(sockets.map((socket) => once(socket, "close")));
});
