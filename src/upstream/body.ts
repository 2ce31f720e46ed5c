import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";

/** The encodings that `inflateBody` reads, for the header `accept-encoding`. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

/** A body as one buffer. */
export function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first ? first : Buffer.concat(chunks);
}

/** The JSON value of a body. @throws SyntaxError, whose text quotes the body */
export function parseJson(body: Buffer): unknown {
  const text = body.toString();
  return JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
}

/**
 * A compressed body in full, at most `maxBytes` of it.
 * @throws when it is longer, damaged, or in an encoding that was not asked for
 */
export async function inflateBody(
  body: Buffer,
  encoding: string,
  maxBytes: number,
): Promise<Buffer> {
  const options = { maxOutputLength: maxBytes };
  switch (encoding.trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return inflaters.gunzip(body, options);
    case "br":
      return inflaters.brotli(body, options);
    case "deflate":
      return hasZlibHeader(body)
        ? inflaters.inflate(body, options)
        : inflaters.inflateRaw(body, options);
    default:
      throw new Error("an encoding that was not asked for");
  }
}

const BYTE_ORDER_MARK = 0xfeff;

const inflaters = {
  gunzip: promisify(gunzip),
  brotli: promisify(brotliDecompress),
  inflate: promisify(inflate),
  inflateRaw: promisify(inflateRaw),
};

/** Some servers send "deflate" without the zlib header that it should have. */
function hasZlibHeader(body: Buffer): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
