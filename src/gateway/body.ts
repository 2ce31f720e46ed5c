import type { IncomingMessage } from "node:http";

/** Largest body of a request, in bytes: thousands of ids in its variables fit. */
export const maxBodyBytes = 1024 * 1024;

/** A request's body is larger than `maxBodyBytes`. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/**
 * A request's body as text.
 * @throws BodyTooLargeError as soon as it is known to be too large; the rest is not read.
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  if (Number(request.headers["content-length"]) > maxBodyBytes) throw new BodyTooLargeError();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString("utf8");
}
