import { connect, type Socket } from "node:net";

/** What a load came to; further loads of the same may be added to it. */
export interface LoadResult {
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
}

/** The two loads as one. */
export function addLoads(one: LoadResult, other: LoadResult): LoadResult {
  return {
    seconds: one.seconds + other.seconds,
    latenciesMs: [...one.latenciesMs, ...other.latenciesMs],
  };
}

/** Requests answered in a second. */
export function rateOf({ seconds, latenciesMs }: LoadResult): number {
  return latenciesMs.length / seconds;
}

/** A load in words: its rate, and how long half and all but one in a hundred of the requests took at most. */
export function formatLoad(load: LoadResult): string {
  const sorted = load.latenciesMs.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  return `${Math.round(rateOf(load))} req/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

/**
 * Asks a server for paths in turn, over so many connections at once and one request at a time on each. It reads no
 * more of an answer than its length, so that the server is what is measured, and fails on any status but 200.
 */
export async function runLoad(
  url: string,
  paths: readonly string[],
  options: { readonly connections: number; readonly requests: number },
): Promise<LoadResult> {
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`));
  const latenciesMs: number[] = [];
  let sent = 0;
  const nextRequest = () => {
    if (sent === options.requests) return undefined;
    sent += 1;
    return requests[sent % requests.length];
  };
  const started = performance.now();
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      runConnection(url, nextRequest, (ms) => latenciesMs.push(ms)),
    ),
  );
  return { seconds: (performance.now() - started) / 1000, latenciesMs };
}

function runConnection(
  url: string,
  next: () => Buffer | undefined,
  note: (ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(new URL(url).port), "127.0.0.1");
    let sentAt = 0;
    let missing = 0;
    const send = () => {
      const request = next();
      if (!request) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("data", (chunk: Buffer) => {
      try {
        missing += missing === 0 ? readLength(chunk) - chunk.length : -chunk.length;
      } catch (error) {
        socket.destroy();
        reject(error);
        return;
      }
      if (missing > 0) return;
      note(performance.now() - sentAt);
      send();
    });
  });
}

/** The length of a whole answer, from its first chunk. */
function readLength(chunk: Buffer): number {
  const end = chunk.indexOf("\r\n\r\n");
  const head = chunk.toString("latin1", 0, end);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (end < 0 || length === undefined || !head.startsWith("HTTP/1.1 200 ")) {
    throw new Error(`No good answer: ${head.slice(0, 60)}`);
  }
  return end + 4 + Number(length);
}
