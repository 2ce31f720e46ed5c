import type { Duplex } from "node:stream";
import type { Client } from "undici";

/**
 * The same options, for a connection that passes over each `100 Continue` that a server sends
 * unasked (RFC 9110 §15.2). undici passes over the other interim responses, but closes the
 * connection at this one.
 */
export function passingOverContinue(options: Client.Options): Client.Options {
  const { connect } = options;
  if (typeof connect !== "function") return options;
  return {
    ...options,
    connect: (to, done) =>
      connect(to, (...result) => {
        if (result[1]) passOverContinue(result[1]);
        done(...result);
      }),
  };
}

/** JSON has no such chunk: within its texts there are no line ends. */
function passOverContinue(socket: Duplex): void {
  const read = socket.read.bind(socket);
  socket.read = () => {
    let chunk: Buffer | null = read();
    while (chunk !== null && isContinue(chunk)) {
      const end = chunk.indexOf("\r\n\r\n");
      chunk = end + 4 < chunk.length ? chunk.subarray(end + 4) : read();
    }
    return chunk;
  };
}

function isContinue(chunk: Buffer): boolean {
  // As a rule this one byte decides: the status of a response begins with a 2.
  return chunk[9] === 0x31 && /^HTTP\/1\.[01] 100/.test(chunk.toString("latin1", 0, 12));
}
