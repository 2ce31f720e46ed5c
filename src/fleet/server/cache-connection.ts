import { createClient, RESP_TYPES } from "@redis/client";

export type Argument = string | Buffer;

export type CacheConnection = Awaited<ReturnType<typeof openConnection>>;

/**
 * Opens a single connection, which does not reconnect. Only this file imports `@redis/client`.
 * @param onLost called when a connection that was ready is lost.
 */
export async function openConnection(
  url: string,
  { timeoutMs, onLost }: { readonly timeoutMs: number; readonly onLost: () => void },
) {
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
    /**
     * Returns the reply, with its strings as buffers.
     * @throws the server's error, or if the connection is lost.
     */
    send: (argv: readonly Argument[]): Promise<unknown> => client.sendCommand(argv, asBuffers),
    close(): void {
      isReady = false;
      if (client.isOpen) client.destroy();
    },
  };
}

// The oldest major versions that are known to work.
const minVersions: Readonly<Record<string, number>> = { redis: 7, valkey: 8 };

/** @param greeting the reply to HELLO: a list of names, each followed by its value. */
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
