import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { GraphQLSchema } from "graphql";
import type { Logger } from "pino";
import { startApollo } from "./apollo.ts";
import type { ContextOptions } from "./context.ts";
import type { Explorer } from "./explorer.ts";
import { answerGraphql, type GraphqlEndpointOptions } from "./graphql-endpoint.ts";
import { sendError } from "./http-answer.ts";
import { QuickWay } from "./quick-way.ts";

/** What the gateway is made of. */
export interface GatewayOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly context: ContextOptions;
  /** Whether known operations that come again are answered without Apollo Server. */
  readonly hasQuickWay: boolean;
  /** How old the parts of an answer may be that is given again, in milliseconds; 0: none is kept. */
  readonly cacheTtlMs: number;
  readonly explorer: Explorer;
  readonly log: Logger;
}

/** How long a connection may take to send its headers, and its whole request. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;

/** How long requests under way may take to finish once the gateway is told to stop. */
const graceMs = 20_000;

/** The gateway's HTTP server: GraphQL, the explorer and health. Closing it lets requests under way finish. */
export class Gateway implements AsyncDisposable {
  readonly #server: Server;
  readonly #graphql: GraphqlEndpointOptions;
  readonly #options: GatewayOptions;

  private constructor(options: GatewayOptions, graphql: GraphqlEndpointOptions) {
    this.#options = options;
    this.#graphql = graphql;
    this.#server = createServer(
      { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs },
      (request, response) => void this.#answer(request, response),
    );
  }

  /**
   * A gateway that listens.
   * @throws the server's error where it cannot listen: `EADDRINUSE`, `EACCES`, …
   */
  static async start(options: GatewayOptions): Promise<Gateway> {
    const quickWay = options.hasQuickWay ? new QuickWay(options) : null;
    const apollo = await startApollo({
      ...options,
      onValid: (text, document) => quickWay?.known.learn(text, document),
    });
    const gateway = new Gateway(options, { apollo, quickWay, context: options.context });
    gateway.#server.listen(options.port, options.host);
    await once(gateway.#server, "listening");
    return gateway;
  }

  /** The address it listens on, such as `http://127.0.0.1:4000`. */
  get url(): string {
    const { address, port, family } = this.#server.address() as AddressInfo;
    return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
  }

  /** Stops accepting, waits for what is under way, and cuts off what takes longer than the grace period. */
  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
    await this.#graphql.apollo.stop();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      this.#options.log.error({ err: error }, "unforeseen error");
      if (response.headersSent) response.destroy();
      else sendError(response, 500, "INTERNAL_SERVER_ERROR", "The gateway failed to answer this.");
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#options.explorer.handle(request, response)) return;
    const path = request.url?.split("?", 1)[0];
    switch (path) {
      case "/graphql":
        return answerGraphql(this.#graphql, request, response);
      case "/":
        response.writeHead(302, { location: "/graphql" }).end();
        return;
      case "/health/live":
      case "/health/ready":
        response.writeHead(200, { "content-type": "application/json" }).end('{"status":"ok"}');
        return;
      default:
        sendError(response, 404, "NOT_FOUND", "There is nothing here; GraphQL is at /graphql.");
    }
  }
}
