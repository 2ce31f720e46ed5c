import type { Settings } from "../../settings.ts";
import { KeyMemory } from "../base/key-memory.ts";
import { type Clock, systemClock } from "../base/time/clock.ts";
import type { ResponseCache } from "../once/response-cache.ts";
import type { SharedCache } from "../once/shared-cache.ts";
import { CachedResponses } from "./cached-responses.ts";
import type { CallLogEntry } from "./call-log-entry.ts";
import { InFlightCalls } from "./in-flight/in-flight-calls.ts";
import { defaultMaxBodyBytes } from "./network/body.ts";
import type { Failure } from "./network/failure.ts";
import { HttpClient, type ProxyOptions } from "./network/http-client.ts";
import type { CircuitState } from "./protection/circuit.ts";
import type { RequestBudget } from "./request-budget.ts";
import type { CallKind, RestCall } from "./rest-call.ts";
import { SharedResponses } from "./shared-responses.ts";

export interface TransportOptions {
  readonly settings: Pick<
    Settings,
    | "REGISTRY_TIMEOUT_MS"
    | "REGISTRY_MAX_CONNECTIONS"
    | "REGISTRY_BAD_KEY_STATUS"
    | "CACHE_TTL_SECONDS"
  >;
  /** Base address of the registry, without `/api/v1`. */
  readonly baseUrl: string;
  /** Where gateways share responses. @default nowhere: this process keeps its responses to itself */
  readonly sharedCache?: SharedCache | undefined;
  /** Maximum size of a body, both as sent and as inflated. @default 32 MiB */
  readonly maxBodyBytes?: number;
  readonly proxy?: ProxyOptions | undefined;
  /** What is remembered of the callers' keys. @default a memory of its own */
  readonly keyMemory?: KeyMemory<Failure>;
  /** Called when an attempt that was sent has ended. For metrics, logs and spans. */
  readonly onCall?: (entry: CallLogEntry) => void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** The state of the transport at this moment, for health and metrics. */
export interface TransportStatistics {
  readonly circuit: CircuitState;
  /** How many keys there are whose calls of each kind are not made at present, because they fail. */
  readonly refusedKeys: Readonly<Record<CallKind, number>>;
  readonly connections: number;
  readonly running: number;
  readonly waiting: number;
  readonly awaitingRetry: number;
  /** What the cache holds; undefined if there is no cache. */
  readonly cache: ResponseCache["statistics"] | undefined;
}

/**
 * Makes calls to the registry for the whole process, with timeouts, retries and a circuit breaker. Equal calls share a response. If
 * the cache is on, responses are used again for a while.
 */
export class Transport implements AsyncDisposable {
  readonly #httpClient: HttpClient;
  readonly #inFlight: InFlightCalls;
  readonly #clock: Clock;
  /** Undefined if the cache is off. */
  readonly #cache: CachedResponses | undefined;

  constructor(options: TransportOptions) {
    const {
      settings,
      baseUrl,
      sharedCache,
      clock = systemClock,
      maxBodyBytes = defaultMaxBodyBytes,
    } = options;
    const {
      REGISTRY_TIMEOUT_MS: timeoutMs,
      REGISTRY_MAX_CONNECTIONS: maxConnections,
      REGISTRY_BAD_KEY_STATUS: badKeyStatuses,
    } = settings;
    const ttlMs = settings.CACHE_TTL_SECONDS * 1000;
    this.#clock = clock;
    this.#httpClient = new HttpClient({
      baseUrl,
      maxConnections,
      connectTimeoutMs: timeoutMs,
      proxy: options.proxy,
    });
    this.#inFlight = new InFlightCalls({
      httpClient: this.#httpClient,
      keyMemory: options.keyMemory ?? new KeyMemory(clock),
      timeoutMs,
      maxConnections,
      rules: { maxBodyBytes, badKeyStatuses, now: () => clock.now() },
      clock,
      random: options.random ?? Math.random,
      onCall: options.onCall,
      onResponse: ttlMs > 0 ? (call, response) => this.#cache?.put(call, response) : undefined,
    });
    if (ttlMs === 0) return;
    this.#cache = new CachedResponses({
      ttlMs,
      timeoutMs,
      clock,
      fetch: (call, budget) => this.#inFlight.fetch(call, budget),
      shared: sharedCache && new SharedResponses({ sharedCache, ttlMs, maxBodyBytes, clock }),
    });
  }

  /**
   * The registry's response, decoded: from the cache, from an equal call in flight, or from a new call.
   * @throws RegistryError for every status but 200, and for every other failure.
   * @throws TypeError if the path is not URL-safe ASCII.
   */
  get<Value>(call: RestCall<Value>, budget: RequestBudget): Promise<Value> {
    const response =
      this.#cache && !budget.isBulk && call.isFresh !== true
        ? this.#cache.get(call, budget)
        : this.#inFlight.fetch(call, budget);
    // Equal calls decode alike, so the result of an equal call has the same type.
    return response as Promise<Value>;
  }

  statistics(): TransportStatistics {
    const { admission, running, waiting, awaitingRetry } = this.#inFlight;
    const now = this.#clock.now();
    return {
      circuit: admission.circuit.state(now),
      refusedKeys: admission.circuit.refusedKeys(now),
      connections: this.#httpClient.connections,
      running,
      waiting,
      awaitingRetry,
      cache: this.#cache?.statistics,
    };
  }

  /** Fails every call in flight and closes the connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#inFlight.close();
    await this.#httpClient[Symbol.asyncDispose]();
  }
}
