import type { ServerResponse } from "node:http";
import type { StreamBody } from "./http-response.ts";

/**
 * Writes a stream until it ends or the caller cancels, no faster than the caller reads. It is never
 * compressed, because that would delay events.
 */
export async function sendStream(
  response: ServerResponse,
  status: number,
  headers: string[],
  body: StreamBody,
): Promise<void> {
  // Another request on this connection would have to wait until the stream ends.
  response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  for await (const chunk of body) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await untilRead(response);
  }
  response.end();
}

export function untilRead(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const resume = () => {
    response.off("drain", resume);
    response.off("close", resume);
    resolve();
  };
  response.on("drain", resume);
  response.on("close", resume);
  if (response.destroyed) resume();
  return promise;
}
