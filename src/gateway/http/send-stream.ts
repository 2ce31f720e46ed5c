import type { ServerResponse } from "node:http";
import type { StreamBody } from "../road/message.ts";

/**
 * Writes a stream as it comes, and no faster than its caller reads, until it ends or the caller leaves. Never compressed: that
 * would hold events back.
 */
export async function sendStream(
  response: ServerResponse,
  { status, headers, body }: StreamHead & { readonly body: StreamBody },
): Promise<void> {
  // The next request would have to wait for it.
  response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  for await (const chunk of body) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await untilRead(response);
  }
  response.end();
}

interface StreamHead {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: string[];
}

/** Resolves when what was written has been read, or will never be. */
function untilRead(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const go = () => {
    response.off("drain", go);
    response.off("close", go);
    resolve();
  };
  response.on("drain", go);
  response.on("close", go);
  if (response.destroyed) go();
  return promise;
}
