import { inflateBody } from "./body.ts";

export interface SentBody {
  readonly bytes: Buffer;
  readonly encoding: string | undefined;
}

/**
 * The encodings, each at the index that stands for it in a packed body. If they change, so must
 * `cacheFormat`.
 */
const encodings = ["", "gzip", "x-gzip", "br", "deflate"];

export function packBody({ bytes, encoding = "" }: SentBody): Buffer | undefined {
  const code = encodings.indexOf(encoding.trim().toLowerCase());
  return code < 0 ? undefined : Buffer.concat([Buffer.of(code), bytes]);
}

export async function unpackBody(packed: Buffer, maxBytes: number): Promise<Buffer | undefined> {
  const encoding = encodings[packed[0] ?? -1];
  const body = packed.subarray(1);
  if (encoding === undefined || body.length > maxBytes) return undefined;
  return encoding === "" ? body : inflateBody(body, encoding, maxBytes);
}
