import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";

/** The result of a load. Results of the same load can be added up. */
export interface LoadResult {
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
}

/** A request as it goes over the wire. */
export interface LoadRequest {
  readonly bytes: Buffer;
  /** A string in the body of the right response. If undefined, only a response's status and length are checked. */
  readonly mark?: Buffer;
}

/** Adds up two results. */
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

/** The time within which a share of the requests (0 to 1) was answered, in milliseconds. */
export function percentileOf({ latenciesMs }: LoadResult, share: number): number {
  const sorted = latenciesMs.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** A result in words: its rate, median and 99th percentile. */
export function formatLoad(load: LoadResult): string {
  const [p50, p99] = [0.5, 0.99].map((share) => percentileOf(load, share).toFixed(2));
  return `${Math.round(rateOf(load))} req/s, p50 ${p50} ms, p99 ${p99} ms`;
}

/** A bare GET request for a path. */
export function toGet(path: string): LoadRequest {
  return { bytes: Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`) };
}

/** Sends a fixed number of requests over several connections, one at a time on each. */
export async function runLoad(
  url: string,
  requests: readonly LoadRequest[],
  options: { readonly connections: number; readonly requests: number },
): Promise<LoadResult> {
  let left = options.requests;
  return await run(url, requests, { ...options, isOver: () => --left < 0 }).result;
}

/** A load that continues until it is stopped. */
export interface RunningLoad {
  /** Measures the next seconds, and calls `read` before and after them. */
  measure<T>(seconds: number, read: () => Promise<T>): Promise<Measured<T>>;
  /** Stops sending, waits for the requests under way, and throws if anything went wrong. */
  stop(): Promise<void>;
}

/** A result, and the values read before and after it. */
export interface Measured<T> extends LoadResult {
  readonly before: T;
  readonly after: T;
}

/** Starts a load that continues until it is stopped. */
export function startLoad(
  url: string,
  requests: readonly LoadRequest[],
  connections: number,
): RunningLoad {
  let isStopped = false;
  const { latenciesMs, result } = run(url, requests, { connections, isOver: () => isStopped });
  return {
    async measure(seconds, read) {
      const before = await read();
      const [from, started] = [latenciesMs.length, performance.now()];
      // A failure of the load ends the wait.
      await Promise.race([setTimeout(seconds * 1000), result]);
      const load = {
        seconds: (performance.now() - started) / 1000,
        latenciesMs: latenciesMs.slice(from),
      };
      return { ...load, before, after: await read() };
    },
    async stop() {
      isStopped = true;
      await result;
    },
  };
}

function run(
  url: string,
  requests: readonly LoadRequest[],
  options: { readonly connections: number; readonly isOver: () => boolean },
): { readonly latenciesMs: readonly number[]; readonly result: Promise<LoadResult> } {
  const latenciesMs: number[] = [];
  let sent = 0;
  const next = () => (options.isOver() ? undefined : requests[sent++ % requests.length]);
  const note = (ms: number) => latenciesMs.push(ms);
  const started = performance.now();
  const connections = Array.from({ length: options.connections }, () =>
    runConnection(url, next, note),
  );
  const finish = async () => {
    await Promise.all(connections);
    return { seconds: (performance.now() - started) / 1000, latenciesMs };
  };
  return { latenciesMs, result: finish() };
}

function runConnection(
  url: string,
  next: () => LoadRequest | undefined,
  note: (ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", noDelay: true });
    let [sentAt, missing] = [0, 0];
    let mark: Buffer | undefined;
    let chunks: Buffer[] = [];
    const send = () => {
      const request = next();
      if (!request) {
        socket.end();
        resolve();
        return;
      }
      ({ mark } = request);
      sentAt = performance.now();
      socket.write(request.bytes);
    };
    const take = (chunk: Buffer) => {
      missing += missing === 0 ? readLength(chunk) - chunk.length : -chunk.length;
      if (mark) chunks.push(chunk);
      if (missing > 0) return;
      note(performance.now() - sentAt);
      if (mark) checkResponse(chunks, mark);
      chunks = [];
      send();
    };
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("The server has closed a connection")));
    socket.on("data", (chunk) => {
      try {
        take(chunk);
      } catch (error) {
        socket.destroy();
        reject(error);
      }
    });
  });
}

/** The length of a whole response, from its first chunk. */
function readLength(chunk: Buffer): number {
  const end = chunk.indexOf("\r\n\r\n");
  const head = chunk.toString("latin1", 0, end);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (end < 0 || length === undefined || !head.startsWith("HTTP/1.1 200 ")) {
    throw new Error(`A bad response: ${head.slice(0, 60)}`);
  }
  return end + 4 + Number(length);
}

function checkResponse(chunks: readonly Buffer[], mark: Buffer): void {
  const [first] = chunks;
  const response = chunks.length === 1 && first ? first : Buffer.concat(chunks);
  if (!response.includes(mark) || response.includes('\r\n\r\n{"errors"')) {
    throw new Error(`A wrong response: ${response.toString("utf8", 0, 400)}`);
  }
}
