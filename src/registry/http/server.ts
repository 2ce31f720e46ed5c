import { createServer, type Server } from "node:http";
import { type RespondOptions, respond } from "./respond.ts";

export async function startRegistry({
  host,
  port,
  socketPath,
  ...options
}: RespondOptions & {
  readonly host: string;
  readonly port: number;
  readonly socketPath?: string | undefined;
}): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    void respond(options, server, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath === undefined ? { port, host } : { path: socketPath }, resolve);
  });
  return { url: formatUrl(server), [Symbol.asyncDispose]: () => closeServer(server) };
}

function formatUrl(server: Server): string {
  const address = server.address();
  if (address === null) throw new Error("The server does not listen");
  // Whoever connects to a local socket must know its path.
  if (typeof address === "string") return "http://localhost";
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

const closeGraceMs = 10_000;

async function closeServer(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), closeGraceMs);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(cut);
}
