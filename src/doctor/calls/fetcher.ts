import "../../undici-silence.ts";
import { TLSSocket } from "node:tls";
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, request } from "undici";
import { parseJson } from "../../gateway/base/collections/raw-number.ts";
import {
  acceptedEncodings,
  defaultMaxBodyBytes,
  inflateBody,
} from "../../gateway/call/network/body.ts";
import type { ProxyOptions } from "../../gateway/call/network/http-client.ts";
import { type CheckCall, toTarget } from "./check-call.ts";

export interface FetchedResponse {
  readonly isAnswered: true;
  readonly status: number;
  /** By lower-case name. The values of a repeated header are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The inflated body; undefined if it is damaged, or longer than the gateway accepts. */
  readonly text: string | undefined;
  /** The body as parsed JSON; undefined if it is not JSON. */
  readonly json: unknown;
  readonly milliseconds: number;
}

export interface NoResponse {
  readonly isAnswered: false;
  /** An error code, such as `ECONNREFUSED`. */
  readonly code: string;
  readonly isConnected: boolean;
}

export type CallOutcome = FetchedResponse | NoResponse;

/** The error codes of a call whose connection the registry closed. */
export const closedConnectionCodes: ReadonlySet<string> = new Set([
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
]);

interface FetcherOptions {
  /** The base address, without `/api/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly timeoutMs: number;
  /** Returns the signal that ends a call. @default one that aborts after `timeoutMs` */
  readonly startTimeout?: (timeoutMs: number) => AbortSignal;
  readonly proxy: ProxyOptions | undefined;
}

export interface TlsFacts {
  readonly protocol: string;
  /** When the certificate expires; null if unknown. */
  readonly validTo: Date | null;
}

/** Sends calls, and follows no redirects. Nothing else in the doctor puts the key into a URL. */
export class Fetcher implements AsyncDisposable {
  readonly #options: FetcherOptions;
  readonly #dispatcher: Dispatcher;
  #tls: TlsFacts | null = null;
  #isConnected = false;
  #keepsConnections = true;

  constructor(options: FetcherOptions) {
    this.#options = options;
    this.#dispatcher = this.#createDispatcher();
  }

  /** Facts about the last connection; null if it did not use TLS, or went through a proxy. */
  get tls(): TlsFacts | null {
    return this.#tls;
  }

  async fetch(call: CheckCall): Promise<CallOutcome> {
    const { baseUrl, key, timeoutMs, startTimeout = startTimer } = this.#options;
    const started = performance.now();
    this.#isConnected = false;
    try {
      const { statusCode, headers, body } = await request(baseUrl + toTarget(call, key), {
        dispatcher: this.#dispatcher,
        headers: {
          accept: "application/json",
          "accept-encoding": acceptedEncodings,
          "user-agent": "tapgraph-doctor",
        },
        signal: startTimeout(timeoutMs),
        reset: !this.#keepsConnections,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const sent = await readBody(body);
      const milliseconds = performance.now() - started;
      return readResponse(statusCode, toHeaders(headers), { sent, milliseconds });
    } catch (error) {
      const code = codeOf(error);
      if (closedConnectionCodes.has(code)) this.#keepsConnections = false;
      return { isAnswered: false, code, isConnected: this.#isConnected };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispatcher.destroy();
  }

  #createDispatcher(): Dispatcher {
    const { proxy, timeoutMs } = this.#options;
    const options = { allowH2: false, connections: 1, connectTimeout: timeoutMs };
    if (proxy) return new EnvHttpProxyAgent({ ...options, ...proxy, proxyTunnel: true });
    const connect = buildConnector({ timeout: timeoutMs, allowH2: false });
    return new Agent({
      ...options,
      connect: (target, callback) =>
        connect(target, (...result) => {
          const [, socket] = result;
          if (socket) this.#isConnected = true;
          if (socket instanceof TLSSocket) this.#tls = toTlsFacts(socket);
          callback(...result);
        }),
    });
  }
}

async function readBody(body: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > defaultMaxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  { sent, milliseconds }: { readonly sent: Buffer | undefined; readonly milliseconds: number },
): Promise<FetchedResponse> {
  const encoding = headers["content-encoding"] ?? "identity";
  const isPlain = encoding === "identity" || encoding === "" || sent?.length === 0;
  const body = isPlain || !sent ? sent : await inflateBody(sent, encoding, defaultMaxBodyBytes);
  const text = body?.toString().replace(/^\uFEFF/, "");
  return {
    isAnswered: true,
    status,
    headers,
    text,
    json: text === undefined ? undefined : tryParse(text),
    milliseconds,
  };
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function toHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(", ") : String(value),
    ]),
  );
}

function toTlsFacts(socket: TLSSocket): TlsFacts {
  const validTo = new Date(socket.getPeerCertificate().valid_to ?? "");
  return {
    protocol: socket.getProtocol() ?? "TLS",
    validTo: Number.isNaN(validTo.getTime()) ? null : validTo,
  };
}

/** The code of an error. The rest is dropped, because the message may contain the URL, and with it the key. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "TIMEOUT";
  if (error.name === "HTTPParserError") return "NO_HTTP";
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return code;
  return error.cause === undefined ? "unknown" : codeOf(error.cause);
}

function startTimer(timeoutMs: number): AbortSignal {
  return AbortSignal.timeout(timeoutMs);
}
