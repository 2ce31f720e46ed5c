import type { SharedCache } from "../../fleet/shared-cache.ts";
import { defaultMaxBodyBytes } from "../../registry-client/body.ts";
import { type Failure, toRegistryError } from "../../registry-client/failure.ts";
import { type Carriers, HttpClient, type ProxyOptions } from "../../registry-client/http-client.ts";
import type { Settings } from "../../settings.ts";
import { KeyMemory } from "../base/key-memory.ts";
import { type Clock, systemClock } from "../base/time/clock.ts";
import { Breaker } from "./breaker.ts";
import { Call, compose, isFailure, type Next, type Step } from "./call.ts";
import { type OutageReport, Outages } from "./outages.ts";
import type { RequestBudget } from "./request-budget.ts";
import type { RestCall } from "./rest-call.ts";
import { RetryBudget } from "./retry-budget.ts";
import { Slots } from "./slots.ts";
import { createAgain } from "./steps/again.ts";
import { Flights } from "./steps/join.ts";
import { createKeeps, type Keep } from "./steps/keep.ts";
import { createQueue } from "./steps/queue.ts";
import { createRead } from "./steps/read.ts";
import { Refusal } from "./steps/refuse.ts";
import { createSend } from "./steps/send.ts";
import { type CallLogEntry, createTell } from "./steps/tell.ts";

export interface CallsOptions {
  readonly settings: Pick<
    Settings,
    | "REGISTRY_TIMEOUT_MS"
    | "REGISTRY_MAX_CONNECTIONS"
    | "REGISTRY_BAD_KEY_STATUS"
    | "CACHE_TTL_SECONDS"
    | "SNAPSHOT_TTL_SECONDS"
  >;
  readonly baseUrl: string;
  readonly socketPath?: string | undefined;
  readonly sharedCache?: SharedCache | undefined;
  /** Maximum size of a body, both as sent and as inflated. @default 32 MiB */
  readonly maxBodyBytes?: number;
  readonly proxy?: ProxyOptions | undefined;
  readonly carriers?: Carriers;
  readonly keyMemory?: KeyMemory<Failure>;
  readonly onCall?: (entry: CallLogEntry) => void;
  readonly onOutage?: (report: OutageReport) => void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

export type CallStatistics = ReturnType<Calls["statistics"]>;

export class Calls implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #httpClient: HttpClient;
  readonly #breaker = new Breaker();
  readonly #refusal: Refusal;
  readonly #flights: Flights;
  readonly #slots: Slots;
  readonly #cache: Keep | undefined;
  readonly #run: Next;

  constructor(options: CallsOptions) {
    const { settings, clock = systemClock, random = Math.random, onCall, onOutage } = options;
    const { maxBodyBytes = defaultMaxBodyBytes, keyMemory = new KeyMemory(clock) } = options;
    const { REGISTRY_TIMEOUT_MS: timeoutMs, REGISTRY_MAX_CONNECTIONS: maxConnections } = settings;
    const httpClient = new HttpClient({
      baseUrl: options.baseUrl,
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
    const outages = onOutage && new Outages(onOutage);
    const refusal = new Refusal({ breaker: this.#breaker, keyMemory, clock, outages });
    const flights = new Flights(clock, timeoutMs);
    const slots = new Slots(maxConnections, keyMemory);
    const retryBudget = new RetryBudget();
    const { ofRequests, ofReadings } = createKeeps(options, clock, maxBodyBytes);
    const keeps = ofRequests ?? ofReadings;
    const keepOf = ({ budget }: Call) => (budget.isBulk ? ofReadings : ofRequests);
    const look: Step = (call, next) => keepOf(call)?.look(call, next) ?? next(call);
    const store: Step = (call, next) => keepOf(call)?.store(call, next) ?? next(call);

    // The way of a call to the registry, from top to bottom, and back.
    this.#run = compose([
      ...(keeps ? [look] : []), // a kept answer is used again
      flights.join, // or an equal call under way answers this one too
      refusal.refuse, // or it is not made
      flights.lead, // or it is, and others may join
      ...(keeps ? [store] : []),
      createAgain({ retryBudget, httpClient, refusal, clock, random }), // perhaps more than once
      ...(onCall ? [createTell(onCall, clock)] : []),
      createRead(maxBodyBytes, keyMemory), // what comes back is decoded
      createQueue(slots, clock, timeoutMs), // when its key has a slot
      refusal.guard,
      createSend({ sender: httpClient, clock, timeoutMs, retryBudget }),
    ]);
    this.#clock = clock;
    this.#httpClient = httpClient;
    this.#refusal = refusal;
    this.#flights = flights;
    this.#slots = slots;
    this.#cache = ofRequests;
  }

  /**
   * The registry's response, decoded: kept, of an equal call under way, or of a new call.
   * @throws RegistryError for every status but 200, and for every other failure.
   * @throws TypeError if the path is not URL-safe ASCII.
   */
  async get<Value>(restCall: RestCall<Value>, budget: RequestBudget): Promise<Value> {
    const path = this.#httpClient.prefix + restCall.path;
    const outcome = await this.#run(new Call(restCall, budget, path));
    if (isFailure(outcome)) throw toRegistryError(outcome, restCall);
    budget.countResponse(outcome.sentAt);
    // Equal calls decode alike, so the answer of an equal call has the same type.
    return outcome.value as Value;
  }

  statistics() {
    return {
      circuit: this.#breaker.state(this.#clock.now()),
      refusedKeys: this.#breaker.refusedKeys(),
      connections: this.#httpClient.connections,
      running: this.#slots.running,
      waiting: this.#slots.waiting,
      awaitingRetry: this.#flights.pausing,
      cache: this.#cache?.statistics,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#refusal.isClosed = true;
    this.#flights.close();
    await this.#httpClient[Symbol.asyncDispose]();
  }
}
