import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { parseJson } from "../gateway/base/collections/raw-number.ts";
import { RegistryError } from "../gateway/base/errors.ts";

export const acceptedEncodings = "gzip, deflate, br";

export const defaultMaxBodyBytes = 32 * 1024 * 1024;

/** About how much memory a decoded response takes, in bytes for each byte of its inflated body. */
export const memoryPerBodyByte = 2;

export function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first ? first : Buffer.concat(chunks);
}

export type DecodedBody<Value = unknown> = { readonly value: Value } | { readonly error: Error };

interface BodyDecoder<Value> {
  readonly template: string;
  /** @throws RegistryError if the body is not as documented. */
  readonly decode: (json: unknown) => Value;
}

export function decodeBody<Value>(
  { template, decode }: BodyDecoder<Value>,
  body: Buffer,
): DecodedBody<Value> {
  let json: unknown;
  try {
    json = parseJson(decodeUtf8(body));
  } catch {
    // The error has no cause, because that would quote the body.
    const reason = "the response is not JSON";
    const details = { status: 200 };
    return { error: new RegistryError("REGISTRY_BAD_RESPONSE", template, reason, details) };
  }
  try {
    return { value: decode(json) };
  } catch (error) {
    return {
      error:
        error instanceof Error ? error : new TypeError("decode threw a value that is not an error"),
    };
  }
}

export function isXmlBody(body: Buffer): boolean {
  return /^\uFEFF?\s*<(?!html\b)(?:\?xml|[a-z_])/i.test(body.toString("utf8", 0, 100));
}

export async function inflateBody(
  body: Buffer,
  encoding: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const inflater = inflaterFor(encoding.trim().toLowerCase(), body);
  try {
    return await inflater?.(body, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}

const inflaters = {
  gunzip: promisify(gunzip),
  brotli: promisify(brotliDecompress),
  inflate: promisify(inflate),
  inflateRaw: promisify(inflateRaw),
};

function inflaterFor(encoding: string, body: Buffer) {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return inflaters.gunzip;
    case "br":
      return inflaters.brotli;
    case "deflate":
      return hasZlibHeader(body) ? inflaters.inflate : inflaters.inflateRaw;
    default:
      return undefined;
  }
}

/** The zlib header (RFC 1950) belongs to "deflate". Some servers leave it out. */
function hasZlibHeader(body: Buffer): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

const byteOrderMark = 0xfeff;

export function decodeUtf8(body: Buffer): string {
  const text = body.toString();
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
}
