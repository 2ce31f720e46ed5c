import { randomFillSync } from "node:crypto";
import type { Socket } from "node:net";
import { TraceFlags } from "@opentelemetry/api";
import type { Logger } from "pino";
import type { ActiveKeys } from "../../base/active-keys.ts";
import { DenseSet } from "../../base/collections/dense-set.ts";
import type { FoundKey } from "../../keys/token.ts";
import { TurnedAway } from "../load/turn-away.ts";
import type { HttpRequest } from "../request/http-request.ts";
import type { Metrics, Outcome } from "./metrics.ts";
import { readTraceId, type Tracing } from "./tracing.ts";

interface RequestsUnderWayOptions {
  readonly log: Logger;
  readonly keys: ActiveKeys;
  readonly metrics: Metrics;
  readonly tracing: Tracing | null;
}

export const graceMs = 20_000;

export const streamGraceMs = 5_000;

/** In the log and in traces. An operation's longer name is left out, a client's is cut. */
const maxNameLength = 64;

/**
 * The requests under way. Each gets an id when it arrives. When its response has ended, it is
 * logged in one line, counted and traced. Requests other than GraphQL are logged at the debug level
 * only. Requests that are turned away are not among them, and only their number is logged.
 */
export class RequestsUnderWay implements Disposable {
  readonly #options: RequestsUnderWayOptions;
  readonly #turnedAway: TurnedAway;
  readonly #requests = new DenseSet<HttpRequest>();
  /** Their keys are being found. They have not begun, but a closing gateway waits for them. */
  readonly #expected = new Set<HttpRequest>();
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
    return this.#requests.size;
  }

  get expected(): number {
    return this.#expected.size;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  expect(request: HttpRequest): Disposable {
    this.#expected.add(request);
    const leave = () => {
      this.#expected.delete(request);
      this.#noteIfIdle();
    };
    request.onClose({ leave });
    return { [Symbol.dispose]: leave };
  }

  begin(request: HttpRequest): void {
    const { secrets } = request;
    for (const secret of secrets) this.#options.keys.add(secret);
    const sent = request.headers["x-request-id"];
    request.requestId = sent === undefined ? newRequestId() : toRequestId(sent, secrets);
    if (this.#isStopping) request.closeAfterResponse();
    this.#requests.add(request);
    request.underWay = this;
    if (request.isClosed) this.end(request);
  }

  takeKey(request: HttpRequest, found: FoundKey): void {
    const { keys } = this.#options;
    const before = request.secrets;
    request.takeKey(found);
    const isUnderWay = request.denseIndex >= 0;
    if (isUnderWay) for (const secret of request.secrets) keys.add(secret);
    if (isUnderWay) for (const secret of before) keys.remove(secret);
  }

  /** Counts a request that is turned away, and gives it an id. Call this instead of `begin`. */
  turnAway(request: HttpRequest): void {
    request.requestId = toRequestId(request.headers["x-request-id"], request.secrets);
    if (this.#isStopping) request.closeAfterResponse();
    this.#turnedAway.count();
  }

  async untilIdle(): Promise<void> {
    if (this.#isIdle) return;
    this.#idle ??= Promise.withResolvers();
    await this.#idle.promise;
  }

  closeStreams(): void {
    for (const request of this.#requests.list()) {
      if (request.eventCount !== undefined) request.close();
    }
  }

  sockets(): ReadonlySet<Socket> {
    const requests = [...this.#requests.list(), ...this.#expected];
    const sockets = requests.map(({ connection }) => connection);
    return new Set(sockets.filter((socket) => socket !== undefined));
  }

  stop(): void {
    this.#isStopping = true;
    for (const request of this.#requests.list()) request.closeAfterResponse();
  }

  end(request: HttpRequest): void {
    if (!this.#requests.remove(request)) return;
    request.unread?.remove(request);
    const durationMs = performance.now() - request.startedAt;
    if (request.isGraphql) this.#log(request, durationMs);
    else this.#options.log.debug({ status: request.status, durationMs }, "other request");
    for (const secret of request.secrets) this.#options.keys.remove(secret);
    if (this.#idle !== undefined) this.#noteIfIdle();
  }

  #noteIfIdle(): void {
    if (this.#isIdle) this.#idle?.resolve();
  }

  get #isIdle(): boolean {
    return this.size === 0 && this.#expected.size === 0;
  }

  #log(request: HttpRequest, durationMs: number): void {
    const { log, metrics, tracing } = this.#options;
    const { requestId, status, errorCodes, budget, earlierBudget } = request;
    const { file } = request;
    const outcome = file?.broken === undefined ? toOutcome(status, errorCodes) : "broken";
    const operation = toLoggableName(request);
    const { traceparent } = request.headers;
    const trace = tracing?.endRequest(request, outcome, operation, status);
    const isKept = trace !== undefined && (trace.traceFlags & TraceFlags.SAMPLED) !== 0;
    const traceId = isKept ? trace.traceId : undefined;
    metrics.countRequest(request, { outcome, durationMs, traceId });
    if (!log.isLevelEnabled("info")) return;
    const codes = errorCodes.length > 0 ? [...new Set(errorCodes)].join(" ") : undefined;
    const ms = Math.round(durationMs * 10) / 10;
    log.info(
      {
        requestId,
        operation,
        ...readClient(request),
        outcome,
        codes,
        status,
        durationMs: ms,
        restCalls: (budget?.calls ?? 0) + (earlierBudget?.calls ?? 0),
        events: request.eventCount,
        rows: file?.rows,
        unreadable: file?.unreadable || undefined,
        broken: file?.broken,
        token: request.token,
        tokenRefused: request.tokenRefused,
        // By the name that OpenTelemetry gives it in logs.
        trace_id:
          trace?.traceId ?? (traceparent === undefined ? undefined : readTraceId(traceparent)),
      },
      "request",
    );
  }
}

function toOutcome(status: number | undefined, errorCodes: readonly string[]): Outcome {
  if (status === undefined) return "aborted";
  if (status >= 500) return "failed";
  if (status >= 400) return "refused";
  return errorCodes.length > 0 ? "errors" : "ok";
}

/** Undefined if it must not be logged, because it is long or contains the key. */
function toLoggableName({ operationName, secrets }: HttpRequest): string | undefined {
  if (operationName === undefined || operationName.length > maxNameLength) return undefined;
  return secrets.some((secret) => operationName.includes(secret)) ? undefined : operationName;
}

/** By the headers of Apollo's clients and of others; else the program that sent it. */
function readClient(request: HttpRequest) {
  const { headers } = request;
  const name = headers["apollographql-client-name"] ?? headers["graphql-client-name"];
  const version = headers["apollographql-client-version"] ?? headers["graphql-client-version"];
  return {
    client: toLoggableText(name ?? headers["user-agent"], request),
    clientVersion: toLoggableText(version, request),
  };
}

function toLoggableText(
  header: string | readonly string[] | undefined,
  { secrets }: Pick<HttpRequest, "secrets">,
): string | undefined {
  if (typeof header !== "string" || header === "") return undefined;
  if (secrets.some((secret) => header.includes(secret))) return undefined;
  return header.slice(0, maxNameLength).replace(/[^ -~]/g, "?");
}

const harmless = /^[\w.:/+=-]{1,64}$/;

const idBytes = 16;
const randomBytes = Buffer.alloc(256 * idBytes);
let usedBytes = randomBytes.length;

function newRequestId(): string {
  if (usedBytes === randomBytes.length) {
    randomFillSync(randomBytes);
    usedBytes = 0;
  }
  usedBytes += idBytes;
  return randomBytes.toString("hex", usedBytes - idBytes, usedBytes);
}

/** The caller's own if it is short, harmless and contains no secret, otherwise a new one. */
export function toRequestId(
  header: string | readonly string[] | undefined,
  secrets: readonly string[],
): string {
  if (typeof header !== "string" || !harmless.test(header)) return newRequestId();
  return secrets.some((secret) => header.includes(secret)) ? newRequestId() : header;
}
