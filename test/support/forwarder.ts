import { connect } from "node:net";
import { startTcpServer } from "./listen.ts";
import { until } from "./upstream.ts";

/** A TCP proxy in front of a server. A test can cut its connections, or hold back the server's responses. */
export interface Forwarder extends AsyncDisposable {
  readonly url: string;
  /** Cuts off the connections that it has. */
  cut(): void;
  /** The same, and refuses new ones until it is opened. */
  shut(): void;
  open(): void;
  /** Holds back the server's responses. */
  hold(): void;
  /** Resolves when at least this many bytes of responses are held back. */
  untilHeld(bytes: number): Promise<void>;
  /** Passes on what was held back, and everything that follows. */
  release(): void;
}

/** Starts it on a free loopback port. */
export async function startForwarder(target: string): Promise<Forwarder> {
  const { hostname, port: targetPort } = new URL(target);
  let isShut = false;
  let isHolding = false;
  const held: (() => void)[] = [];
  let heldBytes = 0;
  const server = await startTcpServer((client) => {
    if (isShut) {
      client.resetAndDestroy();
      return;
    }
    const there = connect(Number(targetPort), hostname);
    client.on("close", () => there.destroy());
    there.on("error", () => {}).on("close", () => client.destroy());
    client.pipe(there);
    there.on("end", () => client.end());
    there.on("data", (response: Buffer) => {
      if (!isHolding) return void client.write(response);
      heldBytes += response.length;
      held.push(() => client.write(response));
    });
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    cut: server.drop,
    shut() {
      isShut = true;
      server.drop();
    },
    open() {
      isShut = false;
    },
    hold() {
      isHolding = true;
    },
    untilHeld: (bytes) => until(() => heldBytes >= bytes),
    release() {
      isHolding = false;
      heldBytes = 0;
      for (const pass of held.splice(0)) pass();
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
