import type { SharedCache, SharedKind } from "../../fleet/shared-cache.ts";
import { defaultMaxBodyBytes, isXmlBody } from "../../registry-client/body.ts";
import { closedFailure, type Failure, toRegistryError } from "../../registry-client/failure.ts";
import { type Carriers, HttpClient, type ProxyOptions } from "../../registry-client/http-client.ts";
import type { Settings } from "../../settings.ts";
import { DenseSet } from "../base/collections/dense-set.ts";
import { RegistryError } from "../base/errors.ts";
import { KeyMemory } from "../base/key-memory.ts";
import { type Clock, systemClock } from "../base/time/clock.ts";
import type { Kept } from "../once/kept.ts";
import { UnderWay } from "../once/under-way.ts";
import { type AttemptEnd, Attempts } from "./attempts.ts";
import type { CircuitState } from "./breaker.ts";
import { CachedResponses } from "./cached-responses.ts";
import type { CallLogEntry } from "./call-log-entry.ts";
import { NextAttempt, RetryBudget } from "./in-flight/next-attempt.ts";
import { PendingCall } from "./in-flight/pending-call.ts";
import type { RequestBudget } from "./request-budget.ts";
import { type CallKind, isUrlSafe, type RestCall } from "./rest-call.ts";
import { SharedResponses } from "./shared-responses.ts";

export interface CallsOptions {
  readonly settings: Pick<
    Settings,
    | "REGISTRY_TIMEOUT_MS"
    | "REGISTRY_MAX_CONNECTIONS"
    | "REGISTRY_BAD_KEY_STATUS"
    | "CACHE_TTL_SECONDS"
    | "SNAPSHOT_TTL_SECONDS"
  >;
  /** Base address of the registry, without `/api/v1`. */
  readonly baseUrl: string;
  /** A local socket on which the registry listens. @default none */
  readonly socketPath?: string | undefined;
  /** Where gateways share responses. @default nowhere: this process keeps its responses to itself */
  readonly sharedCache?: SharedCache | undefined;
  /** Maximum size of a body, both as sent and as inflated. @default 32 MiB */
  readonly maxBodyBytes?: number;
  readonly proxy?: ProxyOptions | undefined;
  /** @default connections to the registry */
  readonly carriers?: Carriers;
  /** What is remembered of the callers' keys. @default a memory of its own */
  readonly keyMemory?: KeyMemory<Failure>;
  /** Called when an attempt that was sent has ended. For metrics, logs and spans. */
  readonly onCall?: (entry: CallLogEntry) => void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** The state of the calls at this moment, for health and metrics. */
export interface CallStatistics {
  readonly circuit: CircuitState;
  /** How many keys there are whose calls of each kind are not made at present, because they fail. */
  readonly refusedKeys: Readonly<Record<CallKind, number>>;
  readonly connections: number;
  readonly running: number;
  readonly waiting: number;
  readonly awaitingRetry: number;
  /** What the cache holds; undefined if there is no cache. */
  readonly cache: Kept<object>["statistics"] | undefined;
}

/**
 * How often the time is checked while calls are in flight. Unless the event loop is busy, timeouts, deadlines and retries are at
 * most this late.
 */
const tickMs = 20;

/**
 * Makes calls to the registry for the whole process. The way of a call: a response that is kept answers it; an equal call in flight is
 * joined; it is refused; or it is made, in one attempt (`Attempts`) and perhaps again (`NextAttempt`).
 */
export class Calls implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #httpClient: HttpClient;
  readonly #attempts: Attempts;
  readonly #nextAttempt: NextAttempt;
  /** Undefined if the cache is off. */
  readonly #cache: CachedResponses | undefined;
  /** What readings of whole lists share with other gateways; undefined if they share nothing. */
  readonly #bulkCache: CachedResponses | undefined;
  readonly #inFlight = new DenseSet<PendingCall>();
  /** The same by their keys. Of equal ones, that whose attempt began last is found, because it is the one that may be joined. */
  readonly #byCacheKey = new UnderWay<PendingCall>();
  #stopTicking: (() => void) | undefined;
  #isClosed = false;

