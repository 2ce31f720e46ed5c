import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** An address that leads to a server, until it is cut. */
export interface Forwarder extends AsyncDisposable {
  readonly url: string;
  /** Drops all connections and takes no more. */
  cut(): void;
  /** Takes connections again. */
  mend(): void;
}

/** Starts it on a free port of this machine. */
export async function startForwarder(target: string): Promise<Forwarder> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((client) => {
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const there = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, there],
      [there, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => other.destroy());
      socket.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      drop();
      await once(server, "close");
    },
  };
}
