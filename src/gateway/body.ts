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
export function readBody(request: IncomingMessage): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  if (Number(request.headers["content-length"]) > maxBodyBytes) reject(new BodyTooLargeError());
  const chunks: Buffer[] = [];
  let length = 0;
  // Listening costs half of what iterating over the request does.
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBodyBytes) reject(new BodyTooLargeError());
    else chunks.push(chunk);
  });
  request.on("end", () => {
    const [first, ...more] = chunks;
    const body = first === undefined || more.length > 0 ? Buffer.concat(chunks, length) : first;
    resolve(body.toString("utf8"));
  });
  request.on("error", reject);
  return promise;
}
