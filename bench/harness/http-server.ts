import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** Listens on a free loopback port, and returns the address. */
export async function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  return await listenOn(createServer(listener));
}

export async function listenOn(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function sendJson(response: ServerResponse, body: string | Buffer): void {
  const length = Buffer.byteLength(body);
  response.writeHead(200, { "content-type": "application/json", "content-length": length });
  response.end(body);
}

/** Tells a server's address to its parent, with which it ends. */
export function reportToParent(url: string): void {
  process.on("disconnect", () => process.exit());
  process.send?.(url);
}
