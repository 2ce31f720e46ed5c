import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ServerSockets } from "../../../src/gateway/http/server-sockets.ts";
import { listen } from "../../support/listen.ts";
import { blockEventLoop } from "../../support/manual-clock.ts";

test("a request that arrives while the server is closing is answered, however late it is read", async () => {
  const busy = new Set<Socket>();
  const server = createServer(({ socket }, response) => {
    busy.add(socket);
    response.end("taken");
  });
  const connections = new ServerSockets(server);
  const port = await listen(server);
  const socket = connect(port, "127.0.0.1");
  await Promise.all([once(server, "connection"), once(socket, "connect")]);
  const closed = connections.close(() => busy);
  socket.write("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
  blockEventLoop(400);
  expect(await text(socket)).toContain("taken");
  await closed;
});
