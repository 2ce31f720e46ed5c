// The servers of the bench are not the tests' scripted registry: each has a process of its own and does as little as it can, so that
// what is measured is the gateway.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Server,
  type Socket,
} from "node:net";
import { reportToParent } from "./child.ts";

/** Listens on a free loopback port, and returns the address. */
export async function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return addressOf(server);
}

/**
 * Listens on a free loopback port, and reports that to the parent process. HTTP is read and written straight from and to the
 * sockets, as cheap as JavaScript can make it.
 * @param answer answers a GET request of a target such as `/path?query`, the `position`-th of all, counted from 1.
 */
export async function answerOnSockets(
  answer: (socket: Socket, target: string, position: number) => void,
): Promise<void> {
  let calls = 0;
  const server = createSocketServer({ noDelay: true }, (socket) => {
    socket.on("error", () => socket.destroy());
    readRequestLines(socket, (line) => {
      calls += 1;
      answer(socket, line.slice(4, -9), calls);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  reportToParent(addressOf(server), () => calls);
}

/** Reads GET requests from a socket, and passes on the first line of each, such as `GET /path HTTP/1.1`. */
export function readRequestLines(socket: Socket, take: (line: string) => void): void {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
      take(text.slice(0, text.indexOf("\r\n")));
      text = text.slice(end + 4);
    }
  });
}

function addressOf(server: Pick<Server, "address">): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends JSON as the response. */
export function sendJson(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
