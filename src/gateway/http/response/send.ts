import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import Negotiator from "negotiator";
import { type Body, LongText } from "../../answer/body.ts";
import { toOwnBuffer } from "../../base/collections/own-buffer.ts";
import { Places } from "../../base/places.ts";
import type { UnreadResponses } from "../load/unread-responses.ts";
import type { NodeRequest } from "../request/node-request.ts";
import { sseMediaType } from "./framing.ts";
import { gzip } from "./gzip.ts";
import type { HttpResponse, HttpResponseHeaders, WholeHttpResponse } from "./http-response.ts";
import { sendStream, untilRead } from "./send-stream.ts";

/** In bytes. A smaller body takes as many network packets either way. */
const minCompressedBytes = 1024;

/** In bytes. A smaller body is written together with the headers. */
const minSeparateBytes = 16 * 1024;

/** As many at a time as libuv has threads. The others can still be given up. */
const places = new Places(4);

const pieceBytes = 64 * 1024;

/**
 * Sends a response, whole or as a stream.
 * @returns a promise for a stream and for a large or compressed body, which resolves when all of it
 * was written.
 */
export function send(
  request: NodeRequest,
  response: HttpResponse,
  unread?: UnreadResponses,
): Promise<void> | void {
  request.ignoreBody();
  if (!("stream" in response)) return sendWhole(request, response, unread);
  if (isUnderWay(request)) {
    if (request.file === undefined) unread?.addStream(request);
    else unread?.addFile(request);
  }
  const { status, headers, stream } = response;
  return sendStream(request.serverResponse, status, toHeaderList(request, headers), stream);
}

/**
 * Sends a whole response, compressed if the caller accepts that and the body is large enough. A
 * buffer that is sent several times is compressed once.
 */
function sendWhole(
  request: NodeRequest,
  response: WholeHttpResponse,
  unread: UnreadResponses | undefined,
): Promise<void> | void {
  const { serverResponse } = request;
  const { status, headers, body } = response;
  if (status === 304 || status === 204) {
    serverResponse.writeHead(status, toHeaderList(request, headers)).end();
    return;
  }
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  const isLong = length >= minCompressedBytes;
  const encoding = isLong ? chooseEncoding(request, response) : undefined;
  if (encoding === undefined) {
    serverResponse.writeHead(status, toHeaderList(request, headers, length));
    return writeBody(request, body, length, unread);
  }
  return sendCompressed(request, response, { encoding, length, unread });
}

/** A small one at once, a large one in pieces, no faster than the caller reads. */
function writeBody(
  request: NodeRequest,
  body: Body,
  length: number,
  unread: UnreadResponses | undefined,
): Promise<void> | void {
  if (length > pieceBytes || body instanceof LongText) {
    if (isUnderWay(request)) unread?.add(request, length);
    return writePieces(request, toLongText(body, length));
  }
  if (typeof body === "string") request.serverResponse.end(body, chooseCharset(body, length));
  else request.serverResponse.end(toText(body), "latin1");
  // As a rule the connection takes a small body at once.
  if (request.serverResponse.writableLength > 0 && isUnderWay(request))
    unread?.add(request, length);
}

/** If it was turned away, or its caller has left, nobody would remove it again. */
function isUnderWay({ denseIndex }: NodeRequest): boolean {
  return denseIndex >= 0;
}

/**
 * A body whose length in bytes is known. A text stays one if it is ASCII: a buffer's memory is not
 * V8's own, which collects the garbage of its whole heap each time that some megabytes of such
 * memory were allocated.
 */
function toLongText(body: Body, length: number): LongText {
  if (body instanceof LongText) return body;
  const isBytes = typeof body !== "string" || body.length === length;
  return new LongText([isBytes ? body : Buffer.from(body)]);
}

async function writePieces(request: NodeRequest, body: LongText): Promise<void> {
  const { serverResponse } = request;
  let written = 0;
  for (const piece of toSmallPieces(body)) {
    written += piece.length;
    request.unwrittenBytes = body.length - written;
    if (!serverResponse.write(piece, "latin1")) await untilRead(serverResponse);
    if (serverResponse.destroyed) return;
  }
  serverResponse.end();
}

