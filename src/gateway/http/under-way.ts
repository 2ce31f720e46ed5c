import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import type { KeysUnderWay } from "../../keys-under-way.ts";
import { Roster } from "../../upstream/roster.ts";
import { findSecrets } from "../key.ts";
import type { Metrics, Outcome } from "../observation/metrics.ts";
import type { Tracing } from "../observation/tracing.ts";
import { toRequestId } from "./request-id.ts";
import type { GatewayResponse } from "./response.ts";

/** Who is told of requests. */
export interface UnderWayOptions {
  readonly log: Logger;
  readonly keys: KeysUnderWay;
  readonly metrics: Metrics;
  readonly tracing: Tracing | null;
}

/** Longest name of an operation that is shown; a longer one is left out. */
const longestName = 64;

/**
 * The requests under way. Each gets its id when it comes; when its answer has ended it gets one line in the log, is counted,
 * and its span ends. Ordinary requests for pages and health are logged for debugging alone.
 */
export class UnderWay {
  readonly #options: UnderWayOptions;
  readonly #responses = new Roster<GatewayResponse>();
  #isStopping = false;

  constructor(options: UnderWayOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#responses.size;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  begin(request: IncomingMessage, response: GatewayResponse): void {
    const secrets = findSecrets(request.rawHeaders);
    for (const secret of secrets) this.#options.keys.add(secret);
    response.secrets = secrets;
    response.requestId = toRequestId(request.headers["x-request-id"], secrets);
    if (this.#isStopping) response.shouldKeepAlive = false;
    this.#responses.add(response);
    response.once("close", () => this.#end(response));
  }

  /** Cuts off the streams that have not come to their end. */
  cutOffStreams(): void {
    for (const response of this.#responses.list()) {
      if (response.report.events !== undefined) response.destroy();
    }
  }

  /** The connections on which they came. */
  sockets(): ReadonlySet<Socket> {
    return new Set(this.#responses.list().map(({ req }) => req.socket));
  }

  /** From now on each answer tells its caller that it is the connection's last. */
  stop(): void {
    this.#isStopping = true;
    for (const response of this.#responses.list()) response.shouldKeepAlive = false;
  }

  #end(response: GatewayResponse): void {
    this.#responses.remove(response);
    const durationMs = performance.now() - response.startedAt;
    if (response.isGraphql) this.#tell(response, durationMs);
    else this.#options.log.debug({ status: response.statusCode, durationMs }, "other request");
    for (const secret of response.secrets) this.#options.keys.remove(secret);
  }

  #tell(response: GatewayResponse, durationMs: number): void {
    const { log, metrics, tracing } = this.#options;
    const { requestId, report } = response;
    const { errorCodes, scope, way, events } = report;
    const outcome = toOutcome(response);
    const status = outcome === "aborted" ? undefined : response.statusCode;
    const operation = toPlainName(response);
    const { calls = 0, cacheHits = 0, shared: sharedCalls = 0 } = scope ?? {};
    const isStream = events !== undefined;
    metrics.countRequest({
      outcome,
      durationMs,
      errorCodes,
      cacheHits,
      sharedCalls,
      way,
      isStream,
    });
    tracing?.endRequest(response, { outcome, operation, status });
    if (!log.isLevelEnabled("info")) return;
    const codes = errorCodes.length > 0 ? [...new Set(errorCodes)].join(" ") : undefined;
    const ms = Math.round(durationMs * 10) / 10;
    log.info(
      { requestId, operation, outcome, codes, status, durationMs: ms, restCalls: calls, events },
      "request",
    );
  }
}

function toOutcome({ writableFinished, statusCode, report }: GatewayResponse): Outcome {
  // Whoever leaves a stream has had what they wanted.
  if (!writableFinished && report.events === undefined) return "aborted";
  if (statusCode >= 500) return "failed";
  if (statusCode >= 400) return "refused";
  return report.errorCodes.length > 0 ? "errors" : "ok";
}

/** The operation's name if it may be shown: of a length that a log can bear, and not the key in disguise. */
function toPlainName({ report, secrets }: GatewayResponse): string | undefined {
  const { operationName } = report;
  if (operationName === undefined || operationName.length > longestName) return undefined;
  return secrets.some((secret) => operationName.includes(secret)) ? undefined : operationName;
}
