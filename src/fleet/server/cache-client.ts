import { setTimeout as delay } from "node:timers/promises";
import {
  type Argument,
  type CacheConnection,
  isKnownToWork,
  openConnection,
} from "./cache-connection.ts";
import { type CacheFailure, toFailure, toLogFields } from "./cache-failure.ts";
import { maxValueBytes } from "./scripts.ts";

export interface CacheLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const connectMs = 2_000;

// Unanswered in a row: the last of them ends the connection.
const maxTimeouts = 3;

// Each pause is shortened at random by up to half, so that the gateways of a fleet do not all
// reconnect at the same moment.
const shortestRetryMs = 100;
const longestRetryMs = 2_000;
const wrongVersionMs = 30_000;

// What waits to be sent or answered: a server that hangs must cost little memory.
const maxBacklogBytes = maxValueBytes;

/**
 * The process's client of the cache server. It reconnects by itself, also if the server does not
 * answer in time. Without a connection, commands return without a reply, immediately.
 */
export class CacheClient implements Disposable {
  readonly #options: ConstructorParameters<typeof CacheClient>[0];
  readonly host: string;
  readonly #end = new AbortController();
  #connection: CacheConnection | undefined;
  #lost = Promise.withResolvers<void>();
  #timeouts = 0;
  #backlogBytes = 0;
  #logged: "lost" | "used" | undefined;
  #clockOffsetMs = 0;

  constructor(options: {
    /** It may contain a user and a password, so it is never shown. */
    readonly url: string;
    readonly log: CacheLog;
    readonly onFailure: (failure: CacheFailure) => void;
    readonly commandMs: number;
  }) {
    this.#options = options;
    this.host = new URL(options.url).host;
    void this.#keepConnected();
  }

  get isUsed(): boolean {
    return this.#connection !== undefined;
  }

  /**
   * The server's time, as its replies show it, in milliseconds since 1970. All gateways take the
   * time from it, so their own clocks may differ. It is behind by the time that a reply takes, and
   * never ahead: a value may look older than it is, but never younger.
   */
  now(): number {
    return performance.now() + this.#clockOffsetMs;
  }

  setClock(serverMs: number): void {
    this.#clockOffsetMs = serverMs - performance.now();
  }

  /**
   * Sends a command. Returns the reply; undefined if none came in time, or if there was an error,
   * which was counted.
   * @param withinMs the longest wait, in milliseconds, if it is shorter than a command's timeout.
   * If it is less than half of that, a late reply says nothing about the server.
   */
  async send(argv: readonly Argument[], withinMs = Number.POSITIVE_INFINITY): Promise<unknown> {
    const connection = this.#connection;
    if (connection === undefined) return undefined;
    const bytes = argv.reduce((sum, argument) => sum + argument.length, 0);
    if (this.#backlogBytes + bytes > maxBacklogBytes) {
      this.#options.onFailure({ reason: "backlog" });
      return undefined;
    }
    const { commandMs } = this.#options;
    const timeoutMs = Math.min(withinMs, commandMs);
    try {
      const reply = await awaitReply(this.#sendCounted(connection, argv, bytes), timeoutMs);
      if (reply !== late) {
        this.#timeouts = 0;
        return reply;
      }
      if (timeoutMs >= commandMs / 2) this.#countTimeout(connection);
    } catch (error) {
      const failure = toFailure(error);
      // An error from the server itself shows that the server answers.
      if (failure.reason !== "unreachable") this.#timeouts = 0;
      this.#options.onFailure(failure);
    }
    return undefined;
  }

  run(
    source: string,
    keys: readonly string[],
    argv: readonly Argument[],
    withinMs?: number,
  ): Promise<unknown> {
    return this.send(["EVAL", source, String(keys.length), ...keys, ...argv], withinMs);
  }

  [Symbol.dispose](): void {
    this.#end.abort();
    this.#connection?.close();
    this.#connection = undefined;
    this.#lost.resolve();
  }

  async #sendCounted(
    connection: CacheConnection,
    argv: readonly Argument[],
    bytes: number,
  ): Promise<unknown> {
    this.#backlogBytes += bytes;
    try {
      return await connection.send(argv);
    } finally {
      this.#backlogBytes -= bytes;
    }
  }