function* toSmallPieces({ pieces }: LongText): Generator<string | Buffer> {
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; start += pieceBytes) {
      const end = start + pieceBytes;
      yield typeof piece === "string" ? piece.slice(start, end) : piece.subarray(start, end);
    }
  }
}

type Encoding = "br" | "gzip";

interface SentForms extends Partial<Record<Encoding, Promise<Buffer>>> {
  text?: string;
}

const sentForms = new WeakMap<Buffer, SentForms>();

function formsOf(body: Buffer): SentForms {
  const forms = sentForms.get(body) ?? {};
  sentForms.set(body, forms);
  return forms;
}

/** Node.js writes headers and text together, but headers and a buffer separately. */
function toText(body: Buffer): string | Buffer {
  if (body.length >= minSeparateBytes) return body;
  const forms = formsOf(body);
  forms.text ??= body.toString("latin1");
  return forms.text;
}

async function sendCompressed(
  request: NodeRequest,
  { status, headers, body }: WholeHttpResponse,
  {
    encoding,
    length,
    unread,
  }: {
    readonly encoding: Encoding;
    readonly length: number;
    readonly unread: UnreadResponses | undefined;
  },
): Promise<void> {
  const { serverResponse } = request;
  // Many may wait to be compressed, and nothing of them is read meanwhile.
  const isLarge = length > pieceBytes && isUnderWay(request);
  if (isLarge) {
    request.unwrittenBytes = length;
    unread?.add(request, length);
  }
  let bytes: Buffer;
  await places.take();
  try {
    // It may have been given up.
    if (serverResponse.destroyed) return;
    bytes = await (Buffer.isBuffer(body)
      ? compressOnce(body, encoding)
      : compress[encoding](typeof body === "string" ? body : body.toBuffer()));
  } catch {
    // Compression may fail for lack of memory. Then the response is sent uncompressed.
    if (isLarge) unread?.remove(request);
    serverResponse.writeHead(status, toHeaderList(request, headers, length));
    return writeBody(request, body, length, unread);
  } finally {
    places.giveBack();
  }
  if (isLarge) {
    request.unwrittenBytes = 0;
    unread?.remove(request);
  }
  const encoded = { ...headers, "content-encoding": encoding };
  serverResponse.writeHead(status, toHeaderList(request, encoded, bytes.length));
  return writeBody(request, bytes, bytes.length, unread);
}

function compressOnce(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const forms = formsOf(body);
  forms[encoding] ??= compressToKeep(body, encoding);
  return forms[encoding];
}

async function compressToKeep(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return toOwnBuffer(await compress[encoding](body));
}

const brotliAsync = promisify<string | Buffer, object, Buffer>(brotliCompress);

/** A higher quality takes far longer, but compresses a list only slightly better. */
const compress = {
  br: (body: string | Buffer) =>
    brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip,
} as const;

const encodings: readonly Encoding[] = ["br", "gzip"];

function chooseEncoding(
  request: NodeRequest,
  { headers, isEncoded }: WholeHttpResponse,
): Encoding | undefined {
  if (isEncoded || headers["content-type"] === sseMediaType) return undefined;
  if (request.headers["accept-encoding"] === undefined) return undefined;
  const accepted = new Negotiator(request).encodings([...encodings, "identity"]);
  if (accepted[0] === "identity") return undefined;
  return encodings.find((encoding) => accepted.includes(encoding));
}

/**
 * How to encode the body. If it has as many bytes as characters, it is ASCII, which is written
 * faster as Latin-1. A long one is written as "ascii": with "latin1" or "utf8", Node.js first
 * copies headers and body into one string.
 */
function chooseCharset(body: string | Buffer, length: number): BufferEncoding {
  if (length !== body.length) return "utf8";
  return length < minSeparateBytes ? "latin1" : "ascii";
}

/** Names and values in turn, which Node.js sends faster than an object. */
function toHeaderList(
  request: NodeRequest,
  headers: HttpResponseHeaders,
  length?: number,
): string[] {
  const { requestId, vary, addedHeaders } = request;
  const list = ["x-request-id", requestId, "x-content-type-options", "nosniff"];
  if (length !== undefined) list.push("content-length", String(length));
  if (headers["vary"] === undefined) list.push("vary", vary);
  for (const name in addedHeaders) list.push(name, addedHeaders[name] ?? "");
  for (const name in headers) list.push(name, headers[name] ?? "");
  return list;
}
