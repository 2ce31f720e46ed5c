import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Connections } from "./http/connections.ts";
import { NodeExchange } from "./http/node-exchange.ts";
import { GatewayRequest } from "./http/request.ts";
import { send } from "./http/send.ts";
import type { Site } from "./site.ts";

/** Where a server listens. */
export interface ServerAddress {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/** How long a connection may take to send its headers, and its whole request. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;

/** How often connections are looked over for one that takes longer. */
const connectionsCheckingIntervalMs = 2_000;

/** Largest headers of a request, in bytes, its address among them; larger ones are answered with 431. */
const maxHeaderBytes = 16 * 1024;

/** How long a connection is kept without a request: longer than load balancers keep theirs, so that they close first. */
const keepAliveTimeoutMs = 65_000;

/** How long a reader of a stream may take to read its end once the server is to close. */
const streamGraceMs = 5_000;

/** The gateway's HTTP server. Closing it lets requests under way finish. */
export class GatewayServer implements AsyncDisposable {
  readonly #site: Site;
  readonly #server: Server<typeof GatewayRequest>;
  readonly #connections: Connections;

  private constructor(site: Site) {
    this.#site = site;
    this.#server = createServer(
      {
        headersTimeout: headersTimeoutMs,
        requestTimeout: requestTimeoutMs,
        keepAliveTimeout: keepAliveTimeoutMs,
        connectionsCheckingInterval: connectionsCheckingIntervalMs,
        maxHeaderSize: maxHeaderBytes,
        IncomingMessage: GatewayRequest,
      },
      (request, response) => void this.#answer(new NodeExchange(request, response)),
    );
    this.#connections = new Connections(this.#server);
  }

  /**
   * A server that listens.
   * @throws the server's error where it cannot listen: `EADDRINUSE`, `EACCES`, …
   */
  static async start(site: Site, { host, port }: ServerAddress): Promise<GatewayServer> {
    const server = new GatewayServer(site);
    server.#server.listen(port, host);
    await once(server.#server, "listening");
    return server;
  }

  /** A server that does not listen, for connections that are handed to it. */
  static forHanded(site: Site): GatewayServer {
    const server = new GatewayServer(site);
    // Node.js begins with this to look for connections that take too long.
    server.#server.emit("listening");
    return server;
  }

  /** Serves a connection that somebody else has accepted, and of which nothing has been read. */
  serve(socket: Socket): void {
    // As those that an HTTP server accepts: a caller may end its side once it has asked.
    socket.allowHalfOpen = true;
    this.#server.emit("connection", socket);
  }

  /** The address it listens on, such as `http://127.0.0.1:4000`. */
  get url(): string {
    return toUrl(this.#server.address() as AddressInfo);
  }

  /** Stops accepting, waits for what is under way, and cuts off what takes longer than the grace period. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { underWay } = this.#site;
    this.#site.stop();
    const cutOff = setTimeout(() => underWay.cutOffStreams(), streamGraceMs);
    await this.#connections.close(() => underWay.sockets());
    clearTimeout(cutOff);
  }

  async #answer(exchange: NodeExchange): Promise<void> {
    const made = this.#site.answer(exchange);
    const answer = made instanceof Promise ? await made : made;
    if (answer === null) return;
    try {
      await send(exchange, answer);
    } catch (error) {
      this.#site.report(exchange, error);
      exchange.cutOff();
    }
  }
}

/** A server's address, such as `http://127.0.0.1:4000`. */
export function toUrl({ address, port, family }: AddressInfo): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
