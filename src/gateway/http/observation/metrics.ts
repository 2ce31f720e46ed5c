import { totalmem } from "node:os";
import {
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "@prometheus-io/client";
import type { SharedCacheObserver } from "../../../fleet/sealed-partition.ts";
import { heapLimit } from "../../../heap-limit.ts";
import type { GraphqlRequest } from "../../answer/request.ts";
import { RegistryError } from "../../base/errors.ts";
import { type Ledger, memoryKinds } from "../../base/ledger.ts";
import type { CallStatistics } from "../../call/calls.ts";
import type { CallLogEntry } from "../../call/steps/tell.ts";
import type { RequestHead } from "../../keys/request-head.ts";
import type { ChangeEvent } from "../../list/changes/change.ts";
import type { PollOutcome } from "../../list/changes/changes.ts";
import type { ReadingOutcome } from "../../list/whole/readings.ts";
import type { SnapshotsStatistics } from "../../list/whole/snapshots.ts";
import type { WholeHttpResponse } from "../response/http-response.ts";
import type { PrometheusRegistry } from "./prometheus-registry.ts";
import { DurationTally, Tally } from "./tally.ts";

/**
 * How a GraphQL request ended: `ok`, `errors` if the response contains any, `refused` with a 4xx
 * status, `failed` with a 5xx status, `broken` if a file ended in the middle, or `aborted` if the
 * caller cancelled before the whole response was sent.
 */
export type Outcome = "ok" | "errors" | "refused" | "failed" | "broken" | "aborted";

export interface Scrape {
  readonly contentType: string;
  readonly text: string;
}

export interface Scrapable {
  /** @param asOpenMetrics with the traces of durations, if this is the only process. */
  scrape(asOpenMetrics?: boolean): Promise<Scrape>;
}

export type MetricValues = readonly MetricObjectWithValues<MetricValue<string>>[];

const closeReasons = ["slow", "memory"] as const;
type CloseReason = (typeof closeReasons)[number];

const maxCodes = 48;

export class Metrics implements Scrapable {
  readonly #registry = new Registry();
  readonly #codes = new Set<string>();
  readonly #requests = this.#counter("requests_total", "GraphQL requests by outcome", ["outcome"]);
  readonly #operations = this.#counter(
    "operations_total",
    "Operations that were ready to be executed, by whether their document was new or remembered",
    ["document"],
  );
  readonly #errors = this.#counter("errors_total", "Errors in responses by code", ["code"]);
  readonly #durations = this.#histogram("request_duration_seconds", "Duration of GraphQL requests");
  readonly #tooLarge = this.#counter(
    "responses_too_large_total",
    "Responses that were refused because they are larger than MAX_RESPONSE_BYTES",
  );
  readonly #unreadClosed = this.#counter(
    "unread_responses_closed_total",
    "Responses that were closed because their callers did not read them, by reason",
    ["reason"],
  );
  readonly #cacheHits = this.#counter("cache_hits_total", "Responses taken from the cache");
  readonly #sharedCalls = this.#counter(
    "rest_calls_shared_total",
    "REST calls saved because an equal one was in flight",
  );
  readonly #retries = this.#counter("rest_retries_total", "REST calls made again after a failure");
  readonly #calls = this.#counter("rest_calls_total", "REST calls by endpoint and outcome", [
    "endpoint",
    "outcome",
  ]);
  readonly #latencies = this.#histogram(
    "rest_call_duration_seconds",
    "Duration of REST calls",
    "endpoint",
  );
  readonly #snapshotReads = this.#counter(
    "snapshot_readings_total",
    "Lists read in full for a snapshot, by outcome",
    ["outcome"],
  );
  readonly #snapshotReadSeconds = this.#histogram(
    "snapshot_reading_duration_seconds",
    "Duration of reading a list in full",
  );
  readonly #snapshotUses = this.#counter(
    "snapshot_uses_total",
    "Uses of snapshots, by whether one was kept or had to be read",
    ["from"],
  );

  readonly #polls = this.#counter("changes_polls_total", "Polls of lists for changes, by outcome", [
    "outcome",
  ]);
  readonly #pollCalls = this.#counter(
    "changes_poll_calls_total",
    "REST calls made to read lists for changes",
  );
  readonly #pollBytes = this.#counter(
    "changes_poll_bytes_total",
    "Memory of the records read for changes",
  );
  readonly #events = this.#counter("changes_sent_total", "Events sent to listeners, by kind", [
    "kind",
  ]);

  readonly #sharedCacheLookups = this.#counter(
    "shared_cache_lookups_total",
    "Lookups in the shared cache, by what was looked up and the outcome",
    ["of", "outcome"],
  );
  readonly #sharedCacheWaits = this.#counter(
    "shared_cache_waits_total",
    "Waits for a response that another gateway was already fetching, by outcome",
    ["of", "outcome"],
  );
  readonly #sharedCacheFailures = this.#counter(
    "shared_cache_failures_total",
    "Failures of the shared cache, by reason",
    ["reason"],
  );

  readonly sharedCache: SharedCacheObserver = {
    countLookUp: (of, outcome) => this.#sharedCacheLookups.add(1, of, outcome),
    countWait: (of, outcome) => this.#sharedCacheWaits.add(1, of, outcome),
    countFailure: (reason) => this.#sharedCacheFailures.add(1, reason),
  };

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    for (const reason of closeReasons) this.#unreadClosed.add(0, reason);
    this.#showLimits();
  }

  #showLimits(): void {
    new Gauge({
      name: "tapgraph_memory_limit_bytes",
      help: "Memory limit of all processes together: the container's, or the machine's without a container",
      registers: [this.#registry],
      // All processes share one limit.
      aggregator: "max",
    }).set(readMemoryLimit());
    new Gauge({
      name: "tapgraph_heap_limit_bytes",
      help: "Limit of the JavaScript heap, beyond which a process ends",
      registers: [this.#registry],
    }).set(heapLimit());
  }

  watch(sources: {
    readonly calls: () => CallStatistics;
    readonly ledger: Ledger;
    readonly snapshots: () => SnapshotsStatistics;
    readonly underWay: () => number;
    readonly streams: () => number;
    readonly followedLists: () => number;
  }) {
    const { calls, snapshots, underWay, ledger, streams, followedLists } = sources;
    const memory = () =>
      Object.fromEntries(memoryKinds.map((kind) => [kind, ledger.bytesOf(kind)]));
    this.#gauge(
      "memory_bytes",
      "Memory of what is held for callers, by kind; all together at most MAX_MEMORY_BYTES",
      ["kind", memory],
    );
    this.#gauge("requests_under_way", "Requests that are being answered", underWay);
    this.#watchCalls(calls);
    this.#gauge("snapshots", "Snapshots that are kept", () => snapshots().kept);
    this.#gauge(
      "snapshot_readings_under_way",
      "Lists that are being read for a snapshot, or wait for others",
      ["state", () => ({ reading: snapshots().reading, waiting: snapshots().waiting })],
    );
    this.#gauge("subscriptions", "Open streams of events", streams);
    this.#gauge("changes_lists", "Lists that are followed for changes", followedLists);
  }

  #watchCalls(calls: () => CallStatistics): void {
    const circuit = () => {
      const none = { closed: 0, "half-open": 0, open: 0 };
      return { ...none, [calls().circuit]: 1 };
    };
    const inFlight = () => {
      const { running, waiting, awaitingRetry } = calls();
      return { response: running, connection: waiting, retry: awaitingRetry };
    };
    this.#gauge(
      "registry_connections",
      "Open connections to the registry",
      () => calls().connections,
    );
    this.#gauge("circuit_state", "Processes whose circuit is in this state", ["state", circuit]);
    this.#gauge(
      "circuit_refused_keys",
      "Keys whose calls of this kind are not made at present, because they fail",
      ["kind", () => calls().refusedKeys],
    );
    this.#gauge("rest_calls_in_flight", "REST calls in flight, by what they wait for", [
      "state",
      inFlight,
    ]);
    this.#gauge("cache_entries", "Responses in the cache", () => calls().cache?.entries ?? 0);
    this.#gauge(
      "cache_bytes",
      "Approximate memory of the cached responses",
      () => calls().cache?.bytes ?? 0,
    );
  }

  /** As `tapgraph_keys_file_ok` or `tapgraph_persisted_operations_ok`. */
  watchFile(setting: "KEYS_FILE" | "PERSISTED_OPERATIONS", isOk: () => boolean): void {
    new Gauge({
      name: `tapgraph_${setting.toLowerCase()}_ok`,
      help: `1 if ${setting} could be read when it last changed, 0 if what it said before is in force`,
      registers: [this.#registry],
      // Of all processes: 0 if one of them could not read it.
      aggregator: "min",
      collect() {
        this.set(isOk() ? 1 : 0);
      },
    });
  }

  watchSharedCache(isUsed: () => boolean): void {
    this.#gauge(
      "shared_cache_state",
      "Processes whose connection to the shared cache is in this state",
      ["state", () => (isUsed() ? { used: 1, lost: 0 } : { used: 0, lost: 1 })],
    );
  }

  /**
   * Adds the gateway's metrics to a program's own registry, until the result is disposed of.
   * Metrics of the process are left out.
   * @throws Error if the registry has one of these metrics already.
   */
  showIn(registry: PrometheusRegistry): Disposable {
    const names = this.#registry.getMetricsAsArray().map(({ name }) => name);
    const own = names.filter((name) => name.startsWith("tapgraph_"));
    const taken = own.find((name) => registry.getSingleMetric(name) !== undefined);
    if (taken !== undefined) {
      throw new Error(
        `prometheus: ${taken} is already registered; give each gateway its own Registry`,
      );
    }
    for (const name of own) {
      const metric = this.#registry.getSingleMetric(name);
      if (metric !== undefined) registry.registerMetric(metric);
    }
    return {
      [Symbol.dispose]() {
        for (const name of own) registry.removeSingleMetric(name);
      },
    };
  }

  countRequest(
    { errorCodes, budget, wasDocumentRemembered, eventCount }: GraphqlRequest,
    {
      outcome,
      durationMs,
      traceId,
    }: {
      readonly outcome: Outcome;
      readonly durationMs: number;
      /** Of a trace that is kept. */
      readonly traceId: string | undefined;
    },
  ): void {
    this.#requests.add(1, outcome);
    if (wasDocumentRemembered !== undefined) {
      this.#operations.add(1, wasDocumentRemembered ? "remembered" : "new");
    }
    if (eventCount === undefined) this.#durations.observe(durationMs / 1000, "", traceId);
    for (const code of errorCodes) this.#errors.add(1, this.#limitCode(code));
    if (budget === undefined) return;
    if (budget.cacheHits > 0) this.#cacheHits.add(budget.cacheHits);
    if (budget.shared > 0) this.#sharedCalls.add(budget.shared);
  }

  /** They have no duration, because nothing was done for them. */
  countTurnedAway(requests: number): void {
    this.#requests.add(requests, "failed" satisfies Outcome);
    this.#errors.add(requests, this.#limitCode("OVERLOADED"));
  }

  countTooLarge(): void {
    this.#tooLarge.add(1);
  }

  countUnreadClosed(reason: CloseReason): void {
    this.#unreadClosed.add(1, reason);
  }

  countCall({ template: endpoint, durationMs, retries, outcome }: CallLogEntry): void {
    this.#calls.add(1, endpoint, outcome);
    this.#latencies.observe(durationMs / 1000, endpoint);
    if (retries > 0) this.#retries.add(1);
  }

  countSnapshotRead({ code, milliseconds }: ReadingOutcome): void {
    this.#snapshotReads.add(1, code ?? "ok");
    this.#snapshotReadSeconds.observe(milliseconds / 1000);
  }

  countSnapshotUse(from: "kept" | "read"): void {
    this.#snapshotUses.add(1, from);
  }

  countPoll({ error, calls, bytes }: PollOutcome): void {
    const failure = error instanceof RegistryError ? error.code : "INTERNAL_SERVER_ERROR";
    this.#polls.add(1, error === undefined ? "ok" : failure);
    this.#pollCalls.add(calls);
    this.#pollBytes.add(bytes);
  }

  countEvent(kind: ChangeEvent["kind"]): void {
    this.#events.add(1, kind.toLowerCase());
  }

  async scrape(asOpenMetrics = false): Promise<Scrape> {
    const registry = asOpenMetrics ? await this.#toOpenMetrics() : this.#registry;
    return { contentType: registry.contentType, text: await registry.metrics() };
  }

  /** The library renames the counters that it shows so, hence it gets copies. */
  async #toOpenMetrics(): Promise<Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>> {
    const registry = new Registry(Registry.OPENMETRICS_CONTENT_TYPE);
    for (const metric of await this.#registry.getMetricsAsJSON()) {
      const copy = { ...metric, get: async () => copy };
      registry.registerMetric(copy as object as Gauge);
    }
    return registry;
  }

  readValues(): Promise<MetricValues> {
    return this.#registry.getMetricsAsJSON();
  }

  /** Keeps the number of labels small, should codes ever come from elsewhere. */
  #limitCode(code: string): string {
    if (this.#codes.has(code)) return code;
    if (this.#codes.size >= maxCodes) return "OTHER";
    this.#codes.add(code);
    return code;
  }

  #counter(name: string, help: string, labelNames: readonly string[] = []): Tally {
    return new Tally(`tapgraph_${name}`, help, labelNames, this.#registry);
  }

  #histogram(name: string, help: string, labelName?: string): DurationTally {
    return new DurationTally(`tapgraph_${name}`, help, this.#registry, labelName);
  }

  #gauge(
    name: string,
    help: string,
    read: (() => number) | [label: string, () => Readonly<Record<string, number>>],
  ): void {
    const [label, values] = typeof read === "function" ? [undefined, read] : read;
    new Gauge({
      name: `tapgraph_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.#registry],
      collect() {
        const value = values();
        if (typeof value === "number") this.set(value);
        else for (const each in value) this.set({ [label ?? ""]: each }, value[each] ?? 0);
      },
    });
  }
}

/** Without a container's limit, Node.js reports 0, or more than the machine has. */
function readMemoryLimit(): number {
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
}

export async function handleMetrics(
  metrics: Scrapable,
  { headers: { accept } }: Pick<RequestHead, "headers">,
): Promise<WholeHttpResponse> {
  const asOpenMetrics = String(accept).includes("application/openmetrics-text");
  const { contentType, text } = await metrics.scrape(asOpenMetrics);
  const headers = { "content-type": contentType, "cache-control": "no-store" };
  return { status: 200, headers, body: text };
}
