import { once } from "node:events";
import { Server, type Socket } from "node:net";

/** How long idle connections stay open when the server closes, because a request may be on its way. */
const lullMs = 250;

/** How long requests under way may take to finish when the server closes. */
const graceMs = 20_000;

/** A server's sockets, which close without losing an answer. */
export class ServerSockets {
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#open.add(socket);
      socket.once("close", () => this.#open.delete(socket));
    });
  }

  /**
   * Stops accepting, and resolves when no socket is left. Idle ones are closed after a moment, the others when they are answered, or
   * when the grace period is over.
   * @param busy returns the sockets that have a request under way.
   */
  async close(busy: () => ReadonlySet<Socket>): Promise<void> {
    const closed = once(this.#server, "close");
    // The HTTP server's own `close` would cut off idle sockets at once, although a request may just be arriving.
    Server.prototype.close.call(this.#server);
    // `setImmediate` lets a late event loop read what has arrived, so that its requests count as under way.
    const lull = setTimeout(() => setImmediate(() => this.#cutOff(busy())), lullMs);
    const grace = setTimeout(() => this.#cutOff(new Set()), graceMs);
    await closed;
    // A server does not count those that somebody else has accepted.
    for (const socket of this.#open) await untilClosed(socket);
    clearTimeout(lull);
    clearTimeout(grace);
  }

  #cutOff(spared: ReadonlySet<Socket>): void {
    for (const socket of this.#open) if (!spared.has(socket)) socket.destroy();
  }
}

function untilClosed(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once("close", () => resolve());
  return promise;
}
