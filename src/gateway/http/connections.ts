import { once } from "node:events";
import { Server, type Socket } from "node:net";

/** How long connections without a request stay open once the server is to close: one may be on its way. */
const lullMs = 250;

/** How long requests under way may take to finish once the server is to close. */
const graceMs = 20_000;

/** A server's connections, so that it can be closed without losing an answer. */
export class Connections {
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
   * Stops accepting, and resolves when no connection is left: those without a request are closed after a moment, the others
   * when they are answered, or when the grace period is over.
   * @param busy the connections on which a request is under way.
   */
  async close(busy: () => ReadonlySet<Socket>): Promise<void> {
    const closed = once(this.#server, "close");
    // Not the HTTP server's own `close`: it would cut off idle connections, on which a request may just be arriving.
    Server.prototype.close.call(this.#server);
    // After what has arrived was read: late as the event loop may be, a request among it is under way.
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