  constructor(options: CallsOptions) {
    const { settings, baseUrl, sharedCache, clock = systemClock } = options;
    const { maxBodyBytes = defaultMaxBodyBytes, random = Math.random } = options;
    const { REGISTRY_TIMEOUT_MS: timeoutMs, REGISTRY_MAX_CONNECTIONS: maxConnections } = settings;
    const ttlMs = settings.CACHE_TTL_SECONDS * 1000;
    const retryBudget = new RetryBudget();
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#httpClient = new HttpClient({
      baseUrl,
      socketPath: options.socketPath,
      maxConnections,
      connectTimeoutMs: timeoutMs,
      proxy: options.proxy,
      carriers: options.carriers,
      rules: {
        maxBodyBytes,
        badKeyStatuses: settings.REGISTRY_BAD_KEY_STATUS,
        now: () => clock.now(),
      },
    });
    this.#attempts = new Attempts(
      {
        sender: this.#httpClient,
        keyMemory: options.keyMemory ?? new KeyMemory(clock),
        onCall: options.onCall,
        ...{ timeoutMs, maxConnections, maxBodyBytes, retryBudget, clock },
      },
      this.#settle,
    );
    this.#nextAttempt = new NextAttempt({
      redirect: (location, path) => this.#httpClient.redirect(location, path),
      isFailing: (call, now) => this.#attempts.admission.isFailing(call, now),
      ...{ retryBudget, random },
    });
    const fetch = (call: RestCall<unknown>, budget: RequestBudget) => this.#fetch(call, budget);
    const share = (kind: SharedKind, ttlMs: number) =>
      sharedCache && new SharedResponses({ sharedCache, kind, ttlMs, maxBodyBytes, clock });
    if (ttlMs > 0) {
      const shared = share("response", ttlMs);
      this.#cache = new CachedResponses({ ttlMs, timeoutMs, clock, fetch, shared });
    }
    const bulkMs = settings.SNAPSHOT_TTL_SECONDS * 1000;
    if (sharedCache === undefined || bulkMs === 0) return;
    this.#bulkCache = new CachedResponses({
      ...{ timeoutMs, clock, fetch },
      ttlMs: bulkMs,
      shared: share("page", bulkMs),
      // The snapshot has their records, and is to live for a while.
      maxBytes: 1,
      minLeftMs: bulkMs / 2,
      patienceMs: 2 * timeoutMs,
    });
  }

  /**
   * The registry's response, decoded: from the cache, from an equal call in flight, or from a new call.
   * @throws RegistryError for every status but 200, and for every other failure.
   * @throws TypeError if the path is not URL-safe ASCII.
   */
  get<Value>(call: RestCall<Value>, budget: RequestBudget): Promise<Value> {
    const cache = budget.isBulk ? this.#bulkCache : this.#cache;
    const response =
      cache && call.isFresh !== true ? cache.get(call, budget) : this.#fetch(call, budget);
    // Equal calls decode alike, so the result of an equal call has the same type.
    return response as Promise<Value>;
  }

  statistics(): CallStatistics {
    const { admission, running, waiting } = this.#attempts;
    const now = this.#clock.now();
    return {
      circuit: admission.breaker.state(now),
      refusedKeys: admission.breaker.refusedKeys(),
      connections: this.#httpClient.connections,
      running,
      waiting,
      awaitingRetry: this.#inFlight.list().filter(({ state }) => state === "awaiting-retry").length,
      cache: this.#cache?.statistics,
    };
  }

  /** Fails all calls in flight and every later one, and closes the connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#stopTicking?.();
    const now = this.#clock.now();
    for (const call of this.#inFlight.list()) {
      this.#attempts.cancel(call);
      this.#fail(call, toRegistryError(closedFailure, call.restCall), now);
    }
    await this.#httpClient[Symbol.asyncDispose]();
  }

  /** Joins an equal call in flight, or makes one. */
  #fetch(restCall: RestCall<unknown>, budget: RequestBudget): Promise<unknown> {
    const now = this.#clock.now();
    if (budget.isOver(now)) return Promise.reject(budget.deadlineError(restCall.template));
    const equal = this.#byCacheKey.find(restCall.keyDigest, restCall.cacheKey);
    if (equal && this.#isJoinable(equal, now)) {
      budget.shared += 1;
      return equal.join(budget, now);
    }
    const error = this.#refusalError(restCall, budget, now);
    if (error) return Promise.reject(error);
    budget.countCall(restCall);

    const path = this.#httpClient.prefix + restCall.path;
    const call = new PendingCall(restCall, path, this.#cancel, budget.token);
    this.#nextAttempt.prepareFirst(call);
    // The attempt may fail, and the call be over, before `begin` returns. So the call is joined and added first.
    const response = call.join(budget, now);
    this.#inFlight.add(call);
    this.#byCacheKey.add(call);
    // Between attempts no socket is open. Only this timer keeps a program running while it waits.
    this.#stopTicking ??= this.#clock.every(tickMs, () => this.#tick(), { keepsAlive: true });
    this.#attempts.begin(call, now);
    return response;
  }

  /**
   * Whether a request may join a call: its response must not be older than the request, and if it hangs, the request must not fail too
   * soon.
   */
  #isJoinable(call: PendingCall, now: number): boolean {
    const isInAttempt = call.state === "queued" || call.state === "sent";
    const hasTime = call.dueAt - now > this.#timeoutMs / 2;
    return isInAttempt && !call.hasResponseStarted && hasTime && call.isAwaited;
  }

  /** Why a call cannot be made; undefined if it can. */
  #refusalError(
    restCall: RestCall<unknown>,
    budget: RequestBudget,
    now: number,
  ): Error | undefined {
    // The message leaves out the path, because the key is in it.
    if (!isUrlSafe(restCall.path)) {
      return new TypeError(`the path of a GET ${restCall.template} is not URL-safe ASCII`);
    }
    const failure = this.#isClosed
      ? closedFailure
      : this.#attempts.admission.refusal(restCall, now);
    if (failure) return toRegistryError(failure, restCall);
    if (budget.hasCallLeft) return undefined;

    const reason = `not called, because this request has used up its ${budget.maxCalls} calls`;
    return new RegistryError("REGISTRY_CALL_LIMIT", restCall.template, reason);
  }

  /** An attempt has ended: the call is over, or gets another. */
  readonly #settle = (call: PendingCall, end: AttemptEnd): void => {
    const now = this.#clock.now();
    if ("value" in end) this.#succeed(call, end, now);
    else if ("error" in end) this.#failDecoding(call, end, now);
    else this.#handleFailure(call, end.failure, now);
  };

  #succeed(call: PendingCall, body: Extract<AttemptEnd, { value: unknown }>, now: number): void {
    const { value, inflated, sent } = body;
    const { restCall, sentAt, isBulk } = call;
    const durationMs = now - sentAt;
    this.#remove(call);
    this.#nextAttempt.learnResponse(call);
    const bodyBytes = inflated.length;
    restCall.learn?.(value, { bytes: bodyBytes, durationMs });
    const cache = isBulk ? this.#bulkCache : this.#cache;
    cache?.put(restCall, { value, sentAt, bodyBytes, sent });
    call.succeed(value, now);
  }

  /** If the body is XML, asks for JSON explicitly. */
  #failDecoding(
    call: PendingCall,
    { error, inflated }: { readonly error: Error; readonly inflated: Buffer },
    now: number,
  ): void {
    if (isXmlBody(inflated) && this.#nextAttempt.prepareJson(call)) this.#beginAgain(call, now);
    else this.#fail(call, error, now);
  }

  /** Makes another attempt, if that may help, or fails the call. */
  #handleFailure(call: PendingCall, failure: Failure, now: number): void {
    const next = this.#nextAttempt.prepareAfter(call, failure, now);
    if (next === "now") this.#beginAgain(call, now);
    else if (next === "never") this.#fail(call, toRegistryError(failure, call.restCall), now);
    // Otherwise the retry begins at a tick.
  }

  /** Begins another attempt. Equal questions may join it, even if another call was made for some of them meanwhile. */
  #beginAgain(call: PendingCall, now: number): void {
    this.#byCacheKey.remove(call);
    this.#byCacheKey.add(call);
    this.#attempts.begin(call, now);
  }

  #tick(): void {
    const now = this.#clock.now();
    for (const call of this.#inFlight.list()) {
      call.expire(now);
      if (call.state === "over" || call.dueAt > now) continue;
      if (call.state === "awaiting-retry") this.#beginAgain(call, now);
      else this.#attempts.timeOut(call);
    }
    if (this.#inFlight.size > 0) return;
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  readonly #cancel = (call: PendingCall): void => {
    this.#attempts.cancel(call);
    this.#remove(call);
    call.state = "over";
  };

  #fail(call: PendingCall, error: Error, now: number): void {
    this.#remove(call);
    call.fail(error, now);
  }

  #remove(call: PendingCall): void {
    this.#byCacheKey.remove(call);
    this.#inFlight.remove(call);
  }
}
