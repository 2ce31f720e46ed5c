import { setTimeout as delay } from "node:timers/promises";
import { StoreBreaker } from "./breaker.ts";
import type { ClientState } from "./client-state.ts";
import { type Argument, openConnection, type StoreConnection } from "./connection.ts";
import { mostBytes } from "./scripts.ts";
import { StoreClock } from "./store-clock.ts";
import { type StoreFailure, toFailure, toLogFields } from "./trouble.ts";
import { isKnownToWork } from "./version.ts";

/** Where lines of a log go. */
export interface CacheLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** How the store is reached. */
export interface StoreClientOptions {
  /** It may hold a user and a password, so it is never shown. */
  readonly url: string;
  readonly log: CacheLog;
  readonly onFailure: (failure: StoreFailure) => void;
  /** Bound on a command, in milliseconds. */
  readonly commandMs: number;
}

/** How a reply is waited for. */
export interface SendOptions {
  /**
   * How long, in milliseconds. A reply that misses a bound much shorter than usual says nothing about the store. @default as usual
   */
  readonly withinMs?: number | undefined;
  /** Is given a reply that comes too late. */
  readonly onLate?: (reply: unknown) => void;
}

/** Bound on connecting, in milliseconds. */
const connectMs = 2_000;

/** After too many time-outs: the pause before each probe, in milliseconds, and how many unanswered probes end the connection. */
const pauseMs = 1_000;
const mostProbes = 5;

/** Pauses between attempts to connect, in milliseconds. The last is for a server that tapgraph does not work with. */
const shortestRetryMs = 100;
const longestRetryMs = 1_000;
const wrongVersionMs = 30_000;

/** A store comes and goes when it is lost within this time of its return, in milliseconds, and so often in a row. */
const steadyMs = 10_000;
const mostRelapses = 2;

/** Bytes that may wait to be sent or answered: a store that has stopped costs no more memory than this. */
const mostBacklog = mostBytes;

/**
 * The process's client of the store. It reconnects by itself, and sends nothing while the store does not answer in time. Nobody
 * waits for either.
 */
export class StoreClient implements Disposable {
  readonly #options: StoreClientOptions;
  /** The host and port of its address, for the log. */
  readonly host: string;
  readonly clock = new StoreClock();
  readonly #breaker = new StoreBreaker();
  readonly #end = new AbortController();
  #connection: StoreConnection | undefined;
  #backlog = 0;
  /** Whether the last line of the log said that the store is lost; undefined: there was no line. */
  #isToldLost: boolean | undefined;
  /** How often it was lost, and how often in a row soon after its return. */
  #losses = 0;
  #relapses = 0;
  #usedSince: number | undefined;
  #lost = Promise.withResolvers<void>();

  constructor(options: StoreClientOptions) {
    this.#options = options;
    this.host = new URL(options.url).host;
    void this.#keepConnected();
  }

  get state(): ClientState {
    if (this.#connection === undefined) return "lost";
    return this.#breaker.isOpen ? "paused" : "used";
  }

  /** The reply to a command; undefined: none came in time, or an error came in its place, which was counted. */
  async send(
    argv: readonly Argument[],
    { withinMs = Number.POSITIVE_INFINITY, onLate }: SendOptions = {},
  ): Promise<unknown> {
    const connection = this.#connection;
    if (connection === undefined || this.#breaker.isOpen) return undefined;
    const bytes = argv.reduce((sum, argument) => sum + argument.length, 0);
    if (this.#backlog + bytes > mostBacklog) {
      this.#options.onFailure({ trouble: "backlog" });
      return undefined;
    }
    const { commandMs } = this.#options;
    const reply = this.#sendCounted(connection, argv, bytes);
    const timeoutMs = Math.min(withinMs, commandMs);
    const { promise: timeout, resolve } = Promise.withResolvers<typeof late>();
    // Read first what has arrived: when the event loop comes round late, the store may not be late at all.
    const timer = setTimeout(() => setImmediate(resolve, late), timeoutMs);
    try {
      const first = await Promise.race([reply, timeout]);
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
    } finally {
      clearTimeout(timer);
    }
  }

  /** The reply to a script, as to a command. */
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
    this.#connection?.end();
    this.#connection = undefined;
    this.#lost.resolve();
  }

  async #sendCounted(
    connection: StoreConnection,
    argv: readonly Argument[],
    bytes: number,
  ): Promise<unknown> {
    this.#backlog += bytes;
    try {
      return await connection.send(argv);
    } finally {
      this.#backlog -= bytes;
    }
  }

  #countTimeout(connection: StoreConnection): void {
    this.#options.onFailure({ trouble: "timeout" });
    if (connection === this.#connection && this.#breaker.countTimeout())
      void this.#probe(connection);
  }

