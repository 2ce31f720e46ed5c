import type { Socket } from "node:net";
import type { Logger } from "pino";
import { findSecrets } from "../../answer/key/key.ts";
import type { ActiveKeys } from "../../base/active-keys.ts";
import { DenseSet } from "../../base/collections/dense-set.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { toRequestId } from "../exchange/request-id.ts";
import type { Metrics, Outcome } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";
import { TurnedAway } from "./turned-away.ts";

/** Where requests are logged, counted and traced. */
export interface RequestsUnderWayOptions {
  readonly log: Logger;
  readonly keys: ActiveKeys;
  readonly metrics: Metrics;
  readonly tracing: Tracing | null;
  /** The responses that wait to be read. */
  readonly unread: { remove(exchange: Exchange): void };
}

/** How long a closing gateway waits for requests under way, in milliseconds. */
export const graceMs = 20_000;

/** How long a closing gateway lets callers read the end of their streams, in milliseconds. */
export const streamGraceMs = 5_000;

/** Maximum length of an operation's name in the log and in traces. A longer name is left out. */
const maxNameLength = 64;

/**
 * The requests under way. Each gets an id when it arrives. When its response has ended, it is logged in one line, counted and traced.
 * Requests other than GraphQL are logged at the debug level only. Requests that are turned away are never under way, and only their
 * number is logged.
 */
export class RequestsUnderWay implements Disposable {
  readonly #options: RequestsUnderWayOptions;
  readonly #turnedAway: TurnedAway;
  readonly #exchanges = new DenseSet<Exchange>();
  #isStopping = false;
  #idle: PromiseWithResolvers<void> | undefined;

  constructor(options: RequestsUnderWayOptions) {
    this.#options = options;
    this.#turnedAway = new TurnedAway(options);
  }

  [Symbol.dispose](): void {
    this.#turnedAway[Symbol.dispose]();
  }

  get size(): number {
    return this.#exchanges.size;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Begins a request: gives it an id, and keeps its key out of the log until it ends. */
  begin(exchange: Exchange): void {
    const secrets = findSecrets(exchange.rawHeaders);
    for (const secret of secrets) this.#options.keys.add(secret);
    exchange.secrets = secrets;
    exchange.requestId = toRequestId(exchange.headers["x-request-id"], secrets);
    if (this.#isStopping) exchange.endConnection();
    this.#exchanges.add(exchange);
    exchange.onLeave(() => this.#end(exchange));
  }

  /** Counts a request that is turned away, and gives it an id. Call this instead of `begin`. */
  turnAway(exchange: Exchange): void {
    const { headers, rawHeaders } = exchange;
    const header = headers["x-request-id"];
    exchange.requestId = toRequestId(header, header === undefined ? [] : findSecrets(rawHeaders));
    if (this.#isStopping) exchange.endConnection();
    this.#turnedAway.count();
  }

  /** Resolves when no request is under way. */
  async untilIdle(): Promise<void> {
    if (this.size === 0) return;
    this.#idle ??= Promise.withResolvers();
    await this.#idle.promise;
  }

  /** Cuts off the streams that have not ended. */
  cutOffStreams(): void {
    for (const exchange of this.#exchanges.list()) {
      if (exchange.logEntry.eventCount !== undefined) exchange.cutOff();
    }
  }

  /** The connections on which the requests came. */
  sockets(): ReadonlySet<Socket> {
    const sockets = this.#exchanges.list().map(({ connection }) => connection);
    return new Set(sockets.filter((socket) => socket !== undefined));
  }

  /** From now on, each response is the last one on its connection. */
  stop(): void {
    this.#isStopping = true;
    for (const exchange of this.#exchanges.list()) exchange.endConnection();
  }

  #end(exchange: Exchange): void {
    this.#exchanges.remove(exchange);
    this.#options.unread.remove(exchange);
    const durationMs = performance.now() - exchange.startedAt;
    if (exchange.isGraphql) this.#log(exchange, durationMs);
    else this.#options.log.debug({ status: exchange.status, durationMs }, "other request");
    for (const secret of exchange.secrets) this.#options.keys.remove(secret);
    if (this.size === 0) this.#idle?.resolve();
  }

  #log(exchange: Exchange, durationMs: number): void {
    const { log, metrics, tracing } = this.#options;
    const { requestId, logEntry } = exchange;
    const { errorCodes, scope, eventCount } = logEntry;
    const outcome = toOutcome(exchange);
    const status = outcome === "aborted" ? undefined : exchange.status;
    const operation = toLoggableName(exchange);
    metrics.countRequest(logEntry, { outcome, durationMs });
    tracing?.endRequest(exchange, { outcome, operation, status });
    if (!log.isLevelEnabled("info")) return;
    const codes = errorCodes.length > 0 ? [...new Set(errorCodes)].join(" ") : undefined;
    const ms = Math.round(durationMs * 10) / 10;
    log.info(
      {
        requestId,
        operation,
        outcome,
        codes,
        status,
        durationMs: ms,
        restCalls: scope?.calls ?? 0,
        events: eventCount,
      },
      "request",
    );
  }
}

function toOutcome({ status, logEntry }: Exchange): Outcome {
  if (status === undefined) return "aborted";
  if (status >= 500) return "failed";
  if (status >= 400) return "refused";
  return logEntry.errorCodes.length > 0 ? "errors" : "ok";
}

/** The operation's name; undefined if it must not be logged, because it is long or contains the key. */
function toLoggableName({ logEntry, secrets }: Exchange): string | undefined {
  const { operationName } = logEntry;
  if (operationName === undefined || operationName.length > maxNameLength) return undefined;
  return secrets.some((secret) => operationName.includes(secret)) ? undefined : operationName;
}
