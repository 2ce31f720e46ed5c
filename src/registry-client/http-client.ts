import "../undici-silence.ts";
import { Client, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { acceptedEncodings } from "./body.ts";
import { passingOverContinue } from "./continue.ts";
import {
  type Received,
  type Receiver,
  ResponseReader,
  type ResponseRules,
  type ReusableConnection,
} from "./response-reader.ts";

/**
 * A proxy on the way to the registry. Every connection through it is a tunnel, so it is never asked
 * for a URL with the key.
 */
export type ProxyOptions = Required<
  Pick<EnvHttpProxyAgent.Options, "httpProxy" | "httpsProxy" | "noProxy">
>;

interface HttpClientOptions {
  readonly baseUrl: string;
  readonly socketPath?: string | undefined;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  readonly proxy: ProxyOptions | undefined;
  /** @default pools of connections to the registry, perhaps through the proxy */
  readonly carriers?: Carriers | undefined;
  readonly rules: ResponseRules;
}

export interface Carriers {
  readonly reusing: Carrier;
  readonly renewing: Carrier;
}

type Carrier = Pick<Dispatcher, "dispatch" | "destroy">;

export interface SentCall extends Receiver {
  readonly path: string;
  response: Pick<ResponseReader, "failure" | "isSent" | "abort"> | undefined;
}

export class HttpClient implements AsyncDisposable {
  readonly prefix: string;
  readonly #origin: string;
  readonly #options: HttpClientOptions;
  readonly #carriers: Carriers;
  #connections = 0;

  constructor(options: HttpClientOptions) {
    const { origin, pathname } = new URL(options.baseUrl);
    this.#origin = origin;
    this.#options = options;
    this.prefix = pathname.replace(/\/+$/, "");
    this.#carriers = options.carriers ?? {
      reusing: this.#createDispatcher({
        factory: (target: string | URL, client: Client.Options) =>
          new ReusableClient(target, passingOverContinue(client)),
      }),
      renewing: this.#createDispatcher({
        factory: (target: string | URL, client: Client.Options) =>
          new Client(target, passingOverContinue(client)),
        pipelining: 0,
      }),
    };
  }

  get connections(): number {
    return this.#connections;
  }

  send(call: SentCall, done: (received: Received) => void): void {
    this.#dispatch(this.#carriers.reusing, call, done);
  }

  sendOnNewConnection(call: SentCall, done: (received: Received) => void): void {
    this.#dispatch(this.#carriers.renewing, call, done);
  }

  /** Undefined if it leads to another origin, or nowhere. */
  redirect(location: string, path: string): string | undefined {
    const from = `${this.#origin}${path}`;
    if (!URL.canParse(location, from)) return undefined;
    const { origin, pathname, search } = new URL(location, from);
    return origin === this.#origin ? pathname + search : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { reusing, renewing } = this.#carriers;
    await Promise.all([reusing.destroy(), renewing.destroy()]);
  }

  #dispatch(carrier: Carrier, call: SentCall, done: (received: Received) => void): void {
    const { path } = call;
    const response = new ResponseReader(call, this.#options.rules, done);
    call.response = response;
    const request = { origin: this.#origin, path, method: "GET", headers: requestHeaders } as const;
    carrier.dispatch(request, response);
  }

  #createDispatcher(kind: Pick<Pool.Options, "factory" | "pipelining">): Dispatcher {
    const { maxConnections, connectTimeoutMs, proxy, socketPath } = this.#options;
    const options = {
      ...(socketPath !== undefined && { socketPath }),
      connections: maxConnections,
      connectTimeout: connectTimeoutMs,
      // Proxies add cookies and policies: more than the 16 KiB that are usual.
      maxHeaderSize: 64 * 1024,
      // The attempt as a whole has a timeout.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    };
    if (!proxy) return this.#count(new Pool(this.#origin, { ...options, ...kind }));
    return new EnvHttpProxyAgent({
      ...options,
      ...proxy,
      proxyTunnel: true,
      factory: (target: URL, pool: Pool.Options) =>
        this.#count(new Pool(target, { ...pool, ...kind })),
    });
  }

  #count(pool: Pool): Pool {
    pool.on("connect", () => {
      this.#connections += 1;
    });
    pool.on("disconnect", () => {
      this.#connections -= 1;
    });
    return pool;
  }
}

class ReusableClient extends Client implements ReusableConnection {
  isUsed = false;

  constructor(origin: string | URL, options: Client.Options) {
    super(origin, options);
    this.on("connect", () => {
      this.isUsed = false;
    });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
    if (handler instanceof ResponseReader) handler.connection = this;
    return super.dispatch(options, handler);
  }
}

const requestHeaders = [
  "accept",
  "application/json",
  "accept-encoding",
  acceptedEncodings,
  "user-agent",
  "tapgraph",
];
