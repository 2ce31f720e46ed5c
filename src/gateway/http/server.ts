import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { FileBrokenError } from "../answer/rows/row-file.ts";
import { streamGraceMs } from "./observation/requests-under-way.ts";
import { GatewayMessage, NodeRequest } from "./request/node-request.ts";
import { send } from "./response/send.ts";
import type { Router } from "./router.ts";
import { ServerSockets } from "./server-sockets.ts";

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;

const connectionsCheckingIntervalMs = 2_000;

const maxHeaderBytes = 16 * 1024;

/** Longer than load balancers keep one, so that they are the ones to close it. */
const keepAliveTimeoutMs = 65_000;

export class GatewayServer implements AsyncDisposable {
  readonly #router: Router;
  readonly #server: Server<typeof GatewayMessage>;
  readonly #sockets: ServerSockets;

  private constructor(router: Router) {
    this.#router = router;
    this.#server = createServer(
      {
        headersTimeout: headersTimeoutMs,
        requestTimeout: requestTimeoutMs,
        keepAliveTimeout: keepAliveTimeoutMs,
        connectionsCheckingInterval: connectionsCheckingIntervalMs,
        maxHeaderSize: maxHeaderBytes,
        IncomingMessage: GatewayMessage,
      },
      (message, response) => void this.#handle(new NodeRequest(message, response)),
    );
    this.#sockets = new ServerSockets(this.#server);
  }

  /**
   * Starts a server, and resolves once it listens.
   * @throws the server's error if it cannot listen: `EADDRINUSE`, `EACCES`, …
   */
  static async start(router: Router, { host, port }: ServerAddress): Promise<GatewayServer> {
    const server = new GatewayServer(router);
    server.#server.listen(port, host);
    await once(server.#server, "listening");
    return server;
  }

  get url(): string {
    return toUrl(this.#server.address() as AddressInfo);
  }

  /** Accepts no more connections. Those that are there stay as they are. */
  stopListening(): void {
    this.#sockets.stopListening();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { underWay } = this.#router;
    this.#router.stop();
    const grace = setTimeout(() => underWay.closeStreams(), streamGraceMs);
    await this.#sockets.close(() => underWay.sockets());
    clearTimeout(grace);
  }

  async #handle(request: NodeRequest): Promise<void> {
    const responseOrPromise = this.#router.handle(request);
    const response =
      responseOrPromise instanceof Promise ? await responseOrPromise : responseOrPromise;
    if (response === null) return;
    try {
      const sending = send(request, response, this.#router.unread);
      sending?.catch((error) => this.#giveUp(request, error));
    } catch (error) {
      this.#giveUp(request, error);
    }
  }

  #giveUp(request: NodeRequest, error: unknown): void {
    if (!(error instanceof FileBrokenError)) this.#router.logError(request, error);
    request.close();
  }
}

function toUrl({ address, port, family }: AddressInfo): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
