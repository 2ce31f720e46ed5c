import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { inflateBody } from "./body.ts";

/** The body of an answer as the registry sent it, perhaps compressed. */
export interface SentBody {
  readonly bytes: Buffer;
  readonly encoding: string | undefined;
}

/** Encodings by the byte that stands for them: changed ones need a new version of what is kept. */
const encodings = ["", "gzip", "x-gzip", "br", "deflate"];

/** A body in one piece: a byte for its encoding, and itself. */
export function packBody({ bytes, encoding = "" }: SentBody): Buffer | undefined {
  const code = encodings.indexOf(encoding.trim().toLowerCase());
  return code < 0 ? undefined : Buffer.concat([Buffer.of(code), bytes]);
}

/** Shorter bodies are not worth being compressed. */
const leastBytes = 4 * 1024;

const compress = promisify(gzip);

/** A body that is compressed, if it is worth it. */
export async function compressBody(sent: SentBody): Promise<SentBody> {
  if (sent.encoding !== undefined || sent.bytes.length < leastBytes) return sent;
  return { bytes: await compress(sent.bytes, { level: 1 }), encoding: "gzip" };
}

/** The body that was packed, inflated; undefined: it is damaged, or longer than `maxBytes`. */
export async function unpackBody(packed: Buffer, maxBytes: number): Promise<Buffer | undefined> {
  const encoding = encodings[packed[0] ?? -1];
  const body = packed.subarray(1);
  if (encoding === undefined || body.length > maxBytes) return undefined;
  return encoding === "" ? body : inflateBody(body, encoding, maxBytes);
}
