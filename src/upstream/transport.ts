import type { AnswerCache } from "./cache/answer-cache.ts";
import { KeptAnswers } from "./cache/kept-answers.ts";
import { SharedAnswers } from "./cache/shared-answers.ts";
import type { SharedStore } from "./cache/shared-store.ts";
import type { CallReport } from "./calls/call-report.ts";
import { InFlightCalls } from "./calls/in-flight-calls.ts";
import type { RequestScope } from "./calls/request-scope.ts";
import type { RestCall } from "./calls/rest-call.ts";
import { HttpClient, type ProxyOptions } from "./http/http-client.ts";
import type { CircuitState } from "./protection/circuit.ts";
import { type Clock, systemClock } from "./time/clock.ts";

/** How the transport reaches its registry. */
export interface TransportOptions {
  /** Base address of the registry, without `/api/v1`. */
  readonly baseUrl: string;
  /** Bound on one attempt of a call, its wait for a connection included. */
  readonly timeoutMs: number;
  /** Connections kept to the registry, and calls under way at once. */
  readonly maxConnections: number;
  /** The statuses by which the registry refuses a key. */
  readonly badKeyStatuses: readonly number[];
  /** How old an answer may be that is given without asking. 0: none is kept. */
  readonly cacheTtlSeconds: number;
  /** Where other gateways keep answers too. @default nowhere: this process keeps its own for itself */
  readonly store?: SharedStore | undefined;
  /** Bound on a body, as sent and as inflated. @default 32 MiB */
  readonly maxBodyBytes?: number;
  /** @default none */
  readonly proxy?: ProxyOptions | undefined;
  /** Is told of every attempt when it has ended, for metrics, logs and spans. */
  readonly onCall?: (report: CallReport) => void;
  /** @default the machine's time */
  readonly clock?: Clock;
  /** @default Math.random */
  readonly random?: () => number;
}

/** The transport at this moment, for health and metrics. */
export interface TransportFigures {
  readonly circuit: CircuitState;
  /** Open connections to the registry. */
  readonly connections: number;
  /** Calls that the registry has been sent and has not answered. */
  readonly running: number;
  /** Calls that wait for a free connection. */
  readonly waiting: number;
  /** Calls that failed and wait to be made again. */
  readonly awaitingRetry: number;
  /** Undefined: there is no cache. */
  readonly cache: AnswerCache["size"] | undefined;
}

/** Bound on a body: far above any page of records, far below what hurts. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** The way to one registry, one for a process: calls with all that may go wrong, and their answers kept for a while. */
export class Transport implements AsyncDisposable {
  readonly #httpClient: HttpClient;
  readonly #inFlight: InFlightCalls;
  /** Undefined: none is. */
  readonly #kept: KeptAnswers | undefined;

  constructor(options: TransportOptions) {
    const { clock = systemClock, timeoutMs, maxConnections, badKeyStatuses } = options;
    const { baseUrl, maxBodyBytes = MAX_BODY_BYTES } = options;
    const ttlMs = options.cacheTtlSeconds * 1000;
    const { store } = options;
    this.#httpClient = new HttpClient({
      baseUrl,
      maxConnections,
      connectTimeoutMs: timeoutMs,
      proxy: options.proxy,
    });
    this.#inFlight = new InFlightCalls({
      httpClient: this.#httpClient,
      timeoutMs,
      maxConnections,
      rules: { maxBodyBytes, badKeyStatuses, now: () => clock.now() },
      clock,
      random: options.random ?? Math.random,
      onCall: options.onCall,
      onAnswer: ttlMs > 0 ? (call, answer) => this.#kept?.keep(call, answer) : undefined,
    });
    if (ttlMs === 0) return;
    this.#kept = new KeptAnswers({
      ttlMs,
      timeoutMs,
      clock,
      fetch: (call, scope) => this.#inFlight.fetch(call, scope),
      shared: store && new SharedAnswers({ store, ttlMs, maxBodyBytes, clock }),
    });
  }

  /**
   * The decoded answer of the registry: from the cache, from an equal call under way, or from a call of its own.
   * @throws RegistryError for every status but 200, and for whatever else may come between
   * @throws TypeError when the path is not URL-safe ASCII
   */
  get<Answer>(call: RestCall<Answer>, scope: RequestScope): Promise<Answer> {
    const answer =
      this.#kept && !scope.isBulk ? this.#kept.get(call, scope) : this.#inFlight.fetch(call, scope);
    // Calls of one name decode alike: what an equal one has decoded is an Answer as well.
    return answer as Promise<Answer>;
  }

  /** Whether somebody invents keys: the registry refuses most of those that are new. */
  get isFlooded(): boolean {
    return this.#inFlight.isFlooded;
  }

  /** Whether the registry has answered a key before. */
  isKnown(lane: string): boolean {
    return this.#inFlight.isKnown(lane);
  }

  figures(): TransportFigures {
    const { circuit, running, waiting, awaitingRetry } = this.#inFlight;
    const { connections } = this.#httpClient;
    return { circuit, connections, running, waiting, awaitingRetry, cache: this.#kept?.size };
  }

  /** Fails every call under way and closes the connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#inFlight.close();
    await this.#httpClient[Symbol.asyncDispose]();
  }
}
