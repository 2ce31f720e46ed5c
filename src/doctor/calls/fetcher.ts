import "../../undici-silence.ts";
import { TLSSocket } from "node:tls";
import { buildConnector, EnvHttpProxyAgent, request } from "undici";
import { parseJson } from "../../gateway/base/collections/raw-number.ts";
import {
  acceptedEncodings,
  decodeUtf8,
  defaultMaxBodyBytes,
  inflateBody,
  isXmlBody,
  joinChunks,
} from "../../registry-client/body.ts";
import { errorCode, lostConnections } from "../../registry-client/failure.ts";
import type { ProxyOptions } from "../../registry-client/http-client.ts";
import { type CheckCall, toTarget } from "./call.ts";

export interface FetchedResponse {
  readonly isAnswered: true;
  readonly status: number;
  /** By lower-case name. The values of a repeated header are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The inflated body; undefined if it is damaged, or longer than the gateway accepts. */
  readonly text: string | undefined;
  readonly json: unknown;
  readonly isXml: boolean;
  readonly milliseconds: number;
}

export interface NoResponse {
  readonly isAnswered: false;
  readonly code: string;
  readonly isConnected: boolean;
}

export type CallOutcome = FetchedResponse | NoResponse;

export interface TlsFacts {
  readonly protocol: string;
  readonly validTo: Date | null;
}

/** Sends calls as the gateway does, one at a time, but follows no redirects. */
export class Fetcher implements AsyncDisposable {
  /** Facts about the last connection; null if it did not use TLS, or went through a proxy. */
  tls: TlsFacts | null = null;
  readonly #options: ConstructorParameters<typeof Fetcher>[0];
  readonly #dispatcher: EnvHttpProxyAgent;
  #isConnected = false;
  #keepsConnections = true;

  constructor(options: {
    readonly baseUrl: string;
    readonly key: string;
    readonly timeoutMs: number;
    /** Returns the signal that ends a call. @default one that aborts after `timeoutMs` */
    readonly startTimeout?: (timeoutMs: number) => AbortSignal;
    readonly proxy: ProxyOptions | undefined;
  }) {
    this.#options = options;
    // The call as a whole has a timeout.
    const connect = buildConnector({ timeout: 0, allowH2: false });
    this.#dispatcher = new EnvHttpProxyAgent({
      httpProxy: "",
      httpsProxy: "",
      noProxy: "",
      ...options.proxy,
      proxyTunnel: true,
      allowH2: false,
      connections: 1,
      connectTimeout: 0,
      connect: (target, callback) =>
        connect(target, (...result) => {
          const [, socket] = result;
          if (socket) this.#isConnected = true;
          if (socket instanceof TLSSocket) this.tls = toTlsFacts(socket);
          callback(...result);
        }),
    });
  }

  async fetch(call: CheckCall): Promise<CallOutcome> {
    const { baseUrl, key, timeoutMs, startTimeout = AbortSignal.timeout } = this.#options;
    const signal = startTimeout(timeoutMs);
    const started = performance.now();
    this.#isConnected = false;
    try {
      const response = await request(baseUrl + toTarget(call, key), {
        dispatcher: this.#dispatcher,
        headers: {
          accept: "application/json",
          "accept-encoding": acceptedEncodings,
          "user-agent": "tapgraph-doctor",
        },
        signal,
        reset: !this.#keepsConnections,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const sent = await readBody(response.body);
      const milliseconds = performance.now() - started;
      const named = Object.entries(response.headers);
      const headers = Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
      return await toResponse(response.statusCode, headers, { sent, milliseconds });
    } catch (error) {
      // The rest of the error is dropped: its message may contain the URL, and with it the key.
      const code = signal.aborted ? "TIMEOUT" : errorCode(error);
      if (lostConnections.has(code)) this.#keepsConnections = false;
      return { isAnswered: false, code, isConnected: this.#isConnected };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispatcher.destroy();
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
  return joinChunks(chunks);
}

async function toResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  { sent, milliseconds }: { readonly sent: Buffer | undefined; readonly milliseconds: number },
): Promise<FetchedResponse> {
  const encoding = headers["content-encoding"] || "identity";
  const isPlain = encoding === "identity" || !sent?.length;
  const body = isPlain ? sent : await inflateBody(sent, encoding, defaultMaxBodyBytes);
  const text = body && decodeUtf8(body);
  const json = tryParse(text);
  const isXml = body !== undefined && isXmlBody(body);
  return { isAnswered: true, status, headers, text, json, isXml, milliseconds };
}

function tryParse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

function toTlsFacts(socket: TLSSocket): TlsFacts {
  const validTo = new Date(socket.getPeerCertificate().valid_to ?? "");
  return {
    protocol: socket.getProtocol() ?? "TLS",
    validTo: Number.isNaN(validTo.getTime()) ? null : validTo,
  };
}
