import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startGateway } from "../support/gateway.ts";
import { holdUp } from "../support/hold-up.ts";
import { unusedAddress } from "../support/scripted-registry.ts";

const live = "GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n";

test("a request that came before the end of a stop's lull is answered, however late it is read", async () => {
  const gateway = await startGateway({ registryUrl: unusedAddress, key: "k" });
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.write(live);
  await once(socket, "data");
  const stopped = gateway[Symbol.asyncDispose]();
  // The gateway has begun to stop when it has closed its client's connections.
  await new Promise(setImmediate);
  socket.write(live);
  holdUp(400);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await stopped;
});