  /** An error of the store is an answer in time. */
  #countError(error: unknown): void {
    const failure = toFailure(error);
    if (failure.trouble !== "unreachable") this.#breaker.reset();
    this.#options.onFailure(failure);
  }

  /** Asks now and then whether the store answers again, so that nobody else has to wait to find out. */
  async #probe(connection: StoreConnection): Promise<void> {
    this.#tellLost({ trouble: "timeout" });
    for (let probes = 0; connection === this.#connection; probes += 1) {
      if (!(await this.#rest(pauseMs))) return;
      const pong = connection.send(["PING"]).then(
        () => true,
        () => true,
      );
      const isAnswered = await Promise.race([
        pong,
        this.#rest(this.#options.commandMs).then(() => false),
      ]);
      if (connection !== this.#connection) return;
      if (isAnswered) {
        this.#breaker.reset();
        void this.#tellUsed();
        return;
      }
      // A connection may be dead without either end being told.
      if (probes === mostProbes) this.#lose(connection);
    }
  }

  #lose(connection: StoreConnection): void {
    connection.end();
    if (connection !== this.#connection) return;
    this.#connection = undefined;
    this.#breaker.reset();
    this.#lost.resolve();
    if (this.#end.signal.aborted) return;
    const failure: StoreFailure = { trouble: "unreachable" };
    this.#options.onFailure(failure);
    this.#tellLost(failure);
  }

  async #keepConnected(): Promise<void> {
    for (let attempts = 0; !this.#end.signal.aborted; attempts += 1) {
      const failure = await this.#connect();
      if (failure === undefined) {
        const since = performance.now();
        await this.#lost.promise;
        // One that is lost at once is no better than none.
        if (performance.now() - since > longestRetryMs) attempts = 0;
      } else {
        this.#options.onFailure(failure);
        this.#tellLost(failure);
      }
      const longestMs = Math.min(shortestRetryMs * 2 ** attempts, longestRetryMs);
      const restMs = failure?.trouble === "version" ? wrongVersionMs : longestMs;
      // Gateways of a fleet are not to come all at the same moment.
      await this.#rest(restMs * (0.5 + Math.random() / 2));
    }
  }

  /** Connects. Gives what went wrong; undefined: nothing did. */
  async #connect(): Promise<StoreFailure | undefined> {
    let connection: StoreConnection | undefined;
    try {
      const { url } = this.#options;
      const onLost = () => connection && this.#lose(connection);
      connection = await openConnection(url, { timeoutMs: connectMs, onLost });
      const late = this.#rest(connectMs).then(() => Promise.reject(new Error("no answer in time")));
      if (!isKnownToWork(await Promise.race([connection.send(["HELLO"]), late]))) {
        connection.end();
        return { trouble: "version" };
      }
      this.clock.set(toTime(await Promise.race([connection.send(["TIME"]), late])));
    } catch (error) {
      connection?.end();
      return toFailure(error);
    }
    if (this.#end.signal.aborted) {
      connection.end();
      return undefined;
    }
    this.#lost = Promise.withResolvers();
    this.#breaker.reset();
    this.#connection = connection;
    void this.#tellUsed();
    return undefined;
  }

  /** Waits. False: the client was disposed of meanwhile. */
  async #rest(ms: number): Promise<boolean> {
    try {
      await delay(ms, undefined, { ref: false, signal: this.#end.signal });
      return true;
    } catch {
      return false;
    }
  }

  #tellLost(failure: StoreFailure): void {
    this.#losses += 1;
    if (this.#usedSince !== undefined) {
      const wasSteady = performance.now() - this.#usedSince >= steadyMs;
      this.#relapses = wasSteady ? 0 : this.#relapses + 1;
      this.#usedSince = undefined;
    }
    if (this.#isToldLost === true) return;
    this.#isToldLost = true;
    this.#options.log.warn(
      { store: this.host, ...toLogFields(failure) },
      "the shared cache is lost: this process works without it until it is back",
    );
  }

  /** Logs that the store is used: at once, or for one that comes and goes, when it has stayed for a while. */
  async #tellUsed(): Promise<void> {
    const losses = this.#losses;
    this.#usedSince = performance.now();
    if (this.#relapses >= mostRelapses) {
      if (!(await this.#rest(steadyMs)) || losses !== this.#losses) return;
    }
    if (this.#isToldLost === false) return;
    this.#isToldLost = false;
    this.#options.log.info({ store: this.host }, "the shared cache is used");
  }
}

const late = Symbol("late");

async function awaitLate(reply: Promise<unknown>, onLate: (reply: unknown) => void): Promise<void> {
  try {
    onLate(await reply);
  } catch {
    // Nobody waits for it, and the time-out was counted.
  }
}

/** @throws Error where the reply to TIME is not what it should be. */
function toTime(reply: unknown): number {
  const [seconds, microseconds] = Array.isArray(reply) ? reply.map(Number) : [];
  const now = (seconds ?? Number.NaN) * 1000 + (microseconds ?? Number.NaN) / 1000;
  if (!Number.isFinite(now)) throw new Error("the store tells no time");
  return now;
}
