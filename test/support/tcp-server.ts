import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { listen } from "./listen.ts";

/** A TCP server on a free loopback port. Disposal also closes its connections. */
export interface TcpServer extends AsyncDisposable {
  readonly port: number;
}

/** Starts a server. Errors of its connections are ignored: clients of a misbehaving server reset them. */
export async function startTcpServer(serve: (socket: Socket) => void): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    serve(socket);
  });
  const port = await listen(server);
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