  #countTimeout(connection: CacheConnection): void {
    this.#options.onFailure({ reason: "timeout" });
    this.#timeouts += 1;
    if (this.#timeouts >= maxTimeouts) this.#lose(connection, { reason: "timeout" });
  }

  #lose(connection: CacheConnection, failure: CacheFailure): void {
    connection.close();
    if (connection !== this.#connection) return;
    this.#connection = undefined;
    this.#lost.resolve();
    if (this.#end.signal.aborted) return;
    if (failure.reason !== "timeout") this.#options.onFailure(failure);
    this.#logLost(failure);
  }

  #logLost(failure: CacheFailure): void {
    if (this.#logged === "lost") return;
    this.#logged = "lost";
    const message = "the shared cache is lost: this process works without it until it is back";
    this.#options.log.warn({ server: this.host, ...toLogFields(failure) }, message);
  }

  async #keepConnected(): Promise<void> {
    for (let attempts = 0; !this.#end.signal.aborted; attempts += 1) {
      const failure = await this.#connect();
      if (failure === undefined) {
        const since = performance.now();
        await this.#lost.promise;
        // A connection that is lost immediately counts as a failed attempt.
        if (performance.now() - since > longestRetryMs) attempts = 0;
      } else {
        this.#options.onFailure(failure);
        this.#logLost(failure);
      }
      const longestMs = Math.min(shortestRetryMs * 2 ** attempts, longestRetryMs);
      const retryMs = failure?.reason === "version" ? wrongVersionMs : longestMs;
      await this.#pause(retryMs * (0.5 + Math.random() / 2));
    }
  }

  // Returns the failure, if any.
  async #connect(): Promise<CacheFailure | undefined> {
    let connection: CacheConnection | undefined;
    try {
      const onLost = () => connection && this.#lose(connection, { reason: "unreachable" });
      connection = await openConnection(this.#options.url, { timeoutMs: connectMs, onLost });
      const timeout = this.#pause(connectMs).then(() =>
        Promise.reject(new Error("no reply in time")),
      );
      const failure = await Promise.race([this.#greet(connection), timeout]);
      if (failure !== undefined || this.#end.signal.aborted) {
        connection.close();
        return failure;
      }
    } catch (error) {
      connection?.close();
      return toFailure(error);
    }
    this.#lost = Promise.withResolvers();
    this.#timeouts = 0;
    this.#connection = connection;
    if (this.#logged !== "used")
      this.#options.log.info({ server: this.host }, "the shared cache is used");
    this.#logged = "used";
    return undefined;
  }

  // Returns the failure, if any.
  async #greet(connection: CacheConnection): Promise<CacheFailure | undefined> {
    if (!isKnownToWork(await connection.send(["HELLO"]))) return { reason: "version" };
    this.setClock(toTime(await connection.send(["TIME"])));
    return undefined;
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { ref: false, signal: this.#end.signal }).catch(() => {});
  }
}

const late = Symbol("late");

async function awaitReply(reply: Promise<unknown>, timeoutMs: number): Promise<unknown> {
  const { promise: timeout, resolve } = Promise.withResolvers<typeof late>();
  // Replies that have arrived are read before the timeout counts: it may be the event loop that is
  // late, not the server.
  const timer = setTimeout(() => setImmediate(resolve, late), timeoutMs);
  // Nobody waits for the error of a late reply: the timeout was counted.
  reply.catch(() => {});
  try {
    return await Promise.race([reply, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * In milliseconds since 1970.
 * @throws Error if the reply is not a time.
 */
function toTime(reply: unknown): number {
  const [seconds, microseconds] = Array.isArray(reply) ? reply.map(Number) : [];
  const now = (seconds ?? Number.NaN) * 1000 + (microseconds ?? Number.NaN) / 1000;
  if (!Number.isFinite(now)) throw new Error("the server does not send its time");
  return now;
}
