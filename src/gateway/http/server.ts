import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { RoadAnswer } from "../road/message.ts";
import type { Site } from "../site.ts";
import { Batch } from "./batch.ts";
import { NodeExchange } from "./node-exchange.ts";
import { GatewayRequest } from "./request.ts";
import { send } from "./send.ts";
import { ServerSockets } from "./server-sockets.ts";

/** Where a server listens. */
export interface ServerAddress {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** How long a connection may take to send its headers, and its whole request. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;

/** How often connections are checked for one that takes longer. */
const connectionsCheckingIntervalMs = 2_000;

/** The most bytes of a request's headers and address. Larger ones are answered with 431. */
const maxHeaderBytes = 16 * 1024;

/** How long a connection is kept without a request: longer than load balancers keep it, so that they are the ones to close it. */
const keepAliveTimeoutMs = 65_000;

/** How long the readers of streams may take to read the end when the server closes. */
const streamGraceMs = 5_000;

/** The gateway's HTTP server. Closing it lets requests under way finish. */
export class GatewayServer implements AsyncDisposable {
  readonly #site: Site;
  readonly #server: Server<typeof GatewayRequest>;
  readonly #sockets: ServerSockets;
  readonly #frequent = new Batch<Reply>((reply) => this.#send(reply));

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
    this.#sockets = new ServerSockets(this.#server);
  }

  /**
   * Starts a server, and resolves once it listens.
   * @throws the server's error if it cannot listen: `EADDRINUSE`, `EACCES`, …
   */
  static async start(site: Site, { host, port }: ServerAddress): Promise<GatewayServer> {
    const server = new GatewayServer(site);
    server.#server.listen(port, host);
    await once(server.#server, "listening");
    return server;
  }

  /** A server that does not listen, for connections that are handed to it. */
  static withoutPort(site: Site): GatewayServer {
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

  /** Stops accepting, waits for the requests under way, and cuts off those that take longer than the grace period. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { underWay } = this.#site;
    this.#site.stop();
    const cutOff = setTimeout(() => underWay.cutOffStreams(), streamGraceMs);
    await this.#sockets.close(() => underWay.sockets());
    clearTimeout(cutOff);
  }

  async #answer(exchange: NodeExchange): Promise<void> {
    const made = this.#site.answer(exchange);
    const answer = made instanceof Promise ? await made : made;
    if (answer === null) return;
    if ("isFrequent" in answer) this.#frequent.add({ exchange, answer });
    else this.#send({ exchange, answer });
  }

  #send({ exchange, answer }: Reply): void {
    const fail = (error: unknown) => {
      this.#site.report(exchange, error);
      exchange.cutOff();
    };
    try {
      send(exchange, answer)?.catch(fail);
    } catch (error) {
      fail(error);
    }
  }
}

/** A server's address, such as `http://127.0.0.1:4000`. */
export function toUrl({ address, port, family }: AddressInfo): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** A request and its answer. */
interface Reply {
  readonly exchange: NodeExchange;
  readonly answer: RoadAnswer;
}
