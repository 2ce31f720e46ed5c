import { createClient, RESP_TYPES } from "@redis/client";

/** An argument of a command. */
export type Argument = string | Buffer;

/** One connection to the store, from its beginning to its end. It sends nothing before it is ready, and never connects again. */
export interface Connection {
  /** Rejects with the store's error, or when the connection is lost. Texts of the reply are buffers. */
  send(argv: readonly Argument[]): Promise<unknown>;
  /** Ends it at once. */
  end(): void;
}

/**
 * Connects to the store: the only place that knows its library.
 * @param onLost is called when the connection is lost that was ready.
 */
export async function openConnection(
  url: string,
  { timeoutMs, onLost }: { readonly timeoutMs: number; readonly onLost: () => void },
): Promise<Connection> {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: "disabled",
    socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
  });
  let isReady = false;
  // After bytes that cannot be read no reply can be told from another either.
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
    end() {
      isReady = false;
      if (client.isOpen) client.destroy();
    },
  };
}
