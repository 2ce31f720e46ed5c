import { Client, type Dispatcher } from "undici";
import { passingOverContinue } from "./continue.ts";
import { ResponseReader } from "./response-reader.ts";

export class Connection extends Client {
  /** Whether it has carried a response, and has not been closed since. */
  isUsed = false;

  constructor(origin: string | URL, options: Client.Options) {
    super(origin, passingOverContinue(options));
    this.on("disconnect", () => {
      this.isUsed = false;
    });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
    if (handler instanceof ResponseReader) handler.connection = this;
    return super.dispatch(options, handler);
  }

  /** Called when a call has ended. */
  release(): void {}
}

/**
 * Connections, of which one that was released last is used next: it is the least likely to be
 * closed. undici's `Pool` looks for a free one at each call, twice through all of them, which takes
 * a fifth of a call's processor time when there are hundreds.
 */
export class Connections {
  readonly #max: number;
  readonly #connect: () => Connection;
  readonly #all: Connection[] = [];
  readonly #idle: Connection[] = [];
  #released: Connection[] = [];
  /** Calls that were given up may hold their connections a while longer. */
  readonly #waiting: ((connection: Connection) => void)[] = [];

  constructor(max: number, connect: () => Connection) {
    this.#max = max;
    this.#connect = connect;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const connection = this.#idle.pop() ?? this.#open();
    if (connection) connection.dispatch(options, handler);
    else this.#waiting.push((released) => released.dispatch(options, handler));
    return true;
  }

  async destroy(): Promise<void> {
    await Promise.all(this.#all.map((connection) => connection.destroy()));
  }

  #open(): Connection | undefined {
    if (this.#all.length >= this.#max) return undefined;
    const connection = this.#connect();
    connection.release = () => {
      // Some registries close a connection after its response: in a moment, that is known.
      if (this.#released.push(connection) === 1) setImmediate(() => this.#reuse());
    };
    this.#all.push(connection);
    return connection;
  }

  #reuse(): void {
    const released = this.#released;
    this.#released = [];
    for (const connection of released) {
      const next = this.#waiting.shift();
      if (next) next(connection);
      else this.#idle.push(connection);
    }
  }
}
