import { setTimeout as delay } from "node:timers/promises";
import { AvailabilityLog, type CacheLog } from "./availability-log.ts";
import { CacheBreaker } from "./cache-breaker.ts";
import {
  type Argument,
  type CacheConnection,
  isKnownToWork,
  openConnection,
} from "./cache-connection.ts";
import { type CacheFailure, toFailure } from "./cache-failure.ts";
import type { ClientState } from "./client-state.ts";
import { maxValueBytes } from "./scripts.ts";
import { ServerClock } from "./server-clock.ts";

interface CacheClientOptions {
  /** It may contain a user and a password, so it is never shown. */
  readonly url: string;
  readonly log: CacheLog;
  readonly onFailure: (failure: CacheFailure) => void;
  readonly commandMs: number;
}

export interface SendOptions {
  /**
   * The longest wait, in milliseconds. If it is less than half of a command's timeout, a late reply says nothing about the server,
   * and does not count as a timeout.
   * @default a command's timeout, which is also the maximum
   */
  readonly withinMs?: number | undefined;
  /** Called with a reply that comes too late. */
  readonly onLate?: (reply: unknown) => void;
}

const connectMs = 2_000;

/** The pause before each PING to a server that does not answer in time, in milliseconds. */
const pingPauseMs = 1_000;

/** The maximum number of pings that stay unanswered. One more ends the connection. */
const maxUnanswered = 5;

/**
 * The shortest and the longest pause between attempts to connect, and the pause if the server's version is wrong, in milliseconds.
 * Each is shortened at random by up to half.
 */
const shortestRetryMs = 100;
const longestRetryMs = 1_000;
const wrongVersionMs = 30_000;

/** The maximum number of bytes that wait to be sent or answered, so that a server that no longer answers costs little memory. */
const maxBacklogBytes = maxValueBytes;

/**
 * The process's client of the cache server. It reconnects by itself, and pauses while the server does not answer in time. During
 * a pause, and without a connection, commands immediately return without a reply.
 */
export class CacheClient implements Disposable {
  readonly #options: CacheClientOptions;
  /** The host and port of its address, for the log. */
  readonly host: string;
  readonly clock = new ServerClock();
  readonly #breaker = new CacheBreaker();
  readonly #availability: AvailabilityLog;
  readonly #end = new AbortController();
  #connection: CacheConnection | undefined;
  #backlogBytes = 0;
  #lost = Promise.withResolvers<void>();

