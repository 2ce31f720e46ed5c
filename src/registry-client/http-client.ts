import "../undici-silence.ts";
import { buildConnector, type Client, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { acceptedEncodings } from "./body.ts";
import { Connection, Connections } from "./connections.ts";
import {
  type Received,
  type Receiver,
  ResponseReader,
  type ResponseRules,
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

interface Carrier extends Pick<Dispatcher, "dispatch"> {
  destroy(): Promise<void>;
}

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
      reusing: this.#createCarrier({ pipelining: 1 }),
      renewing: this.#createCarrier({ pipelining: 0 }),
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

  /** @param pipelining with 0, each call has a connection of its own. */
  #createCarrier({ pipelining }: { readonly pipelining: 0 | 1 }): Carrier {
    const { maxConnections: connections, connectTimeoutMs, proxy, socketPath } = this.#options;
    const options = {
      // Proxies add cookies and policies: more than the 16 KiB that are usual.
      maxHeaderSize: 64 * 1024,
      // The attempt as a whole has a timeout.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    };
    const create = (origin: string | URL, client: Client.Options) => {
      const connection = new Connection(origin, { ...client, pipelining });
      connection.on("connect", () => {
        this.#connections += 1;
      });
      connection.on("disconnect", () => {
        this.#connections -= 1;
      });
      return connection;
    };
    if (!proxy) {
      const to = { timeout: connectTimeoutMs, socketPath: socketPath ?? null, allowH2: false };
      const connect = buildConnector(to);
      return new Connections(connections, () => create(this.#origin, { ...options, connect }));
    }
    return new EnvHttpProxyAgent({
      ...options,
      ...proxy,
      connectTimeout: connectTimeoutMs,
      proxyTunnel: true,
      factory: (target: URL, pool: Pool.Options) =>
        new Pool(target, { ...pool, connections, pipelining, factory: create }),
    });
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
