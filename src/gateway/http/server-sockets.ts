import { once } from "node:events";
import { Server, type Socket } from "node:net";
import { graceMs } from "./observation/requests-under-way.ts";

/** When the server closes, a request may be on its way on an idle connection. */
const idleGraceMs = 250;

/** The sockets of a server. It closes them without losing a response. */
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

  stopListening(): void {
    // The HTTP server's own `close` closes idle sockets at once. A request may be arriving.
    Server.prototype.close.call(this.#server);
  }

  /**
   * Stops accepting connections, and resolves when no socket is left. Idle sockets are closed after
   * a moment. The others are closed after their response, or when the grace period is over.
   * @param busy returns the sockets that have a request under way.
   */
  async close(busy: () => ReadonlySet<Socket>): Promise<void> {
    const closed = once(this.#server, "close");
    this.stopListening();
    // `setImmediate` lets a late event loop first read the requests that have arrived, so that they
    // count as under way.
    const idleGrace = setTimeout(() => setImmediate(() => this.#closeExcept(busy())), idleGraceMs);
    const grace = setTimeout(() => this.#closeExcept(new Set()), graceMs);
    await closed;
    // The server's "close" event does not wait for sockets that another process has accepted.
    for (const socket of this.#open) await untilClosed(socket);
    clearTimeout(idleGrace);
    clearTimeout(grace);
  }

  #closeExcept(busy: ReadonlySet<Socket>): void {
    for (const socket of this.#open) if (!busy.has(socket)) socket.destroy();
  }
}

function untilClosed(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once("close", () => resolve());
  return promise;
}
