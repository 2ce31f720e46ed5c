import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Listens on a free loopback port, and returns the address. */
export async function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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

/** Sends JSON as the response. */
export function sendJson(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