  constructor(options: CacheClientOptions) {
    this.#options = options;
    this.host = new URL(options.url).host;
    this.#availability = new AvailabilityLog({
      log: options.log,
      host: this.host,
      pause: (ms) => this.#pause(ms),
    });
    void this.#keepConnected();
  }

  get state(): ClientState {
    if (this.#connection === undefined) return "lost";
    return this.#breaker.isOpen ? "paused" : "used";
  }

  /** Sends a command. Returns the reply; undefined if none came in time, or if there was an error, which was counted. */
  async send(
    argv: readonly Argument[],
    { withinMs = Number.POSITIVE_INFINITY, onLate }: SendOptions = {},
  ): Promise<unknown> {
    const connection = this.#connection;
    if (connection === undefined || this.#breaker.isOpen) return undefined;
    const bytes = argv.reduce((sum, argument) => sum + argument.length, 0);
    if (this.#backlogBytes + bytes > maxBacklogBytes) {
      this.#options.onFailure({ reason: "backlog" });
      return undefined;
    }
    const { commandMs } = this.#options;
    const reply = this.#sendCounted(connection, argv, bytes);
    const timeoutMs = Math.min(withinMs, commandMs);
    try {
      const first = await awaitReply(reply, timeoutMs);
      if (first === late) {
        if (timeoutMs >= commandMs / 2) this.#countTimeout(connection);
        if (onLate) void awaitLate(reply, onLate);
        return undefined;
      }
      this.#breaker.reset();
      return first;
    } catch (error) {
      this.#countError(error);
      return undefined;
    }
  }

  /** Runs a script. Returns its reply as `send` does. */
  run(
    source: string,
    keys: readonly string[],
    argv: readonly Argument[],
    options?: SendOptions,
  ): Promise<unknown> {
    return this.send(["EVAL", source, String(keys.length), ...keys, ...argv], options);
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
    if (connection === this.#connection && this.#breaker.countTimeout())
      void this.#pingUntilAnswered(connection);
  }

  /** Counts an error. One from the server itself shows that the server answers. */
  #countError(error: unknown): void {
    const failure = toFailure(error);
    if (failure.reason !== "unreachable") this.#breaker.reset();
    this.#options.onFailure(failure);
  }

  /** Checks at intervals whether the server answers again, so that no command has to wait to find out. */
  async #pingUntilAnswered(connection: CacheConnection): Promise<void> {
    this.#availability.noteLost({ reason: "timeout" });
    for (let pings = 0; connection === this.#connection; pings += 1) {
      if (!(await this.#pause(pingPauseMs))) return;
      const isAnswered = await this.#ping(connection);
      if (connection !== this.#connection) return;
      if (isAnswered) {
        this.#breaker.reset();
        void this.#availability.noteUsed();
        return;
      }
      // A connection can be dead without either end noticing.
      if (pings === maxUnanswered) this.#lose(connection);
    }
  }

  /** Whether the server replies to a PING in time, even if with an error. */
  #ping(connection: CacheConnection): Promise<boolean> {
    const reply = connection.send(["PING"]).then(
      () => true,
      () => true,
    );
    const timeout = this.#pause(this.#options.commandMs).then(() => false);
    return Promise.race([reply, timeout]);
  }

  #lose(connection: CacheConnection): void {
    connection.close();
    if (connection !== this.#connection) return;
    this.#connection = undefined;
    this.#breaker.reset();
    this.#lost.resolve();
    if (this.#end.signal.aborted) return;
    const failure: CacheFailure = { reason: "unreachable" };
    this.#options.onFailure(failure);
    this.#availability.noteLost(failure);
  }

  async #keepConnected(): Promise<void> {
    for (let attempts = 0; !this.#end.signal.aborted; attempts += 1) {
      const failure = await this.#connect();
      if (failure === undefined) {
        const since = performance.now();
        await this.#lost.promise;
        // If a connection is lost immediately, it counts as a failed attempt.
        if (performance.now() - since > longestRetryMs) attempts = 0;
      } else {
        this.#options.onFailure(failure);
        this.#availability.noteLost(failure);
      }
      const longestMs = Math.min(shortestRetryMs * 2 ** attempts, longestRetryMs);
      const retryMs = failure?.reason === "version" ? wrongVersionMs : longestMs;
      // The pause is partly random, so that the gateways of a fleet do not all reconnect at the same moment.
      await this.#pause(retryMs * (0.5 + Math.random() / 2));
    }
  }

  /** Connects. Returns the failure; undefined if there was none. */
  async #connect(): Promise<CacheFailure | undefined> {
    let connection: CacheConnection | undefined;
    try {
      const { url } = this.#options;
      const onLost = () => connection && this.#lose(connection);
      connection = await openConnection(url, { timeoutMs: connectMs, onLost });
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
    this.#breaker.reset();
    this.#connection = connection;
    void this.#availability.noteUsed();
    return undefined;
  }

  /** Checks what the server is, and sets the clock to the server's time. Returns the failure; undefined if there was none. */
  async #greet(connection: CacheConnection): Promise<CacheFailure | undefined> {
    if (!isKnownToWork(await connection.send(["HELLO"]))) return { reason: "version" };
    this.clock.set(toTime(await connection.send(["TIME"])));
    return undefined;
  }

  /** Waits. Returns false if the client was disposed of meanwhile. */
  async #pause(ms: number): Promise<boolean> {
    try {
      await delay(ms, undefined, { ref: false, signal: this.#end.signal });
      return true;
    } catch {
      return false;
    }
  }
}

const late = Symbol("late");

/** The reply; `late` if it does not come in time. */
async function awaitReply(reply: Promise<unknown>, timeoutMs: number): Promise<unknown> {
  const { promise: timeout, resolve } = Promise.withResolvers<typeof late>();
  // Replies that have arrived are read before the timeout counts: it may be the event loop that is late, not the server.
  const timer = setTimeout(() => setImmediate(resolve, late), timeoutMs);
  try {
    return await Promise.race([reply, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function awaitLate(reply: Promise<unknown>, onLate: (reply: unknown) => void): Promise<void> {
  try {
    onLate(await reply);
  } catch {
    // Nobody waits for the reply, and the timeout was counted.
  }
}

/**
 * The time in a reply to TIME, in milliseconds since 1970.
 * @throws Error if the reply is not a time.
 */
function toTime(reply: unknown): number {
  const [seconds, microseconds] = Array.isArray(reply) ? reply.map(Number) : [];
  const now = (seconds ?? Number.NaN) * 1000 + (microseconds ?? Number.NaN) / 1000;
  if (!Number.isFinite(now)) throw new Error("the server does not send its time");
  return now;
}
