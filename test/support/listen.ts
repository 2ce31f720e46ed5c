import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** Lets a server listen on a free loopback port, and returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Lets a server listen until it is disposed of. What its connections still carry is then cut off. */
export async function serve(
  server: HttpServer,
): Promise<AsyncDisposable & { readonly url: string }> {
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A TCP server on a free loopback port. Disposal also closes its connections. */
export interface TcpServer extends AsyncDisposable {
  readonly port: number;
  /** Cuts its connections off. */
  drop(): void;
}

/** Starts a server. Errors of its connections are ignored: clients of a misbehaving server reset them. */
export async function startTcpServer(serve: (socket: Socket) => void): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    serve(socket);
  });
  const port = await listen(server);
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    drop,
    async [Symbol.asyncDispose]() {
      drop();
      server.close();
      await once(server, "close");
    },
  };
}
