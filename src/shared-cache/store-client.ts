import { setTimeout as delay } from "node:timers/promises";
import { Breaker } from "./breaker.ts";
import type { ClientState } from "./client-state.ts";
import { type Argument, type Connection, openConnection } from "./connection.ts";
import { mostBytes } from "./scripts.ts";
import { type Trouble, toTrouble } from "./trouble.ts";
import { isKnownToWork } from "./version.ts";

/** Where lines of a log go. */
export interface CacheLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** How the store is reached. */
export interface StoreClientOptions {
  /** With a user and a password, perhaps: it is shown to nobody. */
  readonly url: string;
  readonly log: CacheLog;
  readonly onTrouble: (trouble: Trouble) => void;
  /** Bound on a command, in milliseconds. */
  readonly commandMs: number;
}

/** Bound on what is done to connect, in milliseconds. */
const connectMs = 2_000;

/** How long nothing is sent after too many time-outs, and how many probes in vain end the connection. */
const pauseMs = 1_000;
const mostProbes = 5;

/** Pauses between two attempts to connect, in milliseconds, and where the store is none to work with. */
const shortestRetryMs = 100;
const longestRetryMs = 1_000;
const wrongVersionMs = 30_000;

/** A store that is lost sooner than this after its return, in milliseconds, and this often in a row, comes and goes. */
const steadyMs = 10_000;
const mostRelapses = 2;

/** What may wait to be sent, or for its reply, in bytes: a store that has stopped takes no more memory than this. */
const mostBacklog = mostBytes;

/**
 * The way to the store, for as long as the process lives: connected again when it was lost, and not used while commands are not
 * answered in time. Nobody waits for any of that.
 */
export class StoreClient implements Disposable {
  readonly #options: StoreClientOptions;
  readonly #host: string;
  readonly #breaker = new Breaker();
  readonly #end = new AbortController();
  #connection: Connection | undefined;
  #backlog = 0;
  /** Whether the log has told last that it is lost; undefined: it has told nothing. */
  #isToldLost: boolean | undefined;
  /** How often it was lost, and how often of late soon after its return. */
  #losses = 0;
  #relapses = 0;
  #usedSince: number | undefined;
  #lost = Promise.withResolvers<void>();

  constructor(options: StoreClientOptions) {
    this.#options = options;
    this.#host = new URL(options.url).host;
    void this.#keepConnected();
  }

  get state(): ClientState {
    if (this.#connection === undefined) return "lost";
    return this.#breaker.isOpen ? "paused" : "used";
  }

  /**
   * The reply to a command; undefined: there is none in time, or an error in its place, which was counted.
   * @param withinMs a reply that does not come within much less than usual tells nothing of the store.
   */
  async send(argv: readonly Argument[], withinMs = Number.POSITIVE_INFINITY): Promise<unknown> {
    const connection = this.#connection;
    if (connection === undefined || this.#breaker.isOpen) return undefined;
    const bytes = argv.reduce((sum, argument) => sum + argument.length, 0);
    if (this.#backlog + bytes > mostBacklog) {
      this.#options.onTrouble("backlog");
      return undefined;
    }
    const { commandMs } = this.#options;
    const reply = this.#sendCounted(connection, argv, bytes);
    const timeoutMs = Math.min(withinMs, commandMs);
    const { promise: timeout, resolve } = Promise.withResolvers<typeof late>();
    // What has arrived is read first: an event loop that comes round late is no store that does.
    const timer = setTimeout(() => setImmediate(resolve, late), timeoutMs);
    try {
      const first = await Promise.race([reply, timeout]);
      if (first === late && timeoutMs >= commandMs / 2) this.#countTimeout(connection);
      if (first === late) return undefined;
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
    withinMs?: number,
  ): Promise<unknown> {
    return this.send(["EVAL", source, String(keys.length), ...keys, ...argv], withinMs);
  }

  [Symbol.dispose](): void {
    this.#end.abort();
    this.#connection?.end();
    this.#connection = undefined;
    this.#lost.resolve();
  }

  async #sendCounted(
    connection: Connection,
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

  #countTimeout(connection: Connection): void {
    this.#options.onTrouble("timeout");
    if (connection === this.#connection && this.#breaker.countTimeout())
      void this.#probe(connection);
  }

  /** An error of the store is an answer in time. */
  #countError(error: unknown): void {
    const trouble = toTrouble(error);
    if (trouble !== "unreachable") this.#breaker.reset();
    this.#options.onTrouble(trouble);
  }

  /** Asks now and then whether the store answers again, so that nobody else has to wait to find out. */
  async #probe(connection: Connection): Promise<void> {
    this.#tellLost("timeout");
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

  #lose(connection: Connection): void {
    connection.end();
    if (connection !== this.#connection) return;
    this.#connection = undefined;
    this.#breaker.reset();
    this.#lost.resolve();
    if (this.#end.signal.aborted) return;
    this.#options.onTrouble("unreachable");
    this.#tellLost("unreachable");
  }

  async #keepConnected(): Promise<void> {
    for (let attempts = 0; !this.#end.signal.aborted; attempts += 1) {
      const trouble = await this.#openConnection();
      if (trouble === undefined) {
        const since = performance.now();
        await this.#lost.promise;
        // One that is lost at once is no better than none.
        if (performance.now() - since > longestRetryMs) attempts = 0;
      } else {
        this.#options.onTrouble(trouble);
        this.#tellLost(trouble);
      }
      const longestMs = Math.min(shortestRetryMs * 2 ** attempts, longestRetryMs);
      const restMs = trouble === "version" ? wrongVersionMs : longestMs;
      // Not all gateways of a fleet at the same moment.
      await this.#rest(restMs * (0.5 + Math.random() / 2));
    }
  }

  /** Connects; what is wrong, if that fails. */
  async #openConnection(): Promise<Trouble | undefined> {
    let connection: Connection | undefined;
    try {
      const { url } = this.#options;
      const onLost = () => connection && this.#lose(connection);
      connection = await openConnection(url, { timeoutMs: connectMs, onLost });
      const hello = connection.send(["HELLO"]);
      const late = this.#rest(connectMs).then(() => Promise.reject(new Error("no answer in time")));
      const greeting = await Promise.race([hello, late]);
      if (!isKnownToWork(greeting)) {
        connection.end();
        return "version";
      }
    } catch (error) {
      connection?.end();
      return toTrouble(error);
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

  /** False: it is over. */
  async #rest(ms: number): Promise<boolean> {
    try {
      await delay(ms, undefined, { ref: false, signal: this.#end.signal });
      return true;
    } catch {
      return false;
    }
  }

  #tellLost(trouble: Trouble): void {
    this.#losses += 1;
    if (this.#usedSince !== undefined) {
      const wasSteady = performance.now() - this.#usedSince >= steadyMs;
      this.#relapses = wasSteady ? 0 : this.#relapses + 1;
      this.#usedSince = undefined;
    }
    if (this.#isToldLost === true) return;
    this.#isToldLost = true;
    this.#options.log.warn(
      { store: this.#host, trouble },
      "the shared cache is lost: until it is back this process keeps for itself what it is answered",
    );
  }

  /** At once, but for a store that comes and goes: not before it has stayed for a while. */
  async #tellUsed(): Promise<void> {
    const losses = this.#losses;
    this.#usedSince = performance.now();
    if (this.#relapses >= mostRelapses) {
      if (!(await this.#rest(steadyMs)) || losses !== this.#losses) return;
    }
    if (this.#isToldLost === false) return;
    this.#isToldLost = false;
    this.#options.log.info({ store: this.#host }, "the shared cache is used");
  }
}

const late = Symbol("late");
