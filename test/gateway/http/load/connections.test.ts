import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { startGateway } from "../../../support/gateway.ts";
import { unusedAddress } from "../../../support/scripted-registry.ts";

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
