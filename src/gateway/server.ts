import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { CircuitState } from "../upstream/circuit.ts";
import type { Transport } from "../upstream/transport.ts";
import type { Explorer } from "./explorer/explorer.ts";
import { answerGraphql } from "./http/answer.ts";
import { Connections } from "./http/connections.ts";
import { type Cors, createCors } from "./http/cors.ts";
import { Load, retryAfterSeconds } from "./http/load.ts";
import { GatewayRequest, toOriginForm } from "./http/request.ts";
import { GatewayResponse } from "./http/response.ts";
import { send, sendError, setCommonHeaders } from "./http/send.ts";
import { Turnstile } from "./http/turnstile.ts";
import { UnderWay } from "./http/under-way.ts";
import { findKey } from "./key.ts";
import { answerLive, answerReady } from "./observation/health.ts";
import type { Metrics, Scrapable } from "./observation/metrics.ts";
import { answerMetrics } from "./observation/metrics-server.ts";
import type { Tracing } from "./observation/tracing.ts";
import { refuse } from "./road/dress.ts";
import { Road, type RoadOptions } from "./road/road.ts";

/** What the gateway is made of. */
export interface GatewayOptions extends RoadOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Requests that may be under way at once; more are turned away. */
  readonly maxUnderWay: number;
  readonly explorer: Explorer;
  /** Browser origins that may call. */
  readonly corsOrigins: readonly string[] | "*";
  /** The state of the circuit to the registry. */
  readonly circuit: () => CircuitState;
  /** What is known of keys. */
  readonly transport: Pick<Transport, "isFlooded" | "isKnown">;
  readonly metrics: Metrics;
  /** What `/metrics` shows here; null: it is on a port of its own. */
  readonly scrapable: Scrapable | null;
  readonly tracing: Tracing | null;
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

/** The gateway's HTTP server: GraphQL, the explorer, health and metrics. Closing it lets requests under way finish. */
export class Gateway implements AsyncDisposable {
  /** The requests that are being answered. */
  readonly underWay: UnderWay;
  readonly #server: Server<typeof GatewayRequest, typeof GatewayResponse>;
  readonly #road: Road;
  readonly #options: GatewayOptions;
  readonly #connections: Connections;
  readonly #cors: Cors;
  readonly #load: Load;
  readonly #turnstile = new Turnstile();

  private constructor(options: GatewayOptions, road: Road) {
    this.#options = options;
    this.#road = road;
    this.#cors = createCors(options.corsOrigins);
    this.underWay = new UnderWay(options);
    this.#load = new Load(options.maxUnderWay);
    this.#server = createServer(
      {
        headersTimeout: headersTimeoutMs,
        requestTimeout: requestTimeoutMs,
        keepAliveTimeout: keepAliveTimeoutMs,
        connectionsCheckingInterval: connectionsCheckingIntervalMs,
        maxHeaderSize: maxHeaderBytes,
        IncomingMessage: GatewayRequest,
        ServerResponse: GatewayResponse,
      },
      (request, response) => void this.#answer(request, response),
    );
    this.#connections = new Connections(this.#server);
  }

  /**
   * A gateway that listens.
   * @throws the server's error where it cannot listen: `EADDRINUSE`, `EACCES`, …
   */
  static async start(options: GatewayOptions): Promise<Gateway> {
    const gateway = new Gateway(options, await Road.start(options));
    gateway.#server.listen(options.port, options.host);
    await once(gateway.#server, "listening");
    return gateway;
  }

  /** The streams of events that are being served. */
  get streams(): number {
    return this.#road.streams;
  }

  /** How many requests are being answered, streams not among them: these wait for events most of the time. */
  get busy(): number {
    return this.underWay.size - this.streams;
  }

  /** The address it listens on, such as `http://127.0.0.1:4000`. */
  get url(): string {
    const { address, port, family } = this.#server.address() as AddressInfo;
    return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
  }

  /** Stops accepting, waits for what is under way, and cuts off what takes longer than the grace period. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.underWay.stop();
    this.#road.endStreams();
    const cutOff = setTimeout(() => this.underWay.cutOffStreams(), streamGraceMs);
    await this.#connections.close(() => this.underWay.sockets());
    clearTimeout(cutOff);
    this.#load[Symbol.dispose]();
    await this.#road[Symbol.asyncDispose]();
  }

  async #answer(request: GatewayRequest, response: GatewayResponse): Promise<void> {
    this.underWay.begin(request, response);
    try {
      await this.#route(request, response);
    } catch (error) {
      this.#options.log.error({ err: error, requestId: response.requestId }, "unforeseen error");
      if (response.headersSent) response.destroy();
      else sendError(response, 500, "INTERNAL_SERVER_ERROR", "The gateway failed to answer this.");
    }
  }

  #route(request: GatewayRequest, response: GatewayResponse): Promise<void> | void {
    const { explorer, scrapable, circuit } = this.#options;
    request.url = toOriginForm(request.url);
    const path = request.url.split("?", 1)[0];
    // A POST is always answered by `send`, which writes them at once: setting them one by one costs more.
    if (request.method !== "POST") setCommonHeaders(response);
    if (path === "/graphql" && this.#cors(request, response)) return;
    if (explorer.handle(request, response)) return;
    switch (path) {
      case "/graphql":
        response.isGraphql = true;
        if (this.#load.isTooMuch(this.busy)) return turnAway(response, tooMuch);
        return this.#answerInTurn(request, response);
      case "/":
        response.writeHead(302, { location: "/graphql" }).end();
        return;
      case "/health/live":
        return answerLive(response);
      case "/health/ready":
        return answerReady(response, {
          isStopping: this.underWay.isStopping,
          circuit: circuit(),
        });
      case "/metrics":
        if (scrapable !== null) return answerMetrics(scrapable, response);
        break;
    }
    sendError(response, 404, "NOT_FOUND", "There is nothing here; GraphQL is at /graphql.");
  }

  #answerInTurn(request: GatewayRequest, response: GatewayResponse): Promise<void> | void {
    const suspect = this.#findSuspect(request);
    if (suspect === null) return answerGraphql(this.#road, request, response);
    const turn = this.#turnstile.enter(suspect);
    if (turn === null) return turnAway(response, tooManyKeys);
    return turn.then(() => answerGraphql(this.#road, request, response));
  }

  /** The digest of a request's key, where it is probably an invented one. */
  #findSuspect({ rawHeaders }: GatewayRequest): string | null {
    const { transport, keys } = this.#options;
    if (!transport.isFlooded) return null;
    const key = findKey(rawHeaders);
    const lane = key === null ? null : keys.laneOf(key);
    return lane === null || transport.isKnown(lane) ? null : lane;
  }
}

const tooMuch = "The gateway has too much to do; try again later.";

const tooManyKeys =
  "The gateway is asked with too many keys that the registry does not know; try again later.";

function turnAway(response: GatewayResponse, message: string): void {
  const answer = refuse(response, 503, [{ message, extensions: { code: "OVERLOADED" } }]);
  // In one list with the others: Node.js takes far longer over headers that were set one by one.
  const headers = { ...answer.headers, "retry-after": String(retryAfterSeconds) };
  send(response, { ...answer, headers });
}
