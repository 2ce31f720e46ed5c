import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import Negotiator from "negotiator";
import type {
  HttpResponse,
  HttpResponseHeaders,
  WholeHttpResponse,
} from "../exchange/http-response.ts";
import { sseMediaType } from "../pipeline/format/stream-protocol.ts";
import { gzip } from "./gzip.ts";
import type { NodeExchange } from "./node-exchange.ts";
import { sendStream } from "./send-stream.ts";

/** Minimum size of a body that is compressed, in bytes. A smaller one takes as many network packets either way. */
const minCompressedBytes = 1024;

/** Minimum size of an ASCII body that is written separately from the headers, in bytes. A smaller one is written together with them. */
const minSeparateBytes = 16 * 1024;

/**
 * Sends a response, whole or as a stream.
 * @returns a promise for a stream, which resolves when it ends.
 */
export function send(exchange: NodeExchange, response: HttpResponse): Promise<void> | void {
  const { status, headers, body } = response;
  exchange.ignoreBody();
  if (typeof body === "string" || Buffer.isBuffer(body)) {
    sendWhole(exchange, { ...response, body });
    return;
  }
  return sendStream(exchange.serverResponse, {
    status,
    headers: toHeaderList(exchange, headers),
    body,
  });
}

/**
 * Sends a whole response, compressed if the caller accepts that and the body is large enough. A buffer that is sent several times is
 * compressed once.
 */
function sendWhole(exchange: NodeExchange, response: WholeHttpResponse): void {
  const { serverResponse } = exchange;
  const { status, headers, body } = response;
  if (status === 304 || status === 204) {
    serverResponse.writeHead(status, toHeaderList(exchange, headers)).end();
    return;
  }
  const length = Buffer.byteLength(body);
  const encoding = isWorthCompressing(response, length) ? chooseEncoding(exchange) : undefined;
  if (encoding === undefined) {
    serverResponse.writeHead(status, toHeaderList(exchange, headers, length));
    serverResponse.end(body, chooseCharset(body, length));
  } else {
    void sendCompressed(exchange, response, encoding);
  }
}

function isWorthCompressing({ headers, isEncoded }: WholeHttpResponse, length: number): boolean {
  return length >= minCompressedBytes && !isEncoded && headers["content-type"] !== sseMediaType;
}

type Encoding = "br" | "gzip";

/** The compressed forms of buffers. Kept responses are sent many times. */
const compressed = new WeakMap<Buffer, { [name in Encoding]?: Promise<Buffer> }>();

async function sendCompressed(
  exchange: NodeExchange,
  { status, headers, body }: WholeHttpResponse,
  encoding: Encoding,
): Promise<void> {
  const { serverResponse } = exchange;
  let bytes: Buffer;
  try {
    bytes = await (typeof body === "string"
      ? compress[encoding](body)
      : compressOnce(body, encoding));
  } catch {
    // Compression may fail for lack of memory. Then the response is sent uncompressed.
    serverResponse
      .writeHead(status, toHeaderList(exchange, headers, Buffer.byteLength(body)))
      .end(body);
    return;
  }
  const encoded = { ...headers, "content-encoding": encoding };
  serverResponse.writeHead(status, toHeaderList(exchange, encoded, bytes.length)).end(bytes);
}

function compressOnce(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const forms = compressed.get(body) ?? {};
  compressed.set(body, forms);
  forms[encoding] ??= compress[encoding](body);
  return forms[encoding];
}

const brotliAsync = promisify<string | Buffer, object, Buffer>(brotliCompress);

/** A higher quality of Brotli takes far longer, but compresses a list of records only slightly better. */
const compress = {
  br: (body: string | Buffer) =>
    brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip,
} as const;

const encodings: readonly Encoding[] = ["br", "gzip"];

/** The first of `encodings` that the caller accepts; undefined if it prefers the plain body, or accepts none of them. */
function chooseEncoding(exchange: NodeExchange): Encoding | undefined {
  if (exchange.headers["accept-encoding"] === undefined) return undefined;
  const accepted = new Negotiator(exchange).encodings([...encodings, "identity"]);
  if (accepted[0] === "identity") return undefined;
  return encodings.find((encoding) => accepted.includes(encoding));
}

/**
 * How to encode the body. If it has as many bytes as characters, it is ASCII, which is written faster as Latin-1. A long one is
 * written as "ascii": with "latin1" or "utf8", Node.js first copies headers and body into one string.
 */
function chooseCharset(body: string | Buffer, length: number): BufferEncoding {
  if (length !== body.length) return "utf8";
  return length < minSeparateBytes ? "latin1" : "ascii";
}

/** All headers of a response, names and values in turn. Node.js sends a list faster than an object. */
function toHeaderList(
  exchange: NodeExchange,
  headers: HttpResponseHeaders,
  length?: number,
): string[] {
  const { requestId, vary, addedHeaders } = exchange;
  const list = ["x-request-id", requestId, "x-content-type-options", "nosniff"];
  if (length !== undefined) list.push("content-length", String(length));
  if (headers["vary"] === undefined) list.push("vary", vary);
  for (const [name, value] of Object.entries(addedHeaders)) list.push(name, value);
  for (const [name, value] of Object.entries(headers)) list.push(name, value);
  return list;
}
