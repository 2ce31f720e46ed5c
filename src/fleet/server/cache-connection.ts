import { createClient, RESP_TYPES } from "@redis/client";

export type Argument = string | Buffer;

/** A single connection to the cache server. It is ready when it is returned, and does not reconnect. */
export interface CacheConnection {
  /**
   * Sends a command. Returns the reply, with its strings as buffers; rejects with the server's error, or if the connection is lost.
   */
  send(argv: readonly Argument[]): Promise<unknown>;
  close(): void;
}

/**
 * Connects to the server. Only this file imports `@redis/client`.
 * @param onLost called when a connection that was ready is lost.
 */
export async function openConnection(
  url: string,
  { timeoutMs, onLost }: { readonly timeoutMs: number; readonly onLost: () => void },
): Promise<CacheConnection> {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: "disabled",
    socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
  });
  let isReady = false;
  // After bytes that could not be read, replies can no longer be matched to commands.
  client.on("error", () => {
    if (client.isOpen) client.destroy();
    if (isReady) onLost();
    isReady = false;
  });
  const timer = setTimeout(() => client.destroy(), timeoutMs);
  try {
    await client.connect();
    isReady = true;
  } finally {
    clearTimeout(timer);
  }
  const asBuffers = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };
  return {
    send: (argv) => client.sendCommand(argv, asBuffers),
    close() {
      isReady = false;
      if (client.isOpen) client.destroy();
    },
  };
}

/** The oldest major version that is known to work, by the server's own name. */
const minVersions: Readonly<Record<string, number>> = { redis: 7, valkey: 8 };

/** Whether tapgraph works with a server, judged by its reply to HELLO: a list of names, each followed by its value. */
export function isKnownToWork(greeting: unknown): boolean {
  if (!Array.isArray(greeting)) return false;
  const server = readMember(greeting, "server");
  const minVersion = server === undefined ? undefined : minVersions[server];
  const major = Number.parseInt(readMember(greeting, "version") ?? "", 10);
  return minVersion !== undefined && major >= minVersion;
}

function readMember(greeting: readonly unknown[], name: string): string | undefined {
  const position = greeting.findIndex((entry) => String(entry) === name);
  return position < 0 ? undefined : String(greeting[position + 1]);
}
