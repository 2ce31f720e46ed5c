import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { listen } from "./listen.ts";

/** A proxy that supports only tunnels (`CONNECT`). */
export interface TunnelProxy extends AsyncDisposable {
  readonly url: string;
  /** All requests that it received, as method and target. */
  readonly requests: readonly string[];
}

/** The options of calls through a proxy. */
export function through({ url }: { readonly url: string }, noProxy = "") {
  return { proxy: { httpProxy: url, httpsProxy: url, noProxy } };
}

/** Starts a proxy on a free loopback port. */
export async function startTunnelProxy(): Promise<TunnelProxy> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    response.writeHead(405).end();
  });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.on("connect", ({ method, url = "" }, client: Socket) => {
    requests.push(`${method} ${url}`);
    const { hostname, port } = new URL(`http://${url}`);
    const registry = connect(Number(port), hostname, () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      registry.pipe(client).pipe(registry);
    });
    sockets.add(registry);
    for (const socket of [client, registry]) socket.on("error", () => {});
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, "close");
    },
  };
}
